/** The signs of the debugger: each says the same without colours. All are one column wide. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import type { TodoStatus } from '@todo-ledger/core'
import type { ListEntry } from '../session-view/item-changes.js'
import type { ReplayEventKind } from '../session-view/session-replay.js'
import type { TurnMarks } from '../session-view/turn-summary.js'
import { type Mark, outcomeMarks, outcomeOf, statusMarks, verdictMarks } from '../session-view/words.js'
import type { StyleName } from '../text/style.js'
import { type Span, span } from './lines.js'

/** A sign and what sets it off. */
interface Sign {
  readonly sign: string
  readonly style?: StyleName
}

type Signs<Key extends string> = { readonly [K in Key]: Sign }

const severitySigns: Signs<Severity> = {
  error: { sign: '✗', style: 'red' },
  warning: { sign: '~', style: 'yellow' },
  info: { sign: 'i', style: 'blue' },
}

const changeSigns: Signs<NonNullable<ListEntry['change']>> = {
  added: { sign: '+', style: 'green' },
  completed: { sign: '✓', style: 'green' },
  started: { sign: '▸', style: 'cyan' },
  blocked: { sign: '!', style: 'yellow' },
  cancelled: { sign: '-', style: 'dim' },
  reopened: { sign: '↺', style: 'yellow' },
  reworded: { sign: '≈', style: 'yellow' },
  moved: { sign: '↕', style: 'dim' },
  removed: { sign: '−', style: 'red' },
}

const eventSigns: Signs<ReplayEventKind> = {
  input: { sign: '»', style: 'cyan' },
  message: { sign: '“', style: 'dim' },
  call: { sign: '·', style: 'dim' },
  update: { sign: '●', style: 'green' },
  rejection: { sign: '⊘', style: 'red' },
  'roll-back': { sign: '↶', style: 'yellow' },
  nag: { sign: '!', style: 'yellow' },
  continuation: { sign: '↻', style: 'cyan' },
  compaction: { sign: '≡', style: 'blue' },
  subagent: { sign: '⇢', style: 'cyan' },
  yield: { sign: '◌', style: 'dim' },
  redaction: { sign: '▒', style: 'dim' },
}

/** The sign of a status. */
export function statusSign(status: TodoStatus): Span {
  return drawnMark(statusMarks[status])
}

/** The sign of a verdict. */
export function verdictSign(verdict: Verdict): Span {
  return drawnMark(verdictMarks[verdict])
}

/** How a verdict is set off. */
export function verdictStyle(verdict: Verdict): StyleName {
  return verdictMarks[verdict].style
}

/** The sign of a finding. */
export function severitySign(severity: Severity): Span {
  return drawnSign(severitySigns[severity])
}

/** The sign of what a turn did to an item; a space for nothing. */
export function changeSign(change: ListEntry['change']): Span {
  return change === null ? span(' ') : drawnSign(changeSigns[change])
}

/** The sign of an event. */
export function eventSign(kind: ReplayEventKind): Span {
  return drawnSign(eventSigns[kind])
}

/** Whether a call worked. */
export function outcomeSign(ok: boolean | null | undefined): Span {
  return drawnMark(outcomeMarks[outcomeOf(ok)])
}

/** What would have come out otherwise under another profile. */
export const differenceSign: Span = span('≠', 'yellow')

/** What happened to the list, and what came from outside the model; of each the first that is there is shown. */
const ofList: readonly ReplayEventKind[] = ['rejection', 'roll-back', 'update']
const ofOutside: readonly ReplayEventKind[] = ['nag', 'continuation', 'compaction']

function firstSign(order: readonly ReplayEventKind[], { kinds }: TurnMarks): Span | null {
  const kind = order.find((each) => kinds.has(each))
  return kind === undefined ? null : drawnSign(eventSigns[kind])
}

/** The three signs of a turn: its list, what came from outside, its findings; null where there is none. */
export function turnSigns(marks: TurnMarks): readonly (Span | null)[] {
  const { finding } = marks
  return [
    firstSign(ofList, marks),
    firstSign(ofOutside, marks),
    finding === null ? null : severitySign(finding),
  ]
}

/** The signs in the order in which they count where several turns share one; a finding of severity info has none. */
const gravity: readonly Span[] = [
  drawnSign(severitySigns.error),
  drawnSign(severitySigns.warning),
  ...(['rejection', 'roll-back', ...ofOutside, 'update'] as const).map((kind) => drawnSign(eventSigns[kind])),
]

/** The one sign that says most of a turn, and its place in the order of all. */
export function gravestSign(marks: TurnMarks): { readonly sign: Span; readonly rank: number } {
  const { finding } = marks
  const found = finding === 'error' || finding === 'warning' ? severitySign(finding) : null
  const text = (found ?? firstSign(['rejection', 'roll-back', ...ofOutside, 'update'], marks))?.text
  const rank = gravity.findIndex((sign) => sign.text === text)
  return { sign: gravity[rank] ?? span('·', 'dim'), rank: rank === -1 ? gravity.length : rank }
}

/** The signs of the timeline with what they mean. */
export const legend: readonly { readonly sign: Span; readonly means: string }[] = [
  { sign: drawnSign(eventSigns.update), means: 'the list changed' },
  { sign: drawnSign(eventSigns.rejection), means: 'an update was refused' },
  { sign: drawnSign(eventSigns['roll-back']), means: 'an update was taken back' },
  { sign: drawnSign(eventSigns.nag), means: 'a reminder (nag)' },
  { sign: drawnSign(eventSigns.continuation), means: 'a continuation' },
  { sign: drawnSign(eventSigns.compaction), means: 'the conversation was compacted' },
  { sign: drawnSign(severitySigns.error), means: 'a finding: error; an item: unsupported' },
  { sign: drawnSign(severitySigns.warning), means: 'a finding: warning; an item: weakly supported' },
  { sign: drawnSign(severitySigns.info), means: 'a finding: info' },
  { sign: drawnMark(verdictMarks.supported), means: 'an item: supported; a call: it worked' },
  { sign: drawnMark(verdictMarks.unknown), means: 'the log does not say' },
  { sign: differenceSign, means: 'what if: it would have come out otherwise' },
]

/** The signs of what a turn did to an item. */
export const changeLegend: readonly { readonly sign: Span; readonly means: string }[] = [
  { sign: drawnSign(changeSigns.added), means: 'added' },
  { sign: drawnSign(changeSigns.started), means: 'started' },
  { sign: drawnSign(changeSigns.completed), means: 'done' },
  { sign: drawnSign(changeSigns.reopened), means: 'reopened' },
  { sign: drawnSign(changeSigns.blocked), means: 'blocked' },
  { sign: drawnSign(changeSigns.reworded), means: 'reworded' },
  { sign: drawnSign(changeSigns.moved), means: 'moved' },
  { sign: drawnSign(changeSigns.removed), means: 'removed' },
]

function drawnMark({ mark, style }: Mark): Span {
  return style === null ? span(mark) : span(mark, style)
}

function drawnSign({ sign, style }: Sign): Span {
  return style === undefined ? span(sign) : span(sign, style)
}
