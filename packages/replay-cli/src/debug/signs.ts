/** The signs of the debugger: each says the same without colours. All are one column wide. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import type { TodoStatus } from '@todo-ledger/core'
import type { ListEntry } from '../session-view/item-changes.js'
import type { ReplayEventKind } from '../session-view/session-replay.js'
import type { TurnMarks } from '../session-view/turn-summary.js'
import {
  type Mark,
  type Marks,
  outcomeMarks,
  outcomeOf,
  statusMarks,
  verdictMarks,
} from '../session-view/words.js'
import type { StyleName } from '../text/style.js'
import { type Span, span } from './lines.js'

const severitySigns: Marks<Severity> = {
  error: { mark: '✗', style: 'red' },
  warning: { mark: '~', style: 'yellow' },
  info: { mark: 'i', style: 'blue' },
}

const changeSigns: Marks<NonNullable<ListEntry['change']>> = {
  added: { mark: '+', style: 'green' },
  completed: { mark: '✓', style: 'green' },
  started: { mark: '▸', style: 'cyan' },
  blocked: { mark: '!', style: 'yellow' },
  cancelled: { mark: '-', style: 'dim' },
  reopened: { mark: '↺', style: 'yellow' },
  reworded: { mark: '≈', style: 'yellow' },
  moved: { mark: '↕', style: 'dim' },
  removed: { mark: '−', style: 'red' },
}

const eventSigns: Marks<ReplayEventKind> = {
  input: { mark: '»', style: 'cyan' },
  message: { mark: '“', style: 'dim' },
  call: { mark: '·', style: 'dim' },
  update: { mark: '●', style: 'green' },
  rejection: { mark: '⊘', style: 'red' },
  'roll-back': { mark: '↶', style: 'yellow' },
  nag: { mark: '!', style: 'yellow' },
  continuation: { mark: '↻', style: 'cyan' },
  compaction: { mark: '≡', style: 'blue' },
  subagent: { mark: '⇢', style: 'cyan' },
  yield: { mark: '◌', style: 'dim' },
  redaction: { mark: '▒', style: 'dim' },
}

/** The sign of a status. */
export function statusSign(status: TodoStatus): Span {
  return drawn(statusMarks[status])
}

/** The sign of a verdict. */
export function verdictSign(verdict: Verdict): Span {
  return drawn(verdictMarks[verdict])
}

/** How a verdict is set off. */
export function verdictStyle(verdict: Verdict): StyleName {
  return verdictMarks[verdict].style
}

/** The sign of a finding. */
export function severitySign(severity: Severity): Span {
  return drawn(severitySigns[severity])
}

/** The sign of what a turn did to an item; a space for nothing. */
export function changeSign(change: ListEntry['change']): Span {
  return change === null ? span(' ') : drawn(changeSigns[change])
}

/** The sign of an event. */
export function eventSign(kind: ReplayEventKind): Span {
  return drawn(eventSigns[kind])
}

/** Whether a call worked. */
export function outcomeSign(ok: boolean | null | undefined): Span {
  return drawn(outcomeMarks[outcomeOf(ok)])
}

/** What would have come out otherwise under another profile. */
export const differenceSign: Span = span('≠', 'yellow')

/** What happened to the list, and what came from outside the model; of each the first that is there is shown. */
const ofList: readonly ReplayEventKind[] = ['rejection', 'roll-back', 'update']
const ofOutside: readonly ReplayEventKind[] = ['nag', 'continuation', 'compaction']

function firstSign(order: readonly ReplayEventKind[], { kinds }: TurnMarks): Span | null {
  const kind = order.find((each) => kinds.has(each))
  return kind === undefined ? null : eventSign(kind)
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

/** The events in the order in which they count where several turns share a sign. */
const byGravity: readonly ReplayEventKind[] = ['rejection', 'roll-back', ...ofOutside, 'update']
/** The signs in that order; a finding of severity info has none. */
const gravity: readonly Span[] = [
  severitySign('error'),
  severitySign('warning'),
  ...byGravity.map((kind) => eventSign(kind)),
]

/** The one sign that says most of a turn, and its place in the order of all. */
export function gravestSign(marks: TurnMarks): { readonly sign: Span; readonly rank: number } {
  const { finding } = marks
  const found = finding === 'error' || finding === 'warning' ? severitySign(finding) : null
  const text = (found ?? firstSign(byGravity, marks))?.text
  const rank = gravity.findIndex((sign) => sign.text === text)
  return { sign: gravity[rank] ?? span('·', 'dim'), rank: rank === -1 ? gravity.length : rank }
}

/** A sign with what it means. */
type Meaning = readonly [sign: Span, means: string]

/** The signs of the timeline. */
export const legend: readonly Meaning[] = [
  [eventSign('update'), 'the list changed'],
  [eventSign('rejection'), 'an update was refused'],
  [eventSign('roll-back'), 'an update was taken back'],
  [eventSign('nag'), 'a reminder (nag)'],
  [eventSign('continuation'), 'a continuation'],
  [eventSign('compaction'), 'the conversation was compacted'],
  [severitySign('error'), 'a finding: error; an item: unsupported'],
  [severitySign('warning'), 'a finding: warning; an item: weakly supported'],
  [severitySign('info'), 'a finding: info'],
  [verdictSign('supported'), 'an item: supported; a call: it worked'],
  [verdictSign('undecided'), 'an item: only a reader can tell'],
  [verdictSign('unknown'), 'the log does not say'],
  [differenceSign, 'what if: it would have come out otherwise'],
]

/** The signs of what a turn did to an item. */
export const changeLegend: readonly Meaning[] = [
  [changeSign('added'), 'added'],
  [changeSign('started'), 'started'],
  [changeSign('completed'), 'done'],
  [changeSign('reopened'), 'reopened'],
  [changeSign('blocked'), 'blocked'],
  [changeSign('reworded'), 'reworded'],
  [changeSign('moved'), 'moved'],
  [changeSign('removed'), 'removed'],
]

function drawn({ mark, style }: Mark): Span {
  return style === null ? span(mark) : span(mark, style)
}
