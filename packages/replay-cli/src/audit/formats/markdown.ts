/** The audit as Markdown, for a job's summary or a comment: a table of the sessions, and what is to look at of each. */

import type { AuditSummary, CompletionAudit, Finding, Verdict } from '@todo-ledger/audit'
import { type Concern, concernsOf, isNotable } from '../../session-view/concerns.js'
import { outcomeMarks, outcomeOf } from '../../session-view/words.js'
import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import { styleFor } from '../../text/style.js'
import type { AuditedSession } from '../audit-collector.js'
import type { AuditReport } from '../audit-report.js'
import { evidenceText, placeOf } from '../completion-text.js'
import { summaryText } from '../summary-text.js'

const marks: { readonly [V in Verdict]: string } = {
  supported: '✅ supported',
  weak: '🟡 weak',
  unsupported: '❌ unsupported',
  unknown: '❔ unknown',
}

/** As many UTF-16 units of an item's text are shown. */
const textLimit = 200

/** The lines of the whole document. */
export function markdownLines({ sessions, summary }: AuditReport): readonly string[] {
  const notable = sessions.filter(({ audit }) => isNotable(audit))
  return [
    '# Todo audit',
    '',
    `${summaryText(summary, styleFor(false))}.`,
    '',
    ...sessionTable(sessions),
    ...notable.flatMap(sessionLines),
  ]
}

function sessionTable(sessions: readonly AuditedSession[]): readonly string[] {
  if (sessions.length === 0) return []
  return [
    '| session | turns | completions | supported | weak | unsupported | unknown | errors | warnings |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...sessions.map(({ audit }) => {
      const { verdicts } = audit.summary
      const at = (severity: keyof AuditSummary['findings']) =>
        audit.findings.filter((finding) => finding.severity === severity).length
      const cells = [
        markdownCell(audit.session, 60),
        audit.turns,
        audit.completions.length,
        verdicts.supported,
        verdicts.weak,
        verdicts.unsupported,
        verdicts.unknown,
        at('error'),
        at('warning'),
      ]
      return row(cells)
    }),
  ]
}

function sessionLines({ audit, file }: AuditedSession): readonly string[] {
  const { grave, believed } = concernsOf(audit)
  const others = grave.filter(({ completion }) => completion === null).flatMap(({ findings }) => findings)
  const facts = [
    ...(file === null ? [] : [markdownCode(file)]),
    markdownCode(audit.profile, 60),
    count(audit.turns, 'turn'),
    count(audit.completions.length, 'completion'),
  ]
  return [
    '',
    `## ${markdownCode(audit.session, 60)}`,
    '',
    facts.join(', '),
    ...grave.flatMap((concern) => completionLines(concern, file)),
    ...(others.length === 0 ? [] : ['', '### The list as a whole', '']),
    ...others.map((finding) => findingLine(finding, file)),
    ...supportedLines(believed),
  ]
}

function completionLines({ completion, findings }: Concern, file: string | null): readonly string[] {
  if (completion === null) return []
  const { item, text, verdict, support, turn, missing, wouldChange, evidence } = completion
  const score = support === null ? '' : `, support ${support.toFixed(2)} of 1`
  return [
    '',
    `### ${marks[verdict]}: ${markdownCode(`#${item}`, 40)} ${markdownCode(text, textLimit)}`,
    '',
    `Completed in turn ${turn}, ${markdownCode(placeOf(completion, file))}${score}.`,
    '',
    ...findings.map((finding) => findingLine(finding, null)),
    ...missing.map((what) => `- missing: ${markdownCode(what)}`),
    ...wouldChange.map((what) => `- needs: ${markdownCode(what)}`),
    ...evidenceTable(evidence),
  ]
}

function evidenceTable(evidence: CompletionAudit['evidence']): readonly string[] {
  if (evidence.length === 0) return []
  const inOrder = evidence.toSorted((one, other) => one.seq - other.seq)
  return [
    '',
    '| turn | ok | counts, of 1 | evidence |',
    '| ---: | --- | ---: | --- |',
    ...inOrder.map((entry) =>
      row([
        entry.turn,
        outcomeMarks[outcomeOf(entry.ok)].mark,
        entry.weight.toFixed(2),
        markdownCell(evidenceText(entry), textLimit),
      ]),
    ),
  ]
}

function findingLine(finding: Finding, file: string | null): string {
  const { severity, rule, turn, message, known } = finding
  const where = file === null ? '' : `turn ${turn}, ${markdownCode(placeOf(finding, file))}: `
  const mark = known === true ? ' (known)' : ''
  return `- **${severity}**${mark} ${markdownCode(rule)}: ${where}${markdownCode(message)}`
}

/** What is supported, folded away. */
function supportedLines(fine: readonly CompletionAudit[]): readonly string[] {
  if (fine.length === 0) return []
  return [
    '',
    `<details><summary>${fine.length} supported</summary>`,
    '',
    '| item | text | turn | support, of 1 |',
    '| --- | --- | ---: | ---: |',
    ...fine.map(({ item, text, turn, support }) =>
      row([markdownCell(`#${item}`, 40), markdownCell(text, textLimit), turn, support?.toFixed(2) ?? '']),
    ),
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
export function markdownCode(text: string, limit?: number): string {
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
