/** The index of a report of several sessions: totals, and a line for each session, worst first. */

import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { completionsIn, count, type ReportEntry, type ReportIndex, verdicts } from 'todo-replay/session-view'
import { type IndexOrder, nameOf, sorted } from '../data/index-order.js'
import { hashOf } from '../data/place.js'
import { dayText, headline } from '../data/words.js'
import { ShortForeign } from './foreign.js'
import { VerdictIcon } from './icons.js'
import { MoreList } from './more-list.js'
import { VerdictBar } from './verdict-bar.js'

/** The index. @param missing the key of a session that a link named and that is not here, or null */
export function IndexPage({ index, missing }: { index: ReportIndex; missing: string | null }): JSX.Element {
  const [order, setOrder] = useState<IndexOrder>('worst')
  const [filter, setFilter] = useState('')
  const { sessions } = index
  const shown = useMemo(() => sorted(sessions, order, filter), [sessions, order, filter])
  const totals = useMemo(() => totalsOf(sessions), [sessions])
  return (
    <>
      <header class="session-head">
        <p class="facts">
          {count(sessions.length, 'session')} · {count(totals.turns, 'turn')}
        </p>
        <h1>
          Todos of <ShortForeign text={index.source} limit={120} />
        </h1>
        <p class="headline">{headline(totals.verdicts)}</p>
        <VerdictBar counts={totals.verdicts} />
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
                  <SortHead name="title" order={order} onOrder={setOrder}>
                    Session
                  </SortHead>
                  <SortHead name="until" order={order} onOrder={setOrder}>
                    Until
                  </SortHead>
                  <SortHead name="turns" order={order} onOrder={setOrder}>
                    Turns
                  </SortHead>
                  <SortHead name="completions" order={order} onOrder={setOrder}>
                    Completions
                  </SortHead>
                  <SortHead name="worst" order={order} onOrder={setOrder}>
                    In doubt
                  </SortHead>
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

interface SortHeadProps {
  readonly name: IndexOrder
  readonly order: IndexOrder
  readonly onOrder: (order: IndexOrder) => void
  readonly children: string
}

function SortHead({ name, order, onOrder, children }: SortHeadProps): JSX.Element {
  const isSorted = name === order
  const direction = name === 'title' ? 'ascending' : 'descending'
  return (
    <th scope="col" class={name} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" class="plain" onClick={() => onOrder(name)}>
        {children}
        <span aria-hidden="true">{isSorted ? (direction === 'ascending' ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  )
}

function Row({ entry }: { entry: ReportEntry }): JSX.Element {
  const { key, session, file, profile, parent, ended, turns, findings } = entry
  const completions = completionsIn(entry)
  return (
    <tr class={entry.verdicts.unsupported > 0 ? 'bad' : ''}>
      <th scope="row">
        <a href={hashOf({ session: key, turn: null, item: null })}>
          <ShortForeign text={nameOf(entry)} limit={100} />
        </a>
        <small>
          {parent === null ? null : <span class="tag change">sub-agent</span>}{' '}
          <ShortForeign text={profile} limit={40} /> ·{' '}
          <ShortForeign text={shortPath(file) ?? session} limit={80} />
        </small>
      </th>
      <td class="until" data-label="until">
        {ended.startsWith('1970-') ? '–' : dayText(ended)}
      </td>
      <td class="number" data-label="turns">
        {turns.toLocaleString('en-US')}
      </td>
      <td class="number" data-label="completions">
        {completions === 0 ? '–' : completions.toLocaleString('en-US')}
      </td>
      <td class="doubt" data-label="in doubt">
        {verdicts.map((verdict) =>
          verdict === 'supported' || entry.verdicts[verdict] === 0 ? null : (
            <span key={verdict} class="count" title={verdict}>
              <VerdictIcon verdict={verdict} /> {entry.verdicts[verdict]}
              <span class="unseen"> {verdict}</span>
            </span>
          ),
        )}
        {findings.error === 0 ? null : <span class="severity error">{count(findings.error, 'error')}</span>}
        {findings.warning === 0 ? null : (
          <span class="severity warning">{count(findings.warning, 'warning')}</span>
        )}
      </td>
    </tr>
  )
}

/** The file and its folder: many recordings have one name. */
function shortPath(file: string | null): string | null {
  return file === null ? null : file.split(/[/\\]/).slice(-2).join('/')
}

function totalsOf(entries: readonly ReportEntry[]): Pick<ReportEntry, 'turns' | 'verdicts'> {
  const sum = (number: (entry: ReportEntry) => number): number =>
    entries.reduce((total, entry) => total + number(entry), 0)
  return {
    turns: sum(({ turns }) => turns),
    verdicts: {
      supported: sum((entry) => entry.verdicts.supported),
      weak: sum((entry) => entry.verdicts.weak),
      unsupported: sum((entry) => entry.verdicts.unsupported),
      undecided: sum((entry) => entry.verdicts.undecided),
      unknown: sum((entry) => entry.verdicts.unknown),
    },
  }
}
