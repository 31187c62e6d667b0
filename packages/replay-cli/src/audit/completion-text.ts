/** One completion as people read it: what was claimed, where, and why it is believed or not. */

import { basename } from 'node:path'
import type { CompletionAudit, EvidenceEntry, Finding, Verdict } from '@todo-ledger/core'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { Style, StyleName } from '../text/style.js'
import { widthOf } from '../text/width.js'
import { hang } from '../text/wrap.js'

/** How an audit is laid out. */
export interface AuditLayout {
  /** Columns of a line. */
  readonly columns: number
  /** Sets parts off. */
  readonly style: Style
}

/** How a verdict is marked, so that it is seen without colours too. */
const verdictMarks: { readonly [V in Verdict]: { readonly mark: string; readonly style: StyleName } } = {
  unsupported: { mark: '✗', style: 'red' },
  weak: { mark: '~', style: 'yellow' },
  unknown: { mark: '?', style: 'blue' },
  supported: { mark: '✓', style: 'green' },
}

const severityStyles: { readonly [S in Finding['severity']]: StyleName } = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
}

/** As many pieces of evidence are shown of a completion. */
const shownEvidence = 3
const textLimit = 300
const indent = 4
const labelColumns = 10

/**
 * A completion at full length.
 * @param findings the findings about it
 * @param file the recorded file, or null
 */
export function completionText(
  completion: CompletionAudit,
  findings: readonly Finding[],
  file: string | null,
  { columns, style }: AuditLayout,
): readonly string[] {
  const { verdict } = completion
  const mark = verdictMarks[verdict]
  const before = `  ${mark.mark} `
  const [first = '', ...rest] = hang(before, `${verdict.toUpperCase()} ${itemOf(completion)}`, columns)
  const layout = { indent, labelColumns, columns, style }
  return [
    [first, ...rest].map((line) => style(mark.style, style('bold', line))),
    ...detailsOf(completion, findings, fitting(completion, file, columns - indent - labelColumns)).map(
      (detail) => labelled(detail, layout),
    ),
  ].flat()
}

/** A completion in short: its item, its support and its strongest evidence. */
export function completionLine(
  completion: CompletionAudit,
  { columns, style }: AuditLayout,
): readonly string[] {
  const { mark, style: name } = verdictMarks[completion.verdict]
  const before = `  ${mark} `
  const [first = '', ...rest] = hang(before, itemOf(completion), columns)
  const [strongest] = completion.evidence
  const evidence =
    strongest === undefined ? [] : hang('    ', printable(evidenceText(strongest), textLimit), columns)
  return [
    `  ${style(name, mark)} ${first.slice(before.length)}`,
    ...rest,
    ...evidence.map((line) => style('dim', line)),
  ]
}

/** Where an event stands: the file and line for a recording, else the seq. */
export function placeOf(
  { seq, source }: { readonly seq: number; readonly source?: { readonly line: number } },
  file: string | null,
): string {
  return source === undefined || file === null ? `seq ${seq}` : `${file}:${source.line}`
}

/** The file by its whole path where the place fits into a line, so that it can be opened; else by its name alone. */
function fitting(completion: CompletionAudit, file: string | null, columns: number): string | null {
  if (file === null || widthOf(printable(placeOf(completion, file))) <= columns) return file
  return basename(file)
}

/** The item's id, its text, and its support where there is one. */
function itemOf({ item, text, support }: CompletionAudit): string {
  const tail = support === null ? '' : ` (support ${support.toFixed(2)})`
  return `#${printable(item, 40)} ${printable(text, textLimit)}${tail}`
}

function detailsOf(
  completion: CompletionAudit,
  findings: readonly Finding[],
  file: string | null,
): readonly Labelled[] {
  const { turn, call, evidence, missing, wouldChange } = completion
  const where = `${placeOf(completion, file)}, turn ${turn}, call ${call}`
  const shown = evidence.slice(0, shownEvidence)
  return [
    { label: 'where', text: where },
    ...findings.map(({ severity, message, rule }) => ({
      label: severity,
      labelStyle: severityStyles[severity],
      text: `${message} [${rule}]`,
    })),
    ...missing.map((text, index) => ({ label: index === 0 ? 'missing' : '', text })),
    ...shown.map((entry, index) => ({ label: index === 0 ? 'evidence' : '', text: evidenceText(entry) })),
    ...(completion.readable < 1 ? [{ label: 'gaps', text: gapText(completion) }] : []),
    ...wouldChange.map((text, index) => ({ label: index === 0 ? 'needs' : '', text })),
  ]
}

function evidenceText(entry: EvidenceEntry): string {
  const { source, seq, tool, effect, why, weight } = entry
  const place = source === undefined ? `seq ${seq}` : `line ${source.line}`
  return `${place}: ${tool} (${effect}), ${why} [${weight.toFixed(2)}]`
}

function gapText({ readable }: CompletionAudit): string {
  return `the log has the results of ${Math.floor(readable * 100)} % of the calls around it`
}
