/** The audit as Markdown, for a job's summary or a comment: a table of the sessions, and what is to look at of each. */

import type { CompletionAudit, Finding, Verdict } from '@todo-ledger/audit'
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
import type { AuditedSession } from '../audit-collector.js'
import type { AuditReport } from '../audit-report.js'
import { newPart } from '../baseline/new-part.js'
import { evidenceText, placeOf } from '../completion-text.js'
import { sessionNames } from '../session-table.js'
import { completionsText, summaryText } from '../summary-text.js'

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
const most = { rows: 100, full: 50, short: 250, quiet: 50 }

/** The lines of the whole document. */
export function markdownLines(report: AuditReport): readonly string[] {
  const { sessions } = report
  const names = sessionNames(sessions.map(({ audit, file }) => ({ session: audit.session, file })))
  const notable = sessions
    .map((session, index): NamedAudit => ({ ...newPart(session), name: names[index] ?? '' }))
    .filter(({ audit }) => isNotable(audit))
    .toSorted((one, other) => worstFirst(countsOf(one), countsOf(other)))
  const room = { full: most.full, short: most.short }
  const sections = notable.flatMap((session) => sessionLines(session, room))
  const left = notable.reduce((sum, { audit }) => sum + concernsOf(audit).grave.length, 0) - shownOf(room)
  return [
    '# Todo audit',
    '',
    `${summaryText(report, styleFor(false))}.`,
    ...sessionTable(notable, sessions.length),
    ...sections,
    ...(left === 0 ? [] : ['', `And ${count(left, 'more', 'more')} to look at.`]),
  ]
}

/** A session with the name that it has beside the others. */
interface NamedAudit extends AuditedSession {
  readonly name: string
}

/** How much may still be shown. */
interface Room {
  full: number
  short: number
}

function shownOf({ full, short }: Room): number {
  return most.full - full + most.short - short
}

function countsOf({ audit }: AuditedSession): SessionCounts {
  return { verdicts: audit.summary.verdicts, findings: countFindings(audit) }
}

function sessionTable(notable: readonly NamedAudit[], all: number): readonly string[] {
  const quiet = all - notable.length
  const hasAccepted = notable.some(({ accepted }) => accepted !== undefined && accepted.completions > 0)
  const titles = [...Object.values(marks), ...(hasAccepted ? ['accepted'] : []), 'errors', 'warnings']
  const rows = notable.slice(0, most.rows).map((session) => {
    const { verdicts, findings } = countsOf(session)
    const { supported, weak, unsupported, undecided, unknown } = verdicts
    const known = hasAccepted ? [session.accepted?.completions ?? 0] : []
    const numbers = [
      supported,
      weak,
      unsupported,
      undecided,
      unknown,
      ...known,
      findings.error,
      findings.warning,
    ]
    return row([markdownCell(session.name, 80), ...numbers.map((number) => (number === 0 ? '' : number))])
  })
  const left = notable.length - rows.length
  const others = [
    ...(left === 0 ? [] : [`${count(left, 'more session')} to look at`]),
    ...(quiet === 0 ? [] : [`${count(quiet, 'session')} with nothing to look at`]),
  ]
  return [
    ...(rows.length === 0
      ? []
      : ['', row(['session', ...titles]), row(['---', ...titles.map(() => '---:')]), ...rows]),
    ...(others.length === 0 ? [] : ['', `${rows.length === 0 ? '' : 'And '}${others.join(', ')}.`]),
  ]
}

function sessionLines(session: NamedAudit, room: Room): readonly string[] {
  const { audit, file, name } = session
  const { grave, believed, undecided } = concernsOf(audit)
  const full = grave.slice(0, room.full)
  const short = grave.slice(full.length, full.length + room.short)
  room.full -= full.length
  room.short -= short.length
  if (full.length + short.length === 0) return []
  const facts = [
    ...(file === null ? [] : [markdownCode(file)]),
    markdownCode(audit.profile, 60),
    count(audit.turns, 'turn'),
    completionsText(session),
  ]
  const others = full.filter(({ completion }) => completion === null).flatMap(({ findings }) => findings)
  return [
    '',
    `## ${markdownCode(name, 80)}`,
    '',
    facts.join(', '),
    ...full.flatMap((concern) => completionLines(concern, file)),
    ...(others.length === 0 ? [] : ['', '### The list as a whole', '']),
    ...others.map((finding) => findingLine(finding, file)),
    ...(short.length === 0 ? [] : ['', ...short.map(shortLine)]),
    ...quietLines(believed, 'supported'),
    ...quietLines(undecided, 'undecided'),
  ]
}

function completionLines({ completion, findings }: Concern, file: string | null): readonly string[] {
  if (completion === null) return []
  const { item, text, verdict, turn, needs, facts } = completion
  return [
    '',
    `### ${marks[verdict]}: ${markdownCode(`#${item}`, 40)} ${markdownCode(text, textLimit)}`,
    '',
    ...(completion.why === undefined ? [] : [`- **why**: ${markdownCode(completion.why.sentence)}`]),
    ...findingsBeside(completion, findings).map((finding) => findingLine(finding, null)),
    ...needs.map((what) => `- needs: ${markdownCode(what)}`),
    `- where: turn ${turn}, ${markdownCode(placeOf(completion, file))}`,
    ...factTable(facts),
  ]
}

/** One of many, in a line. */
function shortLine({ completion, findings: [finding] }: Concern): string {
  if (completion === null) return finding === undefined ? '' : findingLine(finding, null)
  const { verdict, item, text, turn } = completion
  return `- ${marks[verdict]}: ${markdownCode(`#${item}`, 40)} ${markdownCode(text, textLimit)}, turn ${turn}`
}

/** What counts for a completion, folded away. */
function factTable(facts: CompletionAudit['facts']): readonly string[] {
  if (facts.length === 0) return []
  const inOrder = facts.toSorted((one, other) => one.seq - other.seq)
  return [
    '',
    `<details><summary>${count(facts.length, 'fact')}</summary>`,
    '',
    '| turn | says | fact |',
    '| ---: | --- | --- |',
    ...inOrder.map((entry) =>
      row([
        entry.turn,
        outcomeMarks[outcomeOf(entry.says === 'for' ? true : entry.says === 'against' ? false : null)].mark,
        markdownCell(evidenceText(entry), textLimit),
      ]),
    ),
    '',
    '</details>',
  ]
}

function findingLine(finding: Finding, file: string | null): string {
  const { severity, rule, turn, message } = finding
  const where = file === null ? '' : `turn ${turn}, ${markdownCode(placeOf(finding, file))}: `
  return `- **${severity}**: ${where}${markdownCode(message)} ${markdownCode(rule)}`
}

/** Completions of a verdict that nothing speaks against. */
function quietLines(fine: readonly CompletionAudit[], verdict: Verdict): readonly string[] {
  if (fine.length === 0) return []
  return [
    '',
    `<details><summary>${fine.length} ${verdict}</summary>`,
    '',
    '| item | text | turn |',
    '| --- | --- | ---: |',
    ...fine
      .slice(0, most.quiet)
      .map(({ item, text, turn }) =>
        row([markdownCell(`#${item}`, 40), markdownCell(text, textLimit), turn]),
      ),
    ...(fine.length > most.quiet ? ['', `And ${count(fine.length - most.quiet, 'more', 'more')}.`] : []),
    '',
    '</details>',
  ]
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

/**
 * A text as a code span: on one line, whatever stands in it. Source: CommonMark, "Code spans": the fence is longer than
 * any run of backticks within, and one space beside a backtick is not shown.
 */
function markdownCode(text: string, limit?: number): string {
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
function markdownCell(text: string, limit?: number): string {
  return markdownCode(text, limit)
    .replace(/\\(?=\|)/g, '\\ ')
    .replaceAll('|', '\\|')
}
