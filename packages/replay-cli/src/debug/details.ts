/** The details: what happened in the turn, what the audit says of the selected item, or the item's life. */

import type { CompletionAudit, Fact, Finding } from '@todo-ledger/audit'
import type { Change, Violation } from '@todo-ledger/core'
import { completionMarks } from '../session-view/concerns.js'
import { readableInput, saidInWhole } from '../session-view/conversation.js'
import { factWords, timelineFacts } from '../session-view/fact-words.js'
import { readerSentences } from '../session-view/reader-words.js'
import type { CallReplay, ItemReplay, LifeReplay, ReplayEvent } from '../session-view/session-replay.js'
import type { SessionView } from '../session-view/session-view.js'
import { usageText } from '../session-view/usage.js'
import { clockText } from '../session-view/words.js'
import { count } from '../text/count.js'
import { cut } from '../text/cut.js'
import { printable } from '../text/printable.js'
import { differs } from '../what-if/what-if-text.js'
import { hanging, type Line, lineWidth, type Span, sides, span } from './lines.js'
import { listRows, selectedRow } from './list-pane.js'
import {
  changeSign,
  differenceSign,
  eventSign,
  outcomeSign,
  severitySign,
  statusSign,
  verdictSign,
  verdictStyle,
} from './signs.js'
import type { Action, Debugged, DebuggerState } from './state.js'
import type { WhatIfReplay } from './what-if.js'

/** One line of the details. */
export interface DetailLine {
  /** The line. */
  readonly line: Line
  /** What Enter does on it; nothing when absent. */
  readonly enter?: Action
  /** The seq of the event that it is the first line of; absent on all others. */
  readonly seq?: number
}

/** What details are made from. */
interface DetailContext {
  /** The session. */
  readonly view: SessionView
  /** The turn at the cursor. */
  readonly turn: number
  /** The key of the selected item, or null. */
  readonly key: string | null
  /** True for the seqs of what is shown in full. */
  readonly isOpen: (seq: number) => boolean
  /** The session under another profile, while it is shown. */
  readonly whatIf: WhatIfReplay | null
  /** Columns of a line. */
  readonly columns: number
}

/** The lines that were asked for last: a screen asks for the same several times, and they may be thousands. */
let asked: { readonly of: readonly unknown[]; readonly lines: readonly DetailLine[] } = { of: [], lines: [] }

/** The lines of the details; at least one. @param columns the columns of a line */
export function detailLines(
  state: DebuggerState,
  debugged: Debugged,
  columns: number,
): readonly DetailLine[] {
  const view = debugged.sessions[state.session]
  if (view === undefined) return [{ line: [] }]
  const { turn, key, details, open, unfolded, whatIf } = state
  const of = [view, turn, key, details, open, unfolded, whatIf, columns]
  if (!of.every((each, place) => each === asked.of[place]))
    asked = { of, lines: linesOf(state, view, columns) }
  return asked.lines
}

function linesOf(state: DebuggerState, view: SessionView, columns: number): readonly DetailLine[] {
  const whatIf = shownWhatIf(state)
  const { turn, open, unfolded } = state
  const isOpen = (seq: number): boolean => open.has(seq) !== unfolded
  const context: DetailContext = { view, turn, key: selectedKey(state, view), isOpen, whatIf, columns }
  const lines =
    state.details === 'turn'
      ? turnDetails(context)
      : state.details === 'evidence'
        ? evidenceDetails(context)
        : lifeDetails(context)
  return lines.length === 0 ? [{ line: [] }] : lines
}

/** The session under another profile, while it is shown; else null. */
export function shownWhatIf({ whatIf }: DebuggerState): WhatIfReplay | null {
  return whatIf.kind === 'ready' && whatIf.shown ? whatIf.replay : null
}

/** The key of the item that the cursor is on, or null. */
export function selectedKey(state: DebuggerState, view: SessionView): string | null {
  const rows = listRows(state.turn, view, shownWhatIf(state))
  return rows[selectedRow(rows, state.key)]?.key ?? null
}

/** As many UTF-16 units of an event are shown before it is opened. */
const limit = 120

/** The lines of a turn. */
function turnDetails(context: DetailContext): readonly DetailLine[] {
  const { view, turn, columns } = context
  const played = view.turn(turn)
  if (played === undefined) return [{ line: [span(' There is no such turn.', 'dim')] }]
  const [first, last] = played.seqs
  const time = clockText(played.at)
  const whose = view.whoseTurn(turn)
  const facts = [
    ...(whose === null ? [] : [`by ${printable(whose, 40)}`]),
    `events ${first}–${last}`,
    ...(time === '' ? [] : [`${played.at.slice(0, 10)} ${time}`]),
  ]
  const events = played.events.flatMap((event) => eventLines(event, context))
  return [
    { line: [span(` ${facts.join(', ')}`, 'dim')] },
    ...usageLines(context),
    ...turnFindings(context),
    ...(context.whatIf === null ? [] : whatIfLines(context)),
    ...events,
    ...(events.length === 0 ? [{ line: [span(' Nothing is recorded of it.', 'dim')] }] : []),
  ].map((each) => ({ ...each, line: each.line.length === 0 ? [span(' '.repeat(columns))] : each.line }))
}

/** What the turn cost, and the session, where the recording says it. */
function usageLines({ view, turn, columns }: DetailContext): readonly DetailLine[] {
  const { usage } = view.turn(turn) ?? {}
  const { usage: all } = view.replay
  if (all === undefined) return []
  const own = usage === undefined ? 'not recorded' : usageText(usage)
  const texts = [`tokens ${own}`, `of the session ${usageText(all)}`]
  return plain(texts.flatMap((text) => hanging([span(' ')], text, columns - 1, 'dim')))
}

function turnFindings({ view, turn, columns }: DetailContext): readonly DetailLine[] {
  const told = new Set<string>()
  return view.findingsIn(turn).flatMap(({ finding, key }): DetailLine[] => {
    const about = finding.item === null ? '' : `#${printable(finding.item, 24)} `
    // What several rules find in one completion is said once.
    const said = `${about}${saidIn(finding)} `
    const lines = findingText(finding, told.has(said) ? about : said, columns - 1)
    told.add(said)
    if (key === null) return lines.map((line) => ({ line }))
    return lines.map((line) => ({ line, enter: { kind: 'go', turn, key } }))
  })
}

function eventLines(event: ReplayEvent, context: DetailContext): readonly DetailLine[] {
  const { columns, view } = context
  const { seq, kind } = event
  const isOpen = context.isOpen(seq)
  const sign = kind === 'call' ? outcomeSign(event.ok) : eventSign(kind)
  const who = view.whoElse(event)
  const said = `${who === null ? '' : `[${who.slice(0, 24)}] `}${eventText(event)}`
  const texts = isOpen ? view.textsOf(seq) : null
  const call = isOpen && (kind === 'call' || texts?.input != null) ? callOf(seq, view) : undefined
  const before: Line = [span(' '), sign, span(' ')]
  const place = placeSpan(event)
  const room = columns - 1
  const [first = [], ...rest] = isOpen
    ? textLines(
        before,
        call === undefined ? saidInWhole(said, texts?.output) : said,
        room - place.text.length,
      )
    : [[...before, span(printable(said, limit))]]
  const lines: readonly Line[] = [
    sides(first, [place], room),
    ...rest,
    ...(event.changes ?? []).flatMap((change) => changeLines(change, context)),
    ...(event.violations ?? []).flatMap((violation) => violationLines(violation, kind, room)),
    ...(call === undefined ? [] : callLines(call, room)),
  ]
  const enter = { kind: 'toggle' as const, seq }
  return lines.map((line, place) => (place === 0 ? { line, seq, enter } : { line, enter }))
}

function eventText({ kind, text, tool, verify, effect }: ReplayEvent): string {
  switch (kind) {
    case 'call': {
      const what = verify === true ? ' (check)' : effect === 'write' ? ' (write)' : ''
      return `${tool ?? 'call'}${what} ${text}`
    }
    case 'update':
    case 'rejection':
      // The changes and the violations stand below it.
      return kind === 'update' ? `${tool ?? 'update'} changes the list` : `${tool ?? 'update'} was refused`
    case 'message':
      return text.replace(/^assistant: /, '')
    default:
      return `${kind}: ${text}`
  }
}

/** Where an event stands: its line in the recorded file, else its seq. */
function placeSpan({ source, seq }: ReplayEvent): Span {
  return span(source === undefined ? ` seq ${seq}` : ` :${source.line}`, 'dim')
}

function changeLines(change: Change, { view, turn, columns }: DetailContext): readonly Line[] {
  const [sign, text] = changeText(change, view, turn)
  return hanging([span('     '), sign, span(' ')], text, columns - 1)
}

function changeText(change: Change, view: SessionView, turn: number): readonly [sign: Span, text: string] {
  if (change.type === 'goal-set') return [span(' '), `goal: ${printable(change.to ?? 'none', 300)}`]
  const name = nameOf(change.key, view, turn)
  switch (change.type) {
    case 'added': {
      const status = change.status === 'pending' ? '' : ` (${change.status})`
      const since = change.before === undefined ? '' : ', there before the log'
      return [
        changeSign('added'),
        `#${printable(change.id, 24)} ${printable(change.text, 300)}${status}${since}`,
      ]
    }
    case 'removed':
      return [
        changeSign('removed'),
        `#${printable(change.id, 24)} ${printable(change.text, 300)} (${change.status})`,
      ]
    case 'reworded':
      return [
        changeSign('reworded'),
        `${name}: ${printable(change.from, 200)} → ${printable(change.to, 200)}`,
      ]
    case 'moved':
      return [changeSign('moved'), `${name}: from place ${change.from + 1} to ${change.to + 1}`]
    case 'status-set': {
      const reason = change.reason === null ? '' : ` (${printable(change.reason, 200)})`
      const kind = change.to === 'in_progress' ? 'started' : change.to === 'pending' ? 'reopened' : change.to
      return [changeSign(kind), `${name}: ${change.from} → ${change.to}${reason}`]
    }
    case 'field-set':
      return [
        span('·', 'dim'),
        `${name}: ${change.field} ${printable(JSON.stringify(change.from) ?? '', 80)} → ${printable(JSON.stringify(change.to) ?? '', 80)}`,
      ]
  }
}

/** An item by the id and the text that it has at the end of the turn, or had before. */
function nameOf(key: string, view: SessionView, turn: number): string {
  const item = view.itemAt(key, turn)
  return item === undefined ? 'an item' : `#${printable(item.id, 24)} ${printable(item.text, 60)}`
}

function violationLines(
  { rule, message }: Violation,
  kind: ReplayEvent['kind'],
  columns: number,
): readonly Line[] {
  const isRefusal = kind === 'rejection'
  const text = `${isRefusal ? '' : 'flagged: '}${printable(message, 400)} [${printable(rule, 60)}]`
  return hanging([span('     ')], text, columns, isRefusal ? 'red' : 'yellow')
}

/** What would have become of the turn's todo calls under the other profile. */
function whatIfLines({ whatIf, turn, columns }: DetailContext): readonly DetailLine[] {
  if (whatIf === null) return []
  const { profile } = whatIf.result
  const attempts = whatIf.attemptsIn(turn).flatMap((attempt): readonly Line[] => {
    const { tool, recorded, whatIf: outcome, beyond, violations, notExpressible = [], reply } = attempt
    const instead = outcome ?? 'not to be said in the tools'
    const late = beyond === true ? ' (this turn would not have come)' : ''
    const head = `${printable(tool, 40)}: ${recorded} as recorded, ${instead} under ${printable(profile, 40)}${late}`
    const why = violations[0]?.message ?? notExpressible[0] ?? (outcome === 'rejected' ? reply : '')
    const sign = differs(attempt) ? differenceSign : span('=', 'dim')
    return [
      ...hanging(
        [span(' '), sign, span(' ')],
        head,
        columns - 1,
        ...(differs(attempt) ? (['yellow'] as const) : []),
      ),
      ...(why === '' ? [] : hanging([span('     ')], printable(why, 400), columns - 1)),
    ]
  })
  const reminders = whatIf
    .remindersAfter(turn)
    .flatMap((text) => hanging([span(' '), eventSign('nag'), span(' ')], printable(text, 300), columns - 1))
  return [...attempts, ...reminders].map((line) => ({ line }))
}

const verdictWords: { readonly [V in CompletionAudit['verdict']]: string } = {
  unsupported: 'The log does not show that it was done',
  weak: 'The log shows only in part that it was done',
  undecided: 'There was work, and only its meaning decides',
  unknown: 'What would show it may lie in a gap of the log',
  supported: 'The log shows that it was done',
}

/** The lines of the selected item. */
function evidenceDetails(context: DetailContext): readonly DetailLine[] {
  const { view, turn, key, columns } = context
  const item = key === null ? undefined : view.item(key)
  if (key === null || item === undefined)
    return [{ line: [span(' No item is selected. Tab, then ↑ ↓ in the list.', 'dim')] }]
  const room = columns - 1
  const { id, text, status } = view.itemAt(key, turn) ?? item
  const head: Line = [span(' '), statusSign(status), span(` #${printable(id, 24)} `, 'bold')]
  const completions = view.completionsOf(key)
  const shown = view.completionAt(key, turn) ?? completions[0]
  return [
    ...plain(hanging(head, printable(text, 1000), room, 'bold')),
    ...(shown === undefined
      ? plain(openText(context).flatMap((text) => hanging([span(' ')], text, room)))
      : completionLines(shown, completions.length, context)),
    ...findingLines(key, shown, context),
  ]
}

/** How the life of an item that is never marked as done goes on; nothing where a finding says it. */
function openText({ view, turn, key }: DetailContext): readonly string[] {
  const left = key === null ? null : (view.item(key)?.left ?? null)
  if (left === null) return ['It is open, and it is never marked as done.']
  if (left.turn > turn) return [`It is open here, and leaves the list in turn ${left.turn}.`]
  if (view.findings.some((placed) => placed.key === key && placed.finding.turn === left.turn)) return []
  const how = left.silently ? 'while it was open, and nothing says why' : 'without being marked as done'
  return [`It left the list in turn ${left.turn}, ${how}.`]
}

function completionLines(
  completion: CompletionAudit,
  times: number,
  context: DetailContext,
): readonly DetailLine[] {
  const { verdict, turn, seq, source, facts, why, needs, copied } = completion
  const { columns, isOpen, view } = context
  const room = columns - 1
  const later = turn > context.turn ? ` It is marked as done later, in turn ${turn}.` : ''
  const again = times > 1 ? ` Marked ${times} times.` : ''
  const where = source === undefined ? `seq ${seq}` : `line ${source.line}`
  const course = completionMarks(completion).map((mark) => `${mark.words} in turn ${mark.turn}`)
  const entries = [...timelineFacts(completion)].sort((one, other) => one.seq - other.seq)
  return [
    ...plain(
      hanging(
        [span(' '), verdictSign(verdict), span(' ')],
        `${verdict.toUpperCase()}. ${verdictWords[verdict]}.${later}${again}`,
        room,
        verdictStyle(verdict),
      ),
    ),
    ...labelled(
      'why',
      why === undefined ? [] : [[why.sentence, ...restatingTags(context, completion)].join(' ')],
      room,
    ),
    ...hanging([span('   ')], `${course.join(', ')} (${where})`, room, 'dim').map(
      (line): DetailLine => ({ line, enter: { kind: 'go', turn } }),
    ),
    ...(copied === undefined
      ? []
      : plain(
          hanging([span('   ')], `copied from session ${printable(copied, 200)}, counted there`, room, 'dim'),
        )),
    ...(entries.length === 0
      ? plain(facts.length === 0 ? [[span('   no tool states anything of it', 'dim')]] : [])
      : plain([[span(`   ${count(entries.length, 'fact')} (Enter shows the call)`, 'dim')]])),
    ...entries.flatMap((entry) => evidenceLines(entry, isOpen(entry.seq), view, room)),
    ...labelled('reader', readerSentences(completion), room),
    ...labelled('needs', needs, room),
  ]
}

function evidenceLines(
  entry: Fact,
  isOpen: boolean,
  view: SessionView,
  columns: number,
): readonly DetailLine[] {
  const { seq, turn, source, says } = entry
  const call = isOpen ? callOf(seq, view) : undefined
  const sign = outcomeSign(says === 'for' ? true : says === 'against' ? false : null)
  const where = source === undefined ? ` seq ${seq}` : ` :${source.line}`
  const before: Line = [span('   '), sign, span(` t${turn} `, 'dim')]
  const text = printable(factWords(entry), 300)
  const [first = [], ...rest] = hanging(before, text, columns - where.length)
  const enter = { kind: 'toggle' as const, seq }
  const lines = [
    sides(first, [span(where, 'dim')], columns),
    ...rest,
    ...(call === undefined ? [] : callLines(call, columns)),
  ]
  return lines.map((line, place) => (place === 0 ? { line, seq, enter } : { line, enter }))
}

/** The rules that find what the sentence says, each with its severity. */
function restatingTags({ view }: DetailContext, completion: CompletionAudit): readonly string[] {
  return view.findings
    .filter(({ finding, key }) => key === completion.key && isRestated(finding, completion))
    .map(({ finding }) => `[${finding.severity} ${finding.rule}]`)
}

function isRestated({ message, seq }: Finding, { why, seq: marked }: CompletionAudit): boolean {
  return seq === marked && message === why?.sentence
}

/** What rules say of this item anywhere in the session, except what the completion's lines say already. */
function findingLines(
  key: string,
  shown: CompletionAudit | undefined,
  { view, columns }: DetailContext,
): readonly DetailLine[] {
  return view.findings
    .filter((placed) => placed.key === key && (shown === undefined || !isRestated(placed.finding, shown)))
    .flatMap(({ finding }): DetailLine[] => {
      const { turn } = finding
      const where = turn === shown?.turn ? '' : `turn ${turn}: `
      const lines = findingText(finding, `${where}${saidIn(finding)} `, columns - 1)
      return lines.map((line) => ({ line, enter: { kind: 'go', turn } }))
    })
}

/** What a finding says; not more of it than can be read. */
function saidIn(finding: Finding): string {
  return printable(finding.message, 1000)
}

/** @param said what stands before the rule */
function findingText({ severity, rule }: Finding, said: string, columns: number): readonly Line[] {
  return hanging(
    [span(' '), severitySign(severity), span(' ')],
    `${said}[${rule}]`,
    columns,
    ...(severity === 'error' ? (['red'] as const) : severity === 'warning' ? (['yellow'] as const) : []),
  )
}

function labelled(label: string, texts: readonly string[], columns: number): readonly DetailLine[] {
  return texts.flatMap((text, place) =>
    plain(
      hanging([span(`   ${(place === 0 ? label : '').padEnd(8)}`, 'dim')], printable(text, 1000), columns),
    ),
  )
}

function plain(lines: readonly Line[]): readonly DetailLine[] {
  return lines.map((line) => ({ line }))
}

/** The lines of the selected item's life. */
function lifeDetails({ view, turn, key, columns }: DetailContext): readonly DetailLine[] {
  const item = key === null ? undefined : view.item(key)
  if (item === undefined) return [{ line: [span(' No item is selected. Tab, then ↑ ↓ in the list.', 'dim')] }]
  const room = columns - 1
  const standing = new Map(item.life.map((event) => [event.what, event.seq]))
  const digits = Math.max(...item.life.map((event) => String(event.turn).length), 1)
  const head = hanging(
    [span(` #${printable(item.id, 24)} `, 'bold')],
    printable(item.text, 1000),
    room,
    'bold',
  ).map((line): DetailLine => ({ line }))
  const lines = item.life.flatMap((event) => {
    const isNow = event.turn === turn
    const before: Line = [span(`${isNow ? ' ▸' : '  '}turn ${String(event.turn).padEnd(digits)}  `, 'dim')]
    const stands = standing.get(event.what) === event.seq
    const lines = hanging(before, lifeText(event, item, view), room, ...(stands ? [] : (['dim'] as const)))
    return lines.map((line): DetailLine => ({ line, enter: { kind: 'go', turn: event.turn } }))
  })
  const spent = view.replay.usage?.items.find((each) => each.key === key)
  const cost =
    spent === undefined
      ? []
      : plain(hanging([span(' ')], `Tokens while it was in progress: ${usageText(spent)}.`, room, 'dim'))
  return [...head, ...lines, ...cost, ...leftLines(item, room)]
}

function lifeText(
  { what, from, to, tool, source, seq, actor }: LifeReplay,
  { before }: ItemReplay,
  view: SessionView,
): string {
  const where = source === undefined ? `seq ${seq}` : `line ${source.line}`
  const was = before === null ? '' : `, ${before}`
  const since = what === 'added' && before !== undefined ? `; in the list before this log began${was}` : ''
  const by =
    !view.isShared || actor === undefined || actor.id === tool ? '' : `by ${printable(actor.id, 40)}, `
  return `${lifeChange(what, from, to)}${since} (${by}${tool === null ? 'taken back' : printable(tool, 40)}, ${where})`
}

function lifeChange(what: LifeReplay['what'], from: LifeReplay['from'], to: LifeReplay['to']): string {
  if (what === 'added') return `added: ${valueText(to)}`
  if (what === 'removed') return `removed: ${valueText(from)}`
  if (what === 'text') return `reworded: ${valueText(from)} → ${valueText(to)}`
  return `${what} ${valueText(from)} → ${valueText(to)}`
}

function valueText(value: LifeReplay['from']): string {
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 300)
}

function leftLines({ left }: ItemReplay, columns: number): readonly DetailLine[] {
  if (left === null) return []
  const text = left.silently
    ? `It left the list in turn ${left.turn} while it was open, and nothing says why.`
    : `It left the list in turn ${left.turn}.`
  return hanging(
    [span(' ')],
    text,
    columns,
    ...(left.silently ? (['red'] as const) : (['dim'] as const)),
  ).map((line): DetailLine => ({ line, enter: { kind: 'go', turn: left.turn } }))
}

/** A call or a message in whole, where its texts are kept; else what is kept of those that the audit names. */
function callOf(seq: number, view: SessionView): Pick<CallReplay, 'input' | 'output'> | undefined {
  const texts = view.textsOf(seq)
  if (texts === null) return view.call(seq)
  return { input: readableInput(texts.input ?? ''), output: texts.output }
}

/** The lines of a call's input and output. */
function callLines(
  { input, output }: Pick<CallReplay, 'input' | 'output'>,
  columns: number,
): readonly Line[] {
  const labelled = (label: string, text: string): readonly Line[] =>
    textLines([span('     '), span(label.padEnd(7), 'dim')], text, columns)
  return [
    ...(input === '' ? [] : labelled('given', input)),
    ...(output === null
      ? [[span('     '), span('no result in the log', 'dim')]]
      : labelled(input === '' ? 'said' : 'result', output)),
  ]
}

/** More of one text is no reading: as many lines are shown of it, and as many UTF-16 units. */
const shownLines = 5_000
const shownUnits = 500_000

/** A text of several lines; `before` stands before the first, as much space before the others. */
function textLines(before: Line, text: string, columns: number): readonly Line[] {
  const shown = cut(text, shownUnits)
  const all = shown.trimEnd().split(/\r\n|[\n\r\u2028\u2029]/)
  const space: Line = [span(' '.repeat(lineWidth(before)))]
  const lines = all.slice(0, shownLines).flatMap((line, place) => {
    const indent = /^[ \t]*/.exec(line)?.[0].replace(/\t/g, '  ').slice(0, 20) ?? ''
    return hanging([...(place === 0 ? before : space), span(indent)], printable(line, shownUnits), columns)
  })
  const left = Math.max(0, all.length - shownLines)
  const units = text.length - shown.length
  if (left + units === 0) return lines
  const more = units > 0 ? count(units, 'more character') : count(left, 'more line')
  return [...lines, [...space, span(`and ${more}: export has all of it`, 'dim')]]
}
