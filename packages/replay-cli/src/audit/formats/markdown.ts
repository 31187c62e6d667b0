/** The audit as Markdown, for a job's summary or a comment: a table of the sessions, and what is to look at of each. */

import type { Finding, Verdict } from '@todo-ledger/audit'
import {
  type Concern,
  concernsOf,
  countFindings,
  findingsBeside,
  isNotable,
  type SessionCounts,
  worstFirst,
} from '../../session-view/concerns.js'
import { outcomeMarks, outcomeOf } from '../../session-view/words.js'
import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import { styleFor } from '../../text/style.js'
import { type AuditReport, evidenceText, placeOf } from '../audit-report.js'
import { newPart } from '../baseline.js'
import { factOutcomes } from '../completion-text.js'
import type { AuditedSession } from '../followed-session.js'
import { sessionNames } from '../session-table.js'
import { completionsText, summaryText } from './text.js'

const marks: { readonly [V in Verdict]: string } = {
  supported: '✅ supported',
  weak: '🟡 weak',
  unsupported: '❌ unsupported',
  undecided: '⬜ undecided',
  unknown: '❔ unknown',
}

/** As many UTF-16 units of an item's text are shown. */
const textLimit = 200

/** As many are shown of each, the worst first: GitHub takes no summary above 1 MiB. */
const most = { rows: 100, concerns: 100 }

/** A session with the name that it has beside the others. */
interface NamedSession extends AuditedSession {
  readonly name: string
}

/** The lines of the whole document. */
export function markdownLines(report: AuditReport): readonly string[] {
  const { sessions } = report
  const names = sessionNames(sessions.map(({ audit, file }) => ({ session: audit.session, file })))
  const notable = sessions
    .map((session, index): NamedSession => ({ ...newPart(session), name: names[index] ?? '' }))
    .filter(({ audit }) => isNotable(audit))
    .toSorted((one, other) => worstFirst(countsOf(one), countsOf(other)))
  let room = most.concerns
  let left = 0
  const sections = notable.flatMap((session) => {
    const { grave } = concernsOf(session.audit)
    const shown = grave.slice(0, room)
    room -= shown.length
    left += grave.length - shown.length
    return shown.length === 0 ? [] : sessionLines(session, shown)
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

function countsOf({ audit }: AuditedSession): SessionCounts {
  return { verdicts: audit.summary.verdicts, findings: countFindings(audit) }
}

function sessionTable(notable: readonly NamedSession[], all: number): readonly string[] {
  const hasAccepted = notable.some(({ accepted }) => accepted !== undefined && accepted.completions > 0)
  const rows = notable.slice(0, most.rows).map((session) => {
    const { verdicts, findings } = countsOf(session)
    const numbers = [
      ...[verdicts.supported, verdicts.weak, verdicts.unsupported, verdicts.undecided, verdicts.unknown],
      ...(hasAccepted ? [session.accepted?.completions ?? 0] : []),
      ...[findings.error, findings.warning],
    ]
    return [cell(session.name, 80), ...numbers.map((number) => (number === 0 ? '' : number))]
  })
  const titles = [
    'session',
    ...Object.values(marks),
    ...(hasAccepted ? ['accepted'] : []),
    'errors',
    'warnings',
  ]
  const left = notable.length - rows.length
  const quiet = all - notable.length
  const others = [
    ...(left === 0 ? [] : [`${count(left, 'more session')} to look at`]),
    ...(quiet === 0 ? [] : [`${count(quiet, 'session')} with nothing to look at`]),
  ]
  return [
    ...(rows.length === 0 ? [] : table(titles, rows)),
    ...(others.length === 0 ? [] : ['', `${rows.length === 0 ? '' : 'And '}${others.join(', ')}.`]),
  ]
}

function sessionLines(session: NamedSession, shown: readonly Concern[]): readonly string[] {
  const { audit, file, name } = session
  const facts = [
    ...(file === null ? [] : [code(file)]),
    code(audit.profile, 60),
    count(audit.turns, 'turn'),
    completionsText(session),
  ]
  const others = shown.flatMap(({ completion, findings }) => (completion === null ? findings : []))
  return [
    ...['', `## ${code(name, 80)}`, '', facts.join(', ')],
    ...shown.flatMap((concern) => completionLines(concern, file)),
    ...(others.length === 0 ? [] : ['', '### The list as a whole', '']),
    ...others.map((finding) =>
      findingLine(finding, `turn ${finding.turn}, ${code(placeOf(finding, file))}: `),
    ),
  ]
}

function completionLines({ completion, findings }: Concern, file: string | null): readonly string[] {
  if (completion === null) return []
  const { item, text, verdict, turn, needs, facts, why } = completion
  const inOrder = facts.toSorted((one, other) => one.seq - other.seq)
  const rows = inOrder.map((fact) => [
    fact.turn,
    outcomeMarks[outcomeOf(factOutcomes[fact.says])].mark,
    cell(evidenceText(fact), textLimit),
  ])
  return [
    ...['', `### ${marks[verdict]}: ${code(`#${item}`, 40)} ${code(text, textLimit)}`, ''],
    ...(why === undefined ? [] : [`- **why**: ${code(why.sentence)}`]),
    ...findingsBeside(completion, findings).map((finding) => findingLine(finding)),
    ...needs.map((what) => `- needs: ${code(what)}`),
    `- where: turn ${turn}, ${code(placeOf(completion, file))}`,
    ...(facts.length === 0
      ? []
      : [
          ...['', `<details><summary>${count(facts.length, 'fact')}</summary>`],
          ...table(['turn', 'says', 'fact'], rows),
          ...['', '</details>'],
        ]),
  ]
}

function findingLine({ severity, rule, message }: Finding, where = ''): string {
  return `- **${severity}**: ${where}${code(message)} ${code(rule)}`
}

type Row = readonly (string | number)[]

/** Columns of numbers alone end at their right edge. */
function table(titles: readonly string[], rows: readonly Row[]): readonly string[] {
  const isNumber = titles.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number' || row[column] === ''),
  )
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`
  return ['', line(titles), line(isNumber.map((is) => (is ? '---:' : '---'))), ...rows.map(line)]
}

/**
 * A text as a code span: on one line, whatever stands in it. Source: CommonMark, "Code spans": the fence is longer than
 * any run of backticks within, and one space beside a backtick is not shown.
 */
function code(text: string, limit?: number): string {
  const line = printable(text, limit)
  if (line === '') return ''
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1)
  const beside = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${beside}${line}${beside}${fence}`
}

/**
 * The same in the cell of a table, where a bar ends the cell even within code; with a backslash of its own before it,
 * readers of Markdown disagree. Source: GitHub Flavored Markdown, tables.
 */
function cell(text: string, limit?: number): string {
  return code(text, limit)
    .replace(/\\(?=\|)/g, '\\ ')
    .replaceAll('|', '\\|')
}
