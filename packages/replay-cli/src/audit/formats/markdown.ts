/** The audit as Markdown, for a job's summary or a comment: a table of the sessions, and what is to look at of each. */

import type { Finding, Verdict } from '@todo-ledger/audit'
import { caseRows } from '../../session-view/completion-words.js'
import { type Concern, concernsOf, worstFirst } from '../../session-view/concerns.js'
import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import { styleFor } from '../../text/style.js'
import { type AuditReport, newPart, placeOf } from '../audit-report.js'
import type { AuditedSession } from '../followed-session.js'
import { type SessionRow, sessionNames, sessionRow } from '../session-table.js'
import { summaryText } from './text.js'

const marks: { readonly [V in Verdict]: string } = {
  supported: '✅ supported',
  weak: '🟡 weak',
  unsupported: '❌ unsupported',
  undecided: '⬜ undecided',
  unknown: '❔ unknown',
}

/** As many rows and things to look at are shown, the worst first: GitHub takes no summary above 1 MiB. */
const most = 100

/** A session with its numbers, and the name that it has beside the others. */
interface NamedSession {
  readonly session: AuditedSession
  readonly row: SessionRow
  readonly name: string
}

export function markdownLines(report: AuditReport): readonly string[] {
  const sessions = report.sessions.map(newPart)
  const names = sessionNames(sessions.map(({ audit, file }) => ({ session: audit.session, file })))
  const notable = sessions
    .map((session, index): NamedSession => ({ session, row: sessionRow(session), name: names[index] ?? '' }))
    .filter(({ row }) => row.isNotable)
    .toSorted((one, other) => worstFirst(one.row, other.row))
  let room = most
  let left = 0
  const sections = notable.flatMap((named) => {
    const { grave } = concernsOf(named.session.audit)
    const shown = grave.slice(0, room)
    room -= shown.length
    left += grave.length - shown.length
    return shown.length === 0 ? [] : sessionLines(named, shown)
  })
  return [
    '# Todo audit',
    '',
    `${summaryText(report, styleFor(false))}.`,
    ...sessionTable(notable, sessions.length),
    ...sections,
    ...(left === 0 ? [] : ['', `And ${count(left, 'more', 'more')} to look at.`]),
  ]
}

function sessionTable(notable: readonly NamedSession[], all: number): readonly string[] {
  const rows = notable.slice(0, most).map(({ name, row: { verdicts: v, findings } }) => {
    const numbers = [v.supported, v.weak, v.unsupported, v.undecided, v.unknown]
    return line([cell(name), ...[...numbers, findings.error, findings.warning].map((n) => n || '')])
  })
  const titles = ['session', ...Object.values(marks), 'errors', 'warnings']
  const others = [
    ...(rows.length === notable.length
      ? []
      : [`${count(notable.length - rows.length, 'more session')} to look at`]),
    ...(notable.length === all ? [] : [`${count(all - notable.length, 'session')} with nothing to look at`]),
  ]
  return [
    ...(rows.length === 0
      ? []
      : ['', line(titles), line(titles.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows]),
    ...(others.length === 0 ? [] : ['', `${rows.length === 0 ? '' : 'And '}${others.join(', ')}.`]),
  ]
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

function sessionLines(
  { session: { audit, file }, name }: NamedSession,
  shown: readonly Concern[],
): readonly string[] {
  const facts = [
    ...(file === null ? [] : [code(file)]),
    code(audit.profile, 60),
    count(audit.turns, 'turn'),
    count(audit.completions.length, 'completion'),
  ]
  const others = shown.flatMap(({ completion, findings }) => (completion === null ? findings : []))
  return [
    ...['', `## ${code(name, 80)}`, '', facts.join(', ')],
    ...shown.flatMap((concern) => completionLines(concern, file)),
    ...(others.length === 0 ? [] : ['', '### The list as a whole', '']),
    ...others.map((finding) => findingLine(finding, file)),
  ]
}

function completionLines({ completion, findings }: Concern, file: string | null): readonly string[] {
  if (completion === null) return []
  const { item, text, verdict, turn } = completion
  return [
    ...['', `### ${marks[verdict]}: ${code(`#${item}`, 40)} ${code(text, 200)}`, ''],
    ...caseRows(completion, findings, `turn ${turn}, ${placeOf(completion, file)}`).map(
      ({ label, text: said }) => (label === '' ? `  - ${code(said)}` : `- **${label}**: ${code(said)}`),
    ),
  ]
}

function findingLine(finding: Finding, file: string | null): string {
  const { severity, turn, message, rule } = finding
  return `- **${severity}**: turn ${turn}, ${code(placeOf(finding, file))}: ${code(message)} ${code(rule)}`
}

/**
 * A text as a code span: on one line, whatever stands in it. Source: CommonMark, "Code spans": the fence is longer than
 * any run of backticks within, and one space beside a backtick is not shown.
 */
function code(text: string, limit?: number): string {
  const shown = printable(text, limit)
  if (shown === '') return ''
  const runs = shown.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1)
  const beside = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${fence}${beside}${shown}${beside}${fence}`
}

/**
 * The same in the cell of a table, where a bar ends the cell even within code; with a backslash of its own before it,
 * readers of Markdown disagree. Source: GitHub Flavored Markdown, tables.
 */
function cell(text: string): string {
  return code(text, 80)
    .replace(/\\(?=\|)/g, '\\ ')
    .replaceAll('|', '\\|')
}
