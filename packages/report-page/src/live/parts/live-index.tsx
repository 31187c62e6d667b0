/** All sessions of the ledger, newest first. */

import { useEffect, useMemo, useState } from 'preact/hooks'
import { ago, grouped } from 'todo-replay/session-view'
import { Doubts } from '../../parts/icons.js'
import { Filter, Switch } from '../../parts/page-frame.js'
import { SessionTable, subAgentTag, type TableRow } from '../../parts/session-table.js'
import { ShortForeign } from '../../parts/texts.js'
import { dayText, hasWords } from '../../words.js'
import { useObserved } from '../observed.js'
import type { ListRow, SessionList } from '../session-list.js'

const columns = [
  { name: 'title', title: 'Session' },
  { name: 'until', title: 'Last event' },
  { name: 'progress', title: 'Completed' },
  { name: 'doubt', title: 'In doubt' },
] as const

export function LiveIndex({ list }: { list: SessionList }) {
  const { known, hasMore, isReading, problem } = useObserved(list)
  const [filter, setFilter] = useState('')
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const isFiltered = filter.trim() !== '' || isOnlyOpen
  const shown = useMemo(
    () =>
      known.filter(
        ({ title, id, profile, completed, total }) =>
          !(isOnlyOpen && completed >= total) && hasWords(`${title} ${id} ${profile}`, filter),
      ),
    [known, filter, isOnlyOpen],
  )
  useEffect(() => {
    list.open()
    document.title = 'Todos'
    return () => list.close()
  }, [list])
  useEffect(() => {
    const words = filter.trim().split(/\s+/)
    list.search(words.toSorted((one, other) => other.length - one.length)[0] ?? '')
  }, [filter, list])
  // What is looked for may stand further down.
  useEffect(() => {
    if (isFiltered && hasMore && !isReading && shown.length < 50) void list.more()
  }, [isFiltered, hasMore, isReading, shown, list])
  const note =
    known.length === 0
      ? 'No agent keeps a list here yet. What one begins appears here by itself.'
      : 'No session is as asked for.'
  return (
    <>
      <header>
        <h1>Todo lists of your agents</h1>
      </header>
      <section aria-labelledby="sessions-title" aria-busy={isReading}>
        <div class="row apart">
          <h2 id="sessions-title">
            Sessions <span class="soft">newest first</span>
          </h2>
          <div class="row">
            <Switch checked={isOnlyOpen} onChange={setOnlyOpen}>
              only with open items
            </Switch>
            <Filter what="sessions" isMain value={filter} onValue={setFilter} />
          </div>
        </div>
        {problem !== null && (
          <p class="tinted weak" role="status">
            <ShortForeign text={problem.message} limit={300} />
          </p>
        )}
        {shown.length === 0 && !isReading && !hasMore && problem === null && <p class="soft">{note}</p>}
        <SessionTable columns={columns} rows={shown.map(rowOf)} />
        {hasMore && (
          <p class="more">
            <button type="button" onClick={() => void list.more()}>
              Show older sessions
            </button>
          </p>
        )}
        {isReading && <p class="soft">Reading …</p>}
      </section>
    </>
  )
}

function rowOf(row: ListRow): TableRow {
  const { id, title, profile, isWorking, isPart, updated, completed, total } = row
  const working = (
    <span key="working" class="tag working">
      working
    </span>
  )
  return {
    key: id,
    title,
    tags: [...(isWorking ? [working] : []), ...(isPart ? [subAgentTag] : [])],
    about: [profile, id],
    cells: [
      <time key="it" dateTime={updated} title={updated}>
        {timeText(updated)}
      </time>,
      total > 0 ? (
        <>
          {grouped(completed)} of {grouped(total)}
          <progress value={completed} max={total} aria-hidden="true" />
        </>
      ) : (
        <span class="soft">no list</span>
      ),
      row.doubts && <Doubts entry={row.doubts} />,
    ],
  }
}

function timeText(iso: string): string {
  const words = ago(Date.parse(iso), Date.now())
  return iso.startsWith('1970-') || (/^\d/.test(words) && !words.endsWith('ago')) ? dayText(iso) : words
}
