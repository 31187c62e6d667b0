/** All sessions, newest first: those of the ledger, and those that agents recorded on this machine. */

import type { JSX } from 'preact'
import { memo } from 'preact/compat'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ago } from 'todo-replay/session-view'
import { Doubts } from '../../parts/icons.js'
import { hashOf } from '../../place.js'
import { dayText, hasWords } from '../../words.js'
import { useObserved } from '../observed.js'
import { type ListRow, newestFirst, type SessionList } from '../session-list.js'
import { ListFilter } from './list-filter.js'
import { shortText } from './shown.js'

/** The list. */
export function LiveIndex({ list }: { list: SessionList }): JSX.Element {
  const { rows, found, hasMore, isReading, problem } = useObserved(list)
  const [filter, setFilter] = useState('')
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const isFiltered = filter.trim() !== '' || isOnlyOpen
  const shown = useMemo(() => {
    // What was read, and what the server found beyond it.
    const read = new Set(rows.map(({ key }) => key))
    const more = filter.trim() === '' ? [] : found.filter(({ key }) => !read.has(key))
    return newestFirst([...rows, ...more]).filter(
      ({ title, id, agent, project, completed, total }) =>
        !(isOnlyOpen && completed >= total) && hasWords(`${title} ${id} ${agent} ${project ?? ''}`, filter),
    )
  }, [rows, found, filter, isOnlyOpen])
  useEffect(() => {
    list.open()
    document.title = 'Todos'
    window.scrollTo(0, list.scrolledTo)
    const scrolled = (): void => {
      list.scrolledTo = window.scrollY
    }
    addEventListener('scroll', scrolled)
    return () => {
      removeEventListener('scroll', scrolled)
      list.close()
    }
  }, [list])
  useEffect(() => {
    const words = filter.trim().split(/\s+/)
    list.search(words.toSorted((one, other) => other.length - one.length)[0] ?? '')
  }, [filter, list])
  // What is looked for may stand further down.
  useEffect(() => {
    if (isFiltered && hasMore && !isReading && shown.length < 50) list.more()
  }, [isFiltered, hasMore, isReading, shown, list])
  const note =
    rows.length === 0
      ? 'No agent keeps a list here yet. What one begins appears here by itself.'
      : 'No session is as asked for.'
  return (
    <>
      <header class="session-head">
        <h1>Todo lists of your agents</h1>
      </header>
      <section aria-labelledby="sessions-title" aria-busy={isReading}>
        <div class="section-head">
          <h2 id="sessions-title">
            Sessions <span class="soft">newest first</span>
          </h2>
          <ListFilter
            id="search"
            what="sessions"
            open="only with open items"
            {...{ filter, setFilter, isOnlyOpen, setOnlyOpen }}
          />
        </div>
        {problem === null ? null : (
          <p class="missing-session" role="status">
            {shortText(problem.message, 300)}
          </p>
        )}
        {shown.length === 0 && !isReading && !hasMore && problem === null ? <p class="soft">{note}</p> : null}
        <table class="sessions live" hidden={shown.length === 0}>
          <thead>
            <tr>
              <th scope="col">Session</th>
              <th scope="col">Last event</th>
              <th scope="col">Completed</th>
              <th scope="col">In doubt</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </tbody>
        </table>
        {hasMore ? (
          <p class="more">
            <button type="button" onClick={() => list.more()}>
              Show older sessions
            </button>
          </p>
        ) : null}
        {isReading ? <p class="soft">Reading …</p> : null}
      </section>
    </>
  )
}

const Row = memo(function Row({ row }: { row: ListRow }): JSX.Element {
  const { key, id, title, agent, project, isRecorded, isPart, updated, completed, total, doubts } = row
  // The folder's own name: the ones around it are the same for most.
  const folder = project?.split(/[/\\]/).findLast((name) => name !== '')
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ session: key })}>
          <bdi class="foreign">{shortText(title, 100)}</bdi>
        </a>
        <small>
          {row.isWorking ? <span class="tag working">working</span> : null}{' '}
          {isPart ? <span class="tag change">sub-agent</span> : null} {shortText(agent, 40)} ·{' '}
          <bdi class="foreign">{shortText(folder ?? id, 80)}</bdi>
          {isRecorded ? ' · recorded' : null}
        </small>
      </th>
      <td class="until">
        <time dateTime={updated} title={updated}>
          {timeText(updated)}
        </time>
      </td>
      <td class="progress">
        {/* Of a recording only the head is read. */}
        {total === 0 && !isRecorded ? <span class="soft">no list</span> : null}
        {total === 0 ? null : (
          <>
            {completed.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
            <span class="progress-bar" aria-hidden="true">
              <span style={{ width: `${Math.round((100 * completed) / total)}%` }} />
            </span>
          </>
        )}
      </td>
      <td class="doubt">{doubts === null ? null : <Doubts entry={doubts} />}</td>
    </tr>
  )
})

function timeText(iso: string): string {
  const words = ago(Date.parse(iso), Date.now())
  return iso.startsWith('1970-') || (/^\d/.test(words) && !words.endsWith('ago')) ? dayText(iso) : words
}
