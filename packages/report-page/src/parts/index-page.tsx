/** The index of a report of several sessions: totals, and a line for each session, worst first. */

import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import {
  completionsIn,
  count,
  type ReportEntry,
  type ReportIndex,
  verdicts,
  worstFirst,
} from 'todo-replay/session-view'
import { hashOf } from '../place.js'
import { dayText, hasWords, headline } from '../words.js'
import { Doubts, VerdictBar } from './icons.js'
import { MoreList } from './more-list.js'
import { ShortForeign } from './texts.js'

/** What a session is called. */
export function nameOf({ title, session }: ReportEntry): string {
  return title ?? session
}

/** What the sessions can be sorted by; equal ones stay as they were read. */
const orders = {
  title: (one: ReportEntry, other: ReportEntry) => nameOf(one).localeCompare(nameOf(other), 'en'),
  until: (one: ReportEntry, other: ReportEntry) => Date.parse(other.ended) - Date.parse(one.ended),
  turns: (one: ReportEntry, other: ReportEntry) => other.turns - one.turns,
  completions: (one: ReportEntry, other: ReportEntry) => completionsIn(other) - completionsIn(one),
  worst: (one: ReportEntry, other: ReportEntry) =>
    worstFirst(one, other) || completionsIn(other) - completionsIn(one),
}
type Order = keyof typeof orders
const columns: readonly (readonly [Order, string])[] = [
  ['title', 'Session'],
  ['until', 'Until'],
  ['turns', 'Turns'],
  ['completions', 'Completions'],
  ['worst', 'In doubt'],
]

/** The index. @param missing the key of a session that a link named and that is not here, or null */
export function IndexPage({ index, missing }: { index: ReportIndex; missing: string | null }): JSX.Element {
  const [order, setOrder] = useState<Order>('worst')
  const [filter, setFilter] = useState('')
  const { sessions } = index
  const shown = useMemo(
    () =>
      sessions
        .filter(({ title, session, file, profile }) =>
          hasWords(`${title ?? ''} ${session} ${file ?? ''} ${profile}`, filter),
        )
        .toSorted(orders[order]),
    [sessions, order, filter],
  )
  const totals = useMemo(() => {
    const counts = { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 }
    for (const entry of sessions) for (const verdict of verdicts) counts[verdict] += entry.verdicts[verdict]
    return counts
  }, [sessions])
  const turns = sessions.reduce((sum, entry) => sum + entry.turns, 0)
  return (
    <>
      <header class="session-head">
        <p class="facts">
          {count(sessions.length, 'session')} · {count(turns, 'turn')}
        </p>
        <h1>
          Todos of <ShortForeign text={index.source} limit={120} />
        </h1>
        <p class="headline">{headline(totals)}</p>
        <VerdictBar counts={totals} />
      </header>
      {missing === null ? null : (
        <p class="missing-session" role="status">
          There is no session{' '}
          {/^[\x20-\x7e]*$/.test(missing) ? <ShortForeign text={missing} limit={100} /> : 'of that name'} in
          this report.
        </p>
      )}
      <section aria-labelledby="sessions-title">
        <div class="section-head">
          <h2 id="sessions-title">Sessions</h2>
          <input
            id="search"
            type="search"
            placeholder="Filter  /"
            aria-label="Filter the sessions"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </div>
        {shown.length === 0 ? <p class="soft">No session has all of these words.</p> : null}
        <MoreList key={`${order} ${filter}`} entries={shown} step={100} noun="session">
          {(entries) => (
            <table class="sessions" hidden={entries.length === 0}>
              <thead>
                <tr>
                  {columns.map(([name, title]) => (
                    <th
                      key={name}
                      scope="col"
                      class={name}
                      aria-sort={name !== order ? 'none' : name === 'title' ? 'ascending' : 'descending'}
                    >
                      <button type="button" class="plain" onClick={() => setOrder(name)}>
                        {title}
                        <span aria-hidden="true">{name !== order ? '' : name === 'title' ? ' ↑' : ' ↓'}</span>
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <Row key={entry.key} entry={entry} />
                ))}
              </tbody>
            </table>
          )}
        </MoreList>
      </section>
    </>
  )
}

function Row({ entry }: { entry: ReportEntry }): JSX.Element {
  const { key, session, file, profile, parent, ended, turns } = entry
  const completions = completionsIn(entry)
  // The file and its folder: many recordings have one name.
  const path = file?.split(/[/\\]/).slice(-2).join('/')
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ session: key })}>
          <ShortForeign text={nameOf(entry)} limit={100} />
        </a>
        <small>
          {parent === null ? null : <span class="tag change">sub-agent</span>}{' '}
          <ShortForeign text={profile} limit={40} /> · <ShortForeign text={path ?? session} limit={80} />
        </small>
      </th>
      <td class="until">{dayText(ended)}</td>
      <td class="number" data-label="turns">
        {turns.toLocaleString('en-US')}
      </td>
      <td class="number" data-label="completions">
        {completions === 0 ? '–' : completions.toLocaleString('en-US')}
      </td>
      <td class="doubt">
        <Doubts entry={entry} />
      </td>
    </tr>
  )
}
