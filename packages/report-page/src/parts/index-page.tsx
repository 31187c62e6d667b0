/** The index of a report of several sessions: totals, and a line for each session, worst first. */

import { useMemo, useState } from 'preact/hooks'
import {
  completionsIn,
  count,
  grouped,
  type ReportEntry,
  type ReportIndex,
  verdicts,
  worstFirst,
} from 'todo-replay/session-view'
import { dayText, hasWords, headline } from '../words.js'
import { Doubts, VerdictBar } from './icons.js'
import { MoreList } from './more-list.js'
import { Filter } from './page-frame.js'
import { SessionTable, subAgentTag, type TableRow } from './session-table.js'
import { ShortForeign } from './texts.js'

export function nameOf({ title, session }: ReportEntry): string {
  return title ?? session
}

const columns = [
  { name: 'title', title: 'Session' },
  { name: 'until', title: 'Until' },
  { name: 'turns', title: 'Turns' },
  { name: 'completions', title: 'Completions' },
  { name: 'doubt', title: 'In doubt' },
] as const

/** Equal ones stay as they were read. */
function mostInDoubt(one: ReportEntry, other: ReportEntry): number {
  return worstFirst(one, other) || completionsIn(other) - completionsIn(one)
}

export function IndexPage({ index }: { index: ReportIndex }) {
  const [filter, setFilter] = useState('')
  const { sessions } = index
  const shown = useMemo(
    () =>
      sessions
        .filter(({ title, session, file, profile }) =>
          hasWords(`${title ?? ''} ${session} ${file ?? ''} ${profile}`, filter),
        )
        .toSorted(mostInDoubt),
    [sessions, filter],
  )
  const totals = useMemo(() => {
    const counts = { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 }
    for (const entry of sessions) for (const verdict of verdicts) counts[verdict] += entry.verdicts[verdict]
    return counts
  }, [sessions])
  const turns = sessions.reduce((sum, entry) => sum + entry.turns, 0)
  return (
    <>
      <header>
        <p class="soft small">
          {count(sessions.length, 'session')} · {count(turns, 'turn')}
        </p>
        <h1>
          Todos of <ShortForeign text={index.source} limit={120} />
        </h1>
        <p class="headline">{headline(totals)}</p>
        <VerdictBar counts={totals} />
      </header>
      <section aria-labelledby="sessions-title">
        <div class="row apart">
          <h2 id="sessions-title">Sessions</h2>
          <Filter what="sessions" isMain value={filter} onValue={setFilter} />
        </div>
        {shown.length === 0 && <p class="soft">No session has all of these words.</p>}
        <MoreList key={filter} entries={shown} step={100} noun="session">
          {(entries) => <SessionTable columns={columns} rows={entries.map(rowOf)} />}
        </MoreList>
      </section>
    </>
  )
}

function rowOf(entry: ReportEntry): TableRow {
  const { key, session, file, profile, parent, ended, turns } = entry
  const completions = completionsIn(entry)
  // The file and its folder: many recordings have one name.
  const path = file?.split(/[/\\]/).slice(-2).join('/')
  return {
    key,
    title: nameOf(entry),
    tags: parent === null ? [] : [subAgentTag],
    about: [profile, path ?? session],
    cells: [
      dayText(ended),
      grouped(turns),
      completions === 0 ? '–' : grouped(completions),
      <Doubts key="it" entry={entry} />,
    ],
  }
}
