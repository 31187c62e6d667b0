/** One completion as people read it: what was claimed, where, and why it is believed or not. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import {
  completionMarks,
  factWords,
  readerSentences,
  timelineFacts,
} from '../session-view/completion-words.js'
import { findingsBeside } from '../session-view/concerns.js'
import { outcomeMarks, outcomeOf, severityStyles, verdictMarks } from '../session-view/words.js'
import { someOf } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { shortName } from '../text/short-name.js'
import type { Style, TextLayout } from '../text/style.js'
import { fit, hang, pad, widthOf, wrap } from '../text/wrap.js'
import { ruleTag } from './audit-report.js'
import { ItemNumbers } from './item-numbers.js'

/** How an audit is laid out. */
export interface AuditLayout extends TextLayout {
  /** Tells numbers apart that the session used twice; as they are when absent. */
  readonly numbers?: ItemNumbers
}

const textLimit = 300
const shortLimit = 50
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
  { columns, style, numbers }: AuditLayout,
): readonly string[] {
  const { verdict } = completion
  const mark = verdictMarks[verdict]
  const before = `  ${mark.mark} `
  const [first = '', ...rest] = hang(
    before,
    `${verdict.toUpperCase()} ${itemOf(completion, numbers)}`,
    columns,
  )
  const layout = { indent, labelColumns, columns, style }
  const room = columns - indent - labelColumns
  const details = (list: readonly Labelled[]) => list.flatMap((detail) => labelled(detail, layout))
  return [
    ...[first, ...rest].map((line) => style(mark.style, style('bold', line))),
    ...details(complaintsOf(completion, findings, fitting(completion, file, room))),
    ...timelineLines(completion, room, style).map((line, index) => {
      const label = index === 0 ? style('dim', pad('timeline', labelColumns)) : ' '.repeat(labelColumns)
      return `${' '.repeat(indent)}${label}${line}`
    }),
    ...details(lacksOf(completion)),
  ]
}

/** A completion in short: its item and its strongest evidence. */
export function completionLine(
  completion: CompletionAudit,
  { columns, style, numbers }: AuditLayout,
): readonly string[] {
  const { mark, style: name } = verdictMarks[completion.verdict]
  const before = `  ${mark} `
  const [first = '', ...rest] = hang(before, itemOf(completion, numbers), columns)
  const [strongest] = completion.facts
  const evidence =
    strongest === undefined ? [] : hang('    ', printable(evidenceText(strongest), textLimit), columns)
  const [said, ...more] = readerSentences(completion)
  const read = said === undefined ? [] : [`reader: ${said}`, ...more]
  return [
    `  ${style(name, mark)} ${first.slice(before.length)}`,
    ...rest,
    ...read.flatMap((text) => hang('    ', printable(text, textLimit), columns)),
    ...evidence.map((line) => style('dim', line)),
  ]
}

/** A completion that is not believed, in short: a line of its own, and in another where it is and which rules complain. */
export function shortText(
  completion: CompletionAudit,
  findings: readonly Finding[],
  file: string | null,
  { columns, style, numbers }: AuditLayout,
): readonly string[] {
  const { mark, style: name } = verdictMarks[completion.verdict]
  const before = `  ${mark} `
  const item = fit(itemOf(completion, numbers, shortLimit), columns - before.length)
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  const place = placeOf(completion, file === null ? null : shortName(file))
  const more = fit(
    printable([place, ...(rules.length === 0 ? [] : [someOf(rules, 1)])].join(', ')),
    columns - before.length,
  )
  return [`  ${style(name, mark)} ${item}`, style('dim', `${' '.repeat(before.length)}${more}`)]
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
  return shortName(file)
}

/** The item's id and its text. */
function itemOf(completion: CompletionAudit, numbers = new ItemNumbers([]), limit = textLimit): string {
  return `${numbers.of(completion)} ${printable(completion.text, limit)}`
}

/** Why it is doubted, where it was completed, and what else is wrong with that. */
function complaintsOf(
  completion: CompletionAudit,
  findings: readonly Finding[],
  file: string | null,
): readonly Labelled[] {
  const { turn, call } = completion
  return [
    ...whyText(completion, findings),
    ...readerText(completion),
    { label: 'where', text: `${placeOf(completion, file)}, turn ${turn}, call ${call}` },
    ...findingsBeside(completion, findings).map((finding) => ({
      label: finding.severity,
      labelStyle: severityStyles[finding.severity],
      text: `${finding.message} ${ruleTag(finding)}`,
    })),
  ]
}

/** Why it is doubted, and the rules that find so. */
function whyText({ why }: CompletionAudit, findings: readonly Finding[]): readonly Labelled[] {
  if (why === undefined) return []
  const tags = findings
    .filter(({ message }) => message === why.sentence)
    .map((finding) => ruleTag(finding, true))
  return [{ label: 'why', text: [why.sentence, ...tags].join(' ') }]
}

/** What a reader says: the headline of the case, then what it quotes, then how sure it is; only that where it is why. */
function readerText(completion: CompletionAudit): readonly Labelled[] {
  const isWhy = completion.why?.sentence.startsWith('A reader (') === true
  const sentences = readerSentences(completion)
  return (isWhy ? sentences.slice(-1) : sentences).map((text, index) => ({
    label: index === 0 ? 'reader' : '',
    text,
  }))
}

/** What would help. */
function lacksOf(completion: CompletionAudit): readonly Labelled[] {
  return [
    ...(completion.readable < 1 ? [{ label: 'gaps', text: gapText(completion) }] : []),
    ...completion.needs.map((text, index) => ({ label: index === 0 ? 'needs' : '', text })),
  ]
}

function gapText({ readable }: CompletionAudit): string {
  return `the log has the results of ${Math.floor(readable * 100)} % of the calls around it`
}

/** The timeline of a completion in lines of at most `columns`: its marks, and between them the evidence. Without evidence it is a single sentence. */
function timelineLines(completion: CompletionAudit, columns: number, style: Style): readonly string[] {
  const marks = completionMarks(completion)
  const facts = timelineFacts(completion)
  if (facts.length === 0) {
    const course = marks.map(({ words, turn }) => `${words} in turn ${turn}`).join(', ')
    return wrap(completion.facts.length === 0 ? `${course}; no tool states anything of it` : course, columns)
  }
  const entries = [...marks, ...facts].sort((one, other) => one.seq - other.seq)
  const turnColumns = Math.max(...entries.map(({ turn }) => `turn ${turn}`.length)) + 2
  return entries.flatMap((entry) => {
    const turn = style('dim', pad(`turn ${entry.turn}`, turnColumns))
    if ('words' in entry) return [`${turn}${style('dim', entry.words)}`]
    const { mark, style: name } =
      outcomeMarks[outcomeOf(entry.says === 'for' ? true : entry.says === 'against' ? false : null)]
    const before = `${mark} `
    const room = columns - turnColumns - before.length
    return wrap(printable(evidenceText(entry), textLimit), room).map((line, index) =>
      index === 0
        ? `${turn}${style(name, mark)}${before.slice(1)}${line}`
        : `${' '.repeat(turnColumns + before.length)}${line}`,
    )
  })
}

/** A fact in words, with its place. Not yet printable. */
export function evidenceText(fact: Fact): string {
  const { tool, source, seq } = fact
  const place = tool === '' ? '' : ` (${source === undefined ? `seq ${seq}` : `line ${source.line}`})`
  return `${factWords(fact)}${place}`
}
