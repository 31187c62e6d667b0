/** The details: what happened in the turn, or what the audit says of the selected item, and its life. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import { caseRows, factMark, factWords } from '../session-view/completion-words.js'
import { concernOf } from '../session-view/concerns.js'
import { readableInput, saidInWhole } from '../session-view/conversation.js'
import type { ItemReplay, ReplayEvent } from '../session-view/session-replay.js'
import { usageText } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import {
  changePhrase,
  clockText,
  eventWords,
  lifePhrase,
  outcomeMarks,
  outcomeOf,
  type Phrase,
  phraseText,
  placeWords,
  statusMarks,
  verdictMarks,
} from '../session-view/words.js'
import { count } from '../text/count.js'
import { cut } from '../text/cut.js'
import { printable } from '../text/printable.js'
import { eventMarks, hanging, type Line, lineWidth, severityMarks, sides, sign, span } from './lines.js'
import type { DebuggerState } from './state.js'

export interface DetailLine {
  readonly line: Line
  /** Where Enter leads: to a turn and an item in it; or the seq of the step whose texts it unfolds. */
  readonly enter?: { readonly turn: number; readonly key?: string } | { readonly unfold: number }
  /** The seq of the step that it is the first line of. */
  readonly seq?: number
}

interface Context {
  readonly state: DebuggerState
  readonly view: SessionView
  readonly columns: number
}

/** The lines that were asked for last: a screen asks for the same several times, and they may be thousands. */
let last: { readonly of: readonly unknown[]; readonly lines: readonly DetailLine[] } = { of: [], lines: [] }

/** The lines of the details; at least one. */
export function detailLines(state: DebuggerState, view: SessionView, columns: number): readonly DetailLine[] {
  const { turn, key, details, open, unfolded } = state
  const of = [view, turn, key, details, open, unfolded, columns]
  if (!of.every((each, place) => each === last.of[place])) {
    const context = { state, view, columns: columns - 1 }
    last = { of, lines: details === 'turn' ? turnLines(context) : itemLines(context) }
  }
  return last.lines
}

function plain(lines: readonly Line[], enter?: DetailLine['enter']): readonly DetailLine[] {
  return lines.map((line) => (enter === undefined ? { line } : { line, enter }))
}

function note(text: string): DetailLine {
  return { line: [span(` ${text}`, 'dim')] }
}

function printed(phrase: Phrase): string {
  return phraseText(phrase, printable)
}

function turnLines(context: Context): readonly DetailLine[] {
  const { view, columns } = context
  const { turn } = context.state
  const played = view.turn(turn)
  if (played === undefined) return [note('There is no such turn.')]
  const time = clockText(played.at)
  const whose = view.whoseTurn(turn)
  const facts = [
    ...(whose === null ? [] : [`by ${printable(whose, 40)}`]),
    `events ${played.seqs.join('–')}`,
    ...(time === '' ? [] : [`${played.at.slice(0, 10)} ${time}`]),
    ...(played.usage === undefined ? [] : [`tokens ${usageText(played.usage)}`]),
  ]
  return [
    ...plain(hanging([span(' ')], facts.join(', '), columns, 'dim')),
    ...view.findingsIn(turn).flatMap(({ finding, key }) => {
      const about = finding.item === null ? '' : `#${printable(finding.item, 24)} `
      return plain(findingLines(finding, about, columns), key === null ? { turn } : { turn, key })
    }),
    ...played.events.flatMap((event) => eventLines(event, context)),
    ...(played.events.length === 0 ? [note('Nothing is recorded of it.')] : []),
  ]
}

function findingLines({ severity, rule, message }: Finding, about: string, columns: number): readonly Line[] {
  const before = [span(' '), sign(severityMarks[severity]), span(' ')]
  const styles = severity === 'info' ? [] : [severityMarks[severity].style]
  return hanging(before, `${about}${printable(message, 1000)} [${rule}]`, columns, ...styles)
}

function isUnfolded({ open, unfolded }: DebuggerState, seq: number): boolean {
  return open.has(seq) !== unfolded
}

/** A step: a line that says what it was, what it did to the list, and its texts in whole where it is unfolded. */
function eventLines(event: ReplayEvent, { state, view, columns }: Context): readonly DetailLine[] {
  const { seq, kind, changes = [], violations = [] } = event
  const mark = kind === 'call' ? outcomeMarks[outcomeOf(event.ok)] : eventMarks[kind]
  const before = [span(' '), sign(mark), span(' ')]
  const place = span(` ${placeWords(event)}`, 'dim')
  const who = view.whoElse(event)
  const said = `${who === null ? '' : `[${who.slice(0, 24)}] `}${eventText(event)}`
  const texts = isUnfolded(state, seq) ? view.textsOf(seq) : null
  const isCall = texts?.input != null
  const [first = before, ...rest] =
    texts === null
      ? [[...before, span(printable(said, columns))]]
      : textLines(before, isCall ? said : saidInWhole(said, texts.output), columns - lineWidth([place]))
  const indent = [span('     ')]
  const lines = [
    sides(first, [place], columns),
    ...rest,
    ...changes.flatMap((change) => {
      const text = printed(changePhrase(change, (key) => view.itemAt(key, state.turn)))
      return hanging(indent, text, columns)
    }),
    ...violations.flatMap(({ rule, message }) => {
      const text = `${printable(message, 400)} [${printable(rule, 60)}]`
      return kind === 'rejection'
        ? hanging(indent, text, columns, 'red')
        : hanging(indent, `flagged: ${text}`, columns, 'yellow')
    }),
    ...(isCall ? callLines(texts.input, texts.output, columns) : []),
  ]
  return lines.map((line, at) => ({ line, enter: { unfold: seq }, ...(at === 0 ? { seq } : {}) }))
}

function eventText({ kind, text, tool = kind, verify, effect }: ReplayEvent): string {
  switch (kind) {
    case 'call': {
      const what = verify === true ? ' (check)' : effect === 'write' ? ' (write)' : ''
      return `${tool}${what} ${text}`
    }
    // The changes and the violations stand below it.
    case 'update':
      return `${tool} changes the list`
    case 'rejection':
      return `${tool} was refused`
    case 'message':
      return text.replace(/^assistant: /, '')
    default:
      return `${eventWords[kind]}: ${text}`
  }
}

function callLines(input: string, output: string | null, columns: number): readonly Line[] {
  const labelled = (label: string, text: string) =>
    textLines([span('     '), span(label.padEnd(7), 'dim')], text, columns)
  return [
    ...(input === '' ? [] : labelled('given', readableInput(input))),
    ...(output === null
      ? [[span('     '), span('no result in the log', 'dim')]]
      : labelled('result', output)),
  ]
}

/** More of one text is no reading: as many UTF-16 units are shown of it. */
const shownUnits = 500_000

/** A text of several lines; `before` stands before the first, as much space before the others. */
function textLines(before: Line, text: string, columns: number): readonly Line[] {
  const shown = cut(text, shownUnits)
  const space = [span(' '.repeat(lineWidth(before)))]
  const lines = shown
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line, place) => {
      const indent = /^[ \t]*/.exec(line)?.[0].replace(/\t/g, '  ').slice(0, 20) ?? ''
      return hanging([...(place === 0 ? before : space), span(indent)], printable(line, shownUnits), columns)
    })
  const left = text.length - shown.length
  if (left === 0) return lines
  return [...lines, [...space, span(`and ${count(left, 'more character')}: export has all of it`, 'dim')]]
}

const verdictWords: { readonly [V in CompletionAudit['verdict']]: string } = {
  unsupported: 'The log does not show that it was done',
  weak: 'The log shows only in part that it was done',
  undecided: 'There was work, and only its meaning decides',
  unknown: 'What would show it may lie in a gap of the log',
  supported: 'The log shows that it was done',
}

/** The lines of the selected item: its case at the turn, what else is found, and its life. */
function itemLines(context: Context): readonly DetailLine[] {
  const { view, columns } = context
  const { turn, key } = context.state
  const item = key === null ? undefined : view.item(key)
  if (item === undefined) return [note('No item is selected. Tab, then ↑ ↓ in the list.')]
  const { id, text, status } = view.itemAt(item.key, turn) ?? item
  const head = [span(' '), sign(statusMarks[status]), span(` #${printable(id, 24)} `, 'bold')]
  const completions = view.completionsOf(item.key)
  const shown = view.completionAt(item.key, turn) ?? completions[0]
  const findings = view.findings.flatMap(({ finding, key: about }) => (about === item.key ? finding : []))
  const others = findings.filter(({ seq }) => seq !== shown?.seq)
  return [
    ...plain(hanging(head, printable(text, 1000), columns, 'bold')),
    ...(shown === undefined
      ? [note('It is never marked as done.')]
      : completionLines(shown, completions.length, context)),
    ...others.flatMap((finding) => {
      const { turn: then } = finding
      return plain(findingLines(finding, `turn ${then}: `, columns), { turn: then })
    }),
    { line: [span(' ')] },
    ...lifeLines(item, context),
  ]
}

function completionLines(
  completion: CompletionAudit,
  times: number,
  context: Context,
): readonly DetailLine[] {
  const { verdict, turn, copied } = completion
  const { columns, view } = context
  const later = turn > context.state.turn ? ` It is marked as done later, in turn ${turn}.` : ''
  const again = times > 1 ? ` Marked ${times} times.` : ''
  const { mark, style } = verdictMarks[verdict]
  const head = `${verdict.toUpperCase()}. ${verdictWords[verdict]}.${later}${again}`
  const from = copied === undefined ? [] : [`copied from session ${printable(copied, 200)}, counted there`]
  const { findings } = concernOf(completion, view.replay.audit)
  return [
    ...plain(hanging([span(' '), span(mark, style), span(' ')], head, columns, style)),
    ...from.flatMap((text) => plain(hanging([span('   ')], text, columns, 'dim'))),
    ...caseRows(completion, findings, placeWords(completion)).flatMap(({ label, text, fact }) => {
      if (fact !== undefined) return factLines(fact, context)
      const before = span(`   ${label.padEnd(9)}`, 'dim')
      return plain(
        hanging([before], printable(text, 1000), columns),
        label === 'where' ? { turn } : undefined,
      )
    }),
  ]
}

/** What a tool states; unfolded, the call. */
function factLines(fact: Fact, { state, view, columns }: Context): readonly DetailLine[] {
  const { seq, turn } = fact
  const place = span(` ${placeWords(fact)}`, 'dim')
  const before = [span('   '), sign(factMark(fact)), span(` t${turn} `, 'dim')]
  const [first = [], ...rest] = hanging(before, printable(factWords(fact), 300), columns - lineWidth([place]))
  const texts = isUnfolded(state, seq) ? view.textsOf(seq) : null
  const lines = [
    sides(first, [place], columns),
    ...rest,
    ...(texts === null ? [] : callLines(texts.input ?? '', texts.output, columns)),
  ]
  return plain(lines, { unfold: seq })
}

/** What happened to the item, and how it left. */
function lifeLines(
  { key, life, before, left }: ItemReplay,
  { state, view, columns }: Context,
): readonly DetailLine[] {
  const digits = Math.max(...life.map(({ turn }) => String(turn).length), 1)
  const spent = view.replay.usage?.items.find((each) => each.key === key)
  const lines = life.flatMap((change) => {
    const { turn, tool } = change
    const who = view.whoElse(change)
    const by = [
      ...(who === null ? [] : [`by ${printable(who, 40)}`]),
      ...(tool === null ? [] : [printable(tool, 40)]),
      placeWords(change),
    ]
    const at = `${turn === state.turn ? ' ▸' : '  '}turn ${String(turn).padEnd(digits)}  `
    const text = `${printed(lifePhrase(change, before))} (${by.join(', ')})`
    return plain(hanging([span(at, 'dim')], text, columns), { turn })
  })
  const silently = 'It left while it was open, and nothing says why.'
  return [
    ...lines,
    ...(left?.silently === true ? plain(hanging([span(' ')], silently, columns, 'red')) : []),
    ...(spent === undefined
      ? []
      : plain(hanging([span(' ')], `Tokens while it was in progress: ${usageText(spent)}.`, columns, 'dim'))),
  ]
}
