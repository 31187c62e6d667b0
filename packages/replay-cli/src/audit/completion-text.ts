/** One completion as people read it: what was claimed, where, and why it is believed or not. */

import type { CompletionAudit, Finding } from '@todo-ledger/audit'
import { completionMarks, readerSentences, timelineFacts } from '../session-view/completion-words.js'
import { findingsBeside } from '../session-view/concerns.js'
import { outcomeMarks, outcomeOf, severityStyles, verdictMarks } from '../session-view/words.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { shortName } from '../text/short-name.js'
import type { TextLayout } from '../text/style.js'
import { hang, pad, widthOf, wrap } from '../text/wrap.js'
import { evidenceText, placeOf, ruleTag } from './audit-report.js'

/** How an audit is laid out: numbers of items tell apart what the session numbered alike. */
export interface AuditLayout extends TextLayout {
  readonly numberOf: (named: Pick<CompletionAudit, 'item' | 'seq'>) => string
}

const textLimit = 300
const indent = 4
const labelColumns = 10

/** A completion at full length. @param findings those about it; @param file the recorded file, or null */
export function completionText(
  completion: CompletionAudit,
  findings: readonly Finding[],
  file: string | null,
  layout: AuditLayout,
): readonly string[] {
  const { columns, style } = layout
  const { verdict, turn, call, why, readable, needs } = completion
  const { mark, style: name } = verdictMarks[verdict]
  const head = hang(`  ${mark} `, `${verdict.toUpperCase()} ${itemOf(completion, layout)}`, columns)
  const room = columns - indent - labelColumns
  const tags = findings.filter(({ message }) => message === why?.sentence).map((each) => ruleTag(each, true))
  // By the whole path where the place fits into a line, so that it can be opened; else by its name alone.
  const fits = widthOf(printable(placeOf(completion, file))) <= room
  const place = placeOf(completion, file === null || fits ? file : shortName(file))
  const details: readonly Labelled[] = [
    ...(why === undefined ? [] : [{ label: 'why', text: [why.sentence, ...tags].join(' ') }]),
    ...underLabel(
      'reader',
      why?.sentence.startsWith('A reader (') === true
        ? readerSentences(completion).slice(-1)
        : readerSentences(completion),
    ),
    { label: 'where', text: `${place}, turn ${turn}, call ${call}` },
    ...findingsBeside(completion, findings).map((finding) => ({
      label: finding.severity,
      labelStyle: severityStyles[finding.severity],
      text: `${finding.message} ${ruleTag(finding)}`,
    })),
  ]
  const gaps = `the log has the results of ${Math.floor(readable * 100)} % of the calls around it`
  const lacks = [...underLabel('gaps', readable < 1 ? [gaps] : []), ...underLabel('needs', needs)]
  const paragraphs = (all: readonly Labelled[]) =>
    all.flatMap((each) => labelled(each, { indent, labelColumns, columns, style }))
  return [
    ...head.map((line) => style(name, style('bold', line))),
    ...paragraphs(details),
    ...timelineLines(completion, { columns: room, style }).map((line, index) => {
      const label = index === 0 ? style('dim', pad('timeline', labelColumns)) : ' '.repeat(labelColumns)
      return `${' '.repeat(indent)}${label}${line}`
    }),
    ...paragraphs(lacks),
  ]
}

/** A completion in short: its item, what a reader says of it, and its strongest evidence. */
export function completionLine(completion: CompletionAudit, layout: AuditLayout): readonly string[] {
  const { columns, style } = layout
  const { mark, style: name } = verdictMarks[completion.verdict]
  const [first = '', ...rest] = hang(`  ${mark} `, itemOf(completion, layout), columns)
  const [said, ...more] = readerSentences(completion)
  const below = (text: string): readonly string[] => hang('    ', printable(text, textLimit), columns)
  return [
    `  ${style(name, mark)}${first.slice(2 + mark.length)}`,
    ...rest,
    ...(said === undefined ? [] : [`reader: ${said}`, ...more].flatMap(below)),
    ...completion.facts
      .slice(0, 1)
      .flatMap((fact) => below(evidenceText(fact)).map((line) => style('dim', line))),
  ]
}

function itemOf(completion: CompletionAudit, { numberOf }: AuditLayout): string {
  return `${numberOf(completion)} ${printable(completion.text, textLimit)}`
}

/** Texts one under the other, the first with a label. */
function underLabel(label: string, texts: readonly string[]): readonly Labelled[] {
  return texts.map((text, index) => ({ label: index === 0 ? label : '', text }))
}

/** The timeline of a completion: its marks, and between them the evidence. Without evidence it is a single sentence. */
function timelineLines(completion: CompletionAudit, { columns, style }: TextLayout): readonly string[] {
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
    const { mark, style: name } = outcomeMarks[outcomeOf(factOutcomes[entry.says])]
    const [first = '', ...rest] = hang(
      `${mark} `,
      printable(evidenceText(entry), textLimit),
      columns - turnColumns,
    )
    return [
      `${turn}${style(name, mark)}${first.slice(mark.length)}`,
      ...rest.map((line) => `${' '.repeat(turnColumns)}${line}`),
    ]
  })
}

/** What a fact says, as the outcome of a call by which it is marked. */
export const factOutcomes = { for: true, against: false, half: null } as const

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

/** Item numbers as people read them: `#2`, or `#2 (second list)` where another item had the number before. */
export function itemNumbers(
  completions: readonly Pick<CompletionAudit, 'item' | 'key' | 'list' | 'turn' | 'seq'>[],
): AuditLayout['numberOf'] {
  const names = new Map<string, string>()
  const firstList = new Map<string, number>()
  const firstKey = new Map<string, string>()
  for (const { item, key, list = 1, turn, seq } of completions) {
    const first = firstList.get(item) ?? list
    const place = JSON.stringify([item, list])
    const before = firstKey.get(place) ?? key
    firstList.set(item, first)
    firstKey.set(place, before)
    const apart = [
      ...(list === first ? [] : [`${ordinals[list - 1] ?? `${list}th`} list`]),
      ...(key === before ? [] : [`turn ${turn}`]),
    ]
    if (apart.length > 0) names.set(`${seq} ${item}`, ` (${apart.join(', ')})`)
  }
  return ({ item, seq }) => `#${printable(item, 40)}${names.get(`${seq} ${item}`) ?? ''}`
}
