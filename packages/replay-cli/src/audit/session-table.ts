/** Many sessions at a glance: one row each, the worst first. */

import type { FindingCounts, Severity, Verdict } from '@todo-ledger/audit'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style, StyleName } from '../text/style.js'
import { type TableCell, type TableColumn, tableLines } from '../text/table.js'
import type { AuditedSession } from './followed-session.js'
import { type NamedSession, sessionNames } from './session-names.js'
import { isNotable } from './session-text.js'

/** What is kept of a session for its row. */
export interface SessionRow extends NamedSession {
  /** Its profile. */
  readonly profile: string
  /** Its turns. */
  readonly turns: number
  /** Its completions by verdict. */
  readonly verdicts: { readonly [V in Verdict]: number }
  /** Its findings that no baseline accepts. */
  readonly findings: FindingCounts
  /** True where a person should look at it. */
  readonly isNotable: boolean
}

/** How much of the table is shown. */
export interface TableOptions {
  /** Columns of a line. */
  readonly columns: number
  /** Sets parts off. */
  readonly style: Style
  /** True: all sessions, however many. */
  readonly all: boolean
}

/** So many sessions are all shown; of more only those with something to look at. */
const fewSessions = 20

/** As many rows are shown where not all are asked for. */
const mostRows = 100

/** What is kept of a session for its row. */
export function sessionRow({ audit, file }: AuditedSession): SessionRow {
  const { session, profile, turns, summary } = audit
  const at = (severity: Severity) =>
    audit.findings.filter((finding) => finding.severity === severity && finding.known !== true).length
  return {
    session,
    file,
    profile,
    turns,
    verdicts: summary.verdicts,
    findings: { error: at('error'), warning: at('warning'), info: at('info') },
    isNotable: isNotable(audit),
  }
}

/** The lines of the table: the worst session first, those with nothing to look at as a number where there are many. */
export function sessionTable(
  rows: readonly SessionRow[],
  { columns, style, all }: TableOptions,
): readonly string[] {
  const isLong = !all && rows.length > fewSessions
  const wanted = (isLong ? rows.filter((row) => row.isNotable) : rows).toSorted(worstFirst)
  const shown = all ? wanted : wanted.slice(0, mostRows)
  const left = wanted.length - shown.length
  const quiet = isLong ? rows.filter((row) => !row.isNotable) : []
  const profiles = new Set(rows.map(({ profile }) => profile))
  const names = sessionNames(rows)
  const nameOf = new Map(rows.map((row, index) => [row, names[index] ?? '']))
  const agent: readonly TableColumn[] = profiles.size > 1 ? [{ title: 'agent', isText: true }] : []
  const table = tableLines(
    'session',
    [...agent, ...numbers.map(({ title }) => ({ title }))],
    shown.map((row) => ({
      name: nameOf.get(row) ?? '',
      cells: [
        ...(profiles.size > 1 ? [{ text: printable(row.profile, 40) }] : []),
        ...numbers.map((number) => cellOf(number, row, style)),
      ],
    })),
    { columns, style },
  )
  const completions = quiet.reduce((sum, row) => sum + completionsOf(row), 0)
  return [
    ...(shown.length === 0 ? [] : [...table, style('dim', legend), '']),
    ...(left === 0 ? [] : [`  and ${count(left, 'more session')} to look at: --all shows them`, '']),
    ...(quiet.length === 0
      ? []
      : [
          `${style('green', '✓')} ${count(quiet.length, shown.length === 0 ? 'session' : 'other session')} with nothing to look at (${count(completions, 'completion')})`,
          '',
        ]),
  ]
}

const legend = '  ✓ supported  ~ weak  ✗ unsupported  ? unknown'

/** A column of numbers. */
interface NumberColumn {
  readonly title: string
  readonly of: (row: SessionRow) => number
  /** How a number above 0 is set off. */
  readonly style?: StyleName
}

const numbers: readonly NumberColumn[] = [
  { title: 'turns', of: ({ turns }) => turns },
  { title: 'done', of: completionsOf },
  { title: '✓', of: ({ verdicts }) => verdicts.supported },
  { title: '~', of: ({ verdicts }) => verdicts.weak, style: 'yellow' },
  { title: '✗', of: ({ verdicts }) => verdicts.unsupported, style: 'red' },
  { title: '?', of: ({ verdicts }) => verdicts.unknown, style: 'blue' },
  { title: 'error', of: ({ findings }) => findings.error, style: 'red' },
  { title: 'warn', of: ({ findings }) => findings.warning, style: 'yellow' },
]

function cellOf({ of, style: name }: NumberColumn, row: SessionRow, style: Style): TableCell {
  const number = of(row)
  if (number === 0) return { text: '·', paint: (text) => style('dim', text) }
  const text = String(number)
  return name === undefined ? { text } : { text, paint: (padded) => style(name, padded) }
}

function completionsOf({ verdicts }: SessionRow): number {
  return verdicts.supported + verdicts.weak + verdicts.unsupported + verdicts.unknown
}

/** Errors weigh most, then what is not supported, then what is to be looked at; else the order of reading stays. */
function worstFirst(one: SessionRow, other: SessionRow): number {
  return (
    other.findings.error - one.findings.error ||
    other.verdicts.unsupported - one.verdicts.unsupported ||
    other.findings.warning - one.findings.warning ||
    other.verdicts.weak - one.verdicts.weak ||
    other.verdicts.unknown - one.verdicts.unknown
  )
}
