/** All sessions, newest first: those of the ledger, and those that agents recorded on this machine. */

import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { ago, count, verdicts } from 'todo-replay/session-view'
import { hashOf } from '../../data/place.js'
import { dayText } from '../../data/words.js'
import { VerdictIcon } from '../../parts/icons.js'
import { remembered } from '../remembered.js'
import type { ListRow, ListView, SessionList } from '../session-list.js'
import { shortText } from './shown.js'

/** What the list is shown with. */
export interface LiveIndexProps {
  /** The list. */
  readonly list: SessionList
  /** What is known of it. */
  readonly view: ListView
}

/** The list. */
export function LiveIndex({
  list,
  view: { rows, found, hasMore, isReading, problem },
}: LiveIndexProps): JSX.Element {
  const [filter, setFilter] = useState('')
  const [isOnlyOpen, setOnlyOpen] = useState(false)
  const shown = useMemo(
    () => wanted(filter.trim() === '' ? rows : joined(rows, found), filter, isOnlyOpen),
    [rows, found, filter, isOnlyOpen],
  )
  const isFiltered = filter.trim() !== '' || isOnlyOpen
  useEffect(() => {
    document.title = 'Todos'
    window.scrollTo(0, list.scrolledTo)
    const scrolled = (): void => {
      list.scrolledTo = window.scrollY
    }
    addEventListener('scroll', scrolled)
    return () => removeEventListener('scroll', scrolled)
  }, [list])
  useEffect(() => {
    const longest = filter
      .trim()
      .split(/\s+/)
      .toSorted((one, other) => other.length - one.length)
    list.search(longest[0] ?? '')
  }, [filter, list])
  // What is looked for may stand further down.
  useEffect(() => {
    if (isFiltered && hasMore && !isReading && shown.length < 50) list.more()
  }, [isFiltered, hasMore, isReading, shown, list])
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
          <div class="list-filter">
            <label class="switch">
              <input
                type="checkbox"
                checked={isOnlyOpen}
                onChange={(event) => setOnlyOpen(event.currentTarget.checked)}
              />{' '}
              only with open items
            </label>
            <input
              id="search"
              type="search"
              placeholder="Filter  /"
              aria-label="Filter the sessions"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          </div>
        </div>
        {problem === null ? null : (
          <p class="missing-session" role="status">
            {shortText(problem.message, 300)}
          </p>
        )}
        {rows.length === 0 && !isReading && problem === null ? (
          <p class="soft">No agent keeps a list here yet. What one begins appears here by itself.</p>
        ) : null}
        {rows.length > 0 && shown.length === 0 && !hasMore ? (
          <p class="soft">No session is as asked for.</p>
        ) : null}
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

/** What was read, and what the server found beyond it. */
function joined(rows: readonly ListRow[], found: readonly ListRow[]): readonly ListRow[] {
  const read = new Set(rows.map(({ key }) => key))
  return [...rows, ...found.filter(({ key }) => !read.has(key))].toSorted((one, other) =>
    one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0,
  )
}

function wanted(rows: readonly ListRow[], filter: string, isOnlyOpen: boolean): readonly ListRow[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter(({ title, id, agent, project, completed, total }) => {
    if (isOnlyOpen && completed >= total) return false
    const text = `${title} ${id} ${agent} ${project ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const Row = remembered(function Row({ row }: { row: ListRow }): JSX.Element {
  const { key, id, title, agent, project, isRecorded, isPart, updated, completed, total, doubts, isWorking } =
    row
  const share = total === 0 ? 0 : Math.round((100 * completed) / total)
  const inDoubt =
    doubts === null ? [] : verdicts.filter((each) => each !== 'supported' && doubts.verdicts[each] > 0)
  return (
    <tr class={doubts !== null && doubts.verdicts.unsupported > 0 ? 'bad' : ''}>
      <th scope="row">
        <a href={hashOf({ session: key, turn: null, item: null })}>
          <bdi class="foreign">{shortText(title, 100)}</bdi>
        </a>
        <small>
          {isWorking ? <span class="tag working">working</span> : null}{' '}
          {isPart ? <span class="tag change">sub-agent</span> : null} {shortText(agent, 40)} ·{' '}
          <bdi class="foreign">{shortText(project === null ? id : lastOf(project), 80)}</bdi>
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
              <span style={{ width: `${share}%` }} />
            </span>
          </>
        )}
      </td>
      <td class="doubt">
        {inDoubt.map((verdict) => (
          <span key={verdict} class="count" title={verdict}>
            <VerdictIcon verdict={verdict} /> {doubts?.verdicts[verdict]}
            <span class="unseen"> {verdict}</span>
          </span>
        ))}
        {doubts === null || doubts.findings.error === 0 ? null : (
          <span class="severity error">{count(doubts.findings.error, 'error')}</span>
        )}
        {doubts === null || doubts.findings.warning === 0 ? null : (
          <span class="severity warning">{count(doubts.findings.warning, 'warning')}</span>
        )}
      </td>
    </tr>
  )
})

/** The folder's own name: the ones around it are the same for most. */
function lastOf(folder: string): string {
  return folder.split(/[/\\]/).findLast((name) => name !== '') ?? folder
}

/** A recording without times is read as one of 1970. */
function timeText(iso: string): string {
  if (iso.startsWith('1970-')) return '–'
  const at = Date.parse(iso)
  const words = ago(at, Date.now())
  return /^\d/.test(words) && !words.endsWith('ago') ? dayText(iso) : words
}
