/** Many sessions at a glance: one row each, the worst first. */

import {
  completionsIn,
  countFindings,
  isNotable,
  type SessionCounts,
  worstFirst,
} from '../session-view/concerns.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { ListLayout } from '../text/style.js'
import { type NumberColumn, numberTable } from '../text/table.js'
import type { AuditedSession } from './followed-session.js'

export type SessionRow = ReturnType<typeof sessionRow>

/** So many sessions are all shown; of more only those with something to look at. */
const fewSessions = 20

export function sessionRow({ audit, file }: AuditedSession) {
  const { session, profile, turns, summary } = audit
  const counts: SessionCounts = { verdicts: summary.verdicts, findings: countFindings(audit) }
  return { session, file, profile, turns, ...counts, isNotable: isNotable(audit) }
}

const numbers: readonly NumberColumn<SessionRow>[] = [
  ['turns', ({ turns }) => turns],
  ['done', completionsIn],
  ['✓', ({ verdicts }) => verdicts.supported],
  ['~', ({ verdicts }) => verdicts.weak, 'yellow'],
  ['✗', ({ verdicts }) => verdicts.unsupported, 'red'],
  ['○', ({ verdicts }) => verdicts.undecided],
  ['?', ({ verdicts }) => verdicts.unknown, 'blue'],
  ['error', ({ findings }) => findings.error, 'red'],
  ['warn', ({ findings }) => findings.warning, 'yellow'],
]

const agent: NumberColumn<SessionRow> = ['agent', ({ profile }) => printable(profile, 40)]

const legend = '  ✓ supported  ~ weak  ✗ unsupported  ○ undecided  ? unknown'

/** The lines of the table: the worst session first, those with nothing to look at as a number where there are many. */
export function sessionTable(
  rows: readonly SessionRow[],
  { columns, style, all }: ListLayout,
): readonly string[] {
  const names = sessionNames(rows)
  const isLong = !all && rows.length > fewSessions
  const shown = rows
    .map((row, index) => ({ row, name: names[index] ?? '' }))
    .filter(({ row }) => !isLong || row.isNotable)
    .toSorted((one, other) => worstFirst(one.row, other.row))
  const hasAgents = new Set(rows.map(({ profile }) => profile)).size > 1
  const titles = hasAgents ? [agent, ...numbers] : numbers
  const table = numberTable('session', titles, shown, { columns, style })
  const quiet = isLong ? rows.filter((row) => !row.isNotable) : []
  const completions = quiet.reduce((sum, row) => sum + completionsIn(row), 0)
  const others = count(quiet.length, shown.length === 0 ? 'session' : 'other session')
  const nothing = `${others} with nothing to look at (${count(completions, 'completion')})`
  return [
    ...(shown.length === 0 ? [] : [...table, style('dim', legend), '']),
    ...(quiet.length === 0 ? [] : [`${style('green', '✓')} ${nothing}`, '']),
  ]
}

/** A short name of each session of one source: its file without the folders that all share, and the session where a file holds several; printable. */
export function sessionNames(
  sessions: readonly { readonly session: string; readonly file: string | null }[],
): readonly string[] {
  const files = sessions.flatMap(({ file }) => file ?? [])
  const [first = ''] = files
  let shared = first.lastIndexOf('/') + 1
  while (shared > 0 && !files.every((file) => file.startsWith(first.slice(0, shared))))
    shared = first.lastIndexOf('/', shared - 2) + 1
  const several = new Set(files.filter((file, index) => files.indexOf(file) !== index))
  return sessions.map(({ session, file }) => {
    if (file === null) return printable(session)
    const name = file.slice(shared).replace(/\.jsonl?$/i, '')
    return printable(several.has(file) && !name.endsWith(session) ? `${name} ${session}` : name)
  })
}
