/** The signs of the debugger: each says the same without colours. All are one column wide. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import type { TodoStatus } from '@todo-ledger/core'
import type { ReplayEventKind } from '../../replay/session-replay.js'
import { type Mark, statusMarks, verdictMarks } from '../../text/marks.js'
import type { StyleName } from '../../text/style.js'
import type { ListEntry } from '../model/list-changes.js'
import type { TurnMarks } from '../model/turn-facts.js'
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

const listSigns: Signs<NonNullable<TurnMarks['list']>> = {
  update: { sign: '●', style: 'green' },
  rejection: { sign: '⊘', style: 'red' },
  'roll-back': { sign: '↶', style: 'yellow' },
}

const outsideSigns: Signs<NonNullable<TurnMarks['outside']>> = {
  nag: { sign: '!', style: 'yellow' },
  continuation: { sign: '↻', style: 'cyan' },
  compaction: { sign: '≡', style: 'blue' },
}

const eventSigns: Signs<ReplayEventKind> = {
  input: { sign: '»', style: 'cyan' },
  message: { sign: '“', style: 'dim' },
  call: { sign: '·', style: 'dim' },
  update: listSigns.update,
  rejection: listSigns.rejection,
  'roll-back': listSigns['roll-back'],
  nag: outsideSigns.nag,
  continuation: outsideSigns.continuation,
  compaction: outsideSigns.compaction,
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
  if (ok === null || ok === undefined) return span('?', 'blue')
  return ok ? span('✓', 'green') : span('✗', 'red')
}

/** What would have come out otherwise under another profile. */
export const differenceSign: Span = span('≠', 'yellow')

/** The three signs of a turn: its list, what came from outside, its findings. */
export function turnSigns({ list, outside, finding }: TurnMarks): readonly Span[] {
  return [
    list === null ? span(' ') : drawnSign(listSigns[list]),
    outside === null ? span(' ') : drawnSign(outsideSigns[outside]),
    finding === null ? span(' ') : drawnSign(severitySigns[finding]),
  ]
}

/** The one sign that says most of a turn. */
export function gravestSign({ list, outside, finding }: TurnMarks): Span {
  if (finding === 'error' || finding === 'warning') return drawnSign(severitySigns[finding])
  if (list === 'rejection' || list === 'roll-back') return drawnSign(listSigns[list])
  if (outside !== null) return drawnSign(outsideSigns[outside])
  return list === null ? span('·', 'dim') : drawnSign(listSigns[list])
}

/** The signs of the timeline with what they mean. */
export const legend: readonly { readonly sign: Span; readonly means: string }[] = [
  { sign: drawnSign(listSigns.update), means: 'the list changed' },
  { sign: drawnSign(listSigns.rejection), means: 'an update was refused' },
  { sign: drawnSign(listSigns['roll-back']), means: 'an update was taken back' },
  { sign: drawnSign(outsideSigns.nag), means: 'a reminder (nag)' },
  { sign: drawnSign(outsideSigns.continuation), means: 'a continuation' },
  { sign: drawnSign(outsideSigns.compaction), means: 'the conversation was compacted' },
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
