/** What `verify` found, as people read it. */

import type { SeqRange } from '@todo-ledger/core/store'
import type { Output } from '../output.js'
import { count, grouped, someOf } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import type { FirstBad, VerifyResult } from './verify-ledger.js'

/** As many of a kind are shown one by one. */
const shown = 10

/** One thing that was checked, and what it came to; green is good, red is bad. */
interface Row {
  readonly label: string
  readonly text: string
  readonly labelStyle?: StyleName
}

/** Its lines. */
export function verifyText(
  result: VerifyResult,
  { columns, style, typed }: Pick<Output, 'columns' | 'style' | 'typed'>,
): readonly string[] {
  const { source, events, sessions, ok, file, anchors, head } = result
  const rows: readonly Row[] = [
    ...(file?.length === 0
      ? [{ label: 'file', text: 'whole, by SQLite’s own check', labelStyle: 'green' as const }]
      : several('file', file ?? [], 'red')),
    ...several('warning', result.warnings),
    ...hashRows(result),
    ...anchors.map(({ ok, message }, index) => ({
      label: index === 0 ? 'anchor' : '',
      text: message,
      labelStyle: ok ? ('green' as const) : ('red' as const),
    })),
    ...several('redacted', result.redacted.map(redactedText)),
    ...snapshotRows(result),
    ...replayRows(result),
  ]
  // An anchor is copied whole: it stays on one line.
  const anchor = anchors.length === 0 && head !== null ? [head] : []
  return [
    ...wrap(printable(source), columns).map((line) => style('bold', line)),
    `${count(events, 'event')} of ${count(sessions, 'session')}`,
    '',
    ...rows.flatMap((row) => labelled(row, { indent: 2, labelColumns: 11, columns, style })),
    '',
    ok ? style('green', 'Nothing is wrong.') : style('red', 'Not as it must be.'),
    ...adviceOn(result).flatMap((each) => wrap(typed(each), columns)),
    ...anchor,
  ]
}

function hashRows(result: VerifyResult): readonly Row[] {
  const { firstBad, events } = result
  if (isOfAnchor(result)) return [{ label: 'hashes', text: 'the chains hold, as far as they go' }]
  if (firstBad !== null && firstBad.position !== null) {
    const { problem, position, session, seq, message } = firstBad
    const event = [
      seq === null ? '' : `event ${seq}`,
      session === null ? '' : `of session ${printable(session, 200)}`,
    ]
    const place = [`position ${position}`, event.filter(Boolean).join(' ')].filter(Boolean).join(', ')
    return [
      { label: 'hashes', text: `${problem} at ${place}`, labelStyle: 'red' },
      { label: '', text: message },
    ]
  }
  const text = events === 0 ? 'there is nothing to check' : 'every event is as it was written'
  return [{ label: 'hashes', text, labelStyle: 'green' }]
}

/** True where the ledger is consistent and only an anchor shows that it is not what it was. */
function isOfAnchor({ anchors, firstBad }: VerifyResult): boolean {
  return firstBad !== null && anchors.some(({ ok, message }) => !ok && message === firstBad.message)
}

function redactedText({ session, erased, replaced }: VerifyResult['redacted'][number]): string {
  const parts = [
    erased.length > 0 ? `contents of ${eventsOf(erased)} erased` : '',
    replaced.length > 0 ? `texts replaced in ${eventsOf(replaced)}` : '',
  ]
  return `${session}: ${parts.filter(Boolean).join('; ')}`
}

function snapshotRows({ snapshots }: VerifyResult): readonly Row[] {
  if (snapshots === null) return []
  const { checked, outdated, bad } = snapshots
  if (bad.length > 0)
    return several(
      'snapshots',
      bad.map(({ message }) => message),
      'red',
    )
  const texts = [
    checked === 0
      ? ''
      : `${grouped(checked)} compared with ${checked === 1 ? 'its' : 'their'} events, as they must be`,
    outdated === 0 ? '' : `${count(outdated, 'snapshot')} of another version, not used`,
  ]
  const text = texts.filter(Boolean).join('; ')
  return text === '' ? [] : [{ label: 'snapshots', text, labelStyle: checked === 0 ? 'dim' : 'green' }]
}

function replayRows({ replay, firstBad }: VerifyResult): readonly Row[] {
  if (replay === null)
    return firstBad === null ? [] : [{ label: 'replay', text: 'left out: the log is damaged' }]
  const { sessions, impossible, endedByErasure, brokenRules, unknownRules } = replay
  const sequence = `${count(sessions, 'session')} replayed, every event can follow the one before`
  const ended = `${count(endedByErasure.length, 'session')} only as far as what was erased allows`
  const broken = brokenRules.map(
    ({ session, seq, rule, message }) =>
      `${rule} is broken by event ${seq} of session ${session}: ${message}`,
  )
  const unknown = unknownRules.map(
    ({ session, rules }) => `${someOf(rules)} of session ${session} not known here, and not checked`,
  )
  return [
    ...(impossible.length > 0
      ? several(
          'sequence',
          impossible.map(({ message }) => message),
          'red',
        )
      : [
          { label: 'sequence', text: sequence, labelStyle: 'green' as const },
          ...(endedByErasure.length > 0 ? [{ label: '', text: ended }] : []),
        ]),
    ...(broken.length > 0
      ? several('rules', broken, 'red')
      : [{ label: 'rules', text: 'no rule in force disagrees with the log', labelStyle: 'green' as const }]),
    ...several(broken.length === 0 ? '' : 'unknown', unknown),
  ]
}

/** Texts one under the other; of many the first and how many more. */
function several(label: string, texts: readonly string[], labelStyle: StyleName = 'dim'): readonly Row[] {
  const more = texts.length - shown
  const printed = more > 0 ? [...texts.slice(0, shown), `and ${grouped(more)} more`] : texts
  return printed.map((text, index) => ({ label: index === 0 ? label : '', text, labelStyle }))
}

function eventsOf(ranges: readonly SeqRange[]): string {
  const printed = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  return `${isOne ? 'event' : 'events'} ${someOf(printed, shown)}`
}

const goOn = 'Keep this file as it is, and continue with a copy from before that verifies.'

/** What it means, and what to do. */
function adviceOn(result: VerifyResult): readonly string[] {
  const { firstBad, file, head, anchors } = result
  if (file !== null && file.length > 0 && (firstBad === null || firstBad.position === null))
    return [
      'The file was changed behind todo-ledger’s back, or its disk failed; the events keep their hashes.',
      goOn,
    ]
  if (firstBad !== null) return isOfAnchor(result) ? adviceOnAnchor(firstBad) : adviceOnPlace(firstBad)
  if (head === null || anchors.length > 0) return []
  return [
    'Only an anchor shows later that the end was cut off or all of it rewritten. Keep this one elsewhere, and give it to --anchor then:',
  ]
}

function adviceOnAnchor({ problem, position }: FirstBad): readonly string[] {
  if (problem === 'foreign')
    return ['It is the anchor of another ledger, or this ledger was put in the place of that one.']
  const whole =
    position === null || position === 1 ? '' : ` What stands before position ${position} is not in question.`
  return [`The ledger is consistent, and it is not the one that was anchored.${whole}`, goOn]
}

function adviceOnPlace({ problem, position }: FirstBad): readonly string[] {
  if (problem === 'impossible')
    return [
      'The log is as it was written, but no session writes such events: another program did, or a fault of todo-ledger.',
    ]
  if (problem === 'rule-broken')
    return [
      'The log is whole. It holds an update that a rule in force would refuse: the rule has changed since, or another program wrote it.',
    ]
  if (position === null)
    return ['The log is whole; what was made of it is not. Remove the snapshots: they are made anew.']
  const before = position === 1 ? '' : ` What stands before position ${position} is consistent.`
  return [
    `The log was changed behind todo-ledger’s back, or its disk failed.${before} Nothing from there on can be vouched for.`,
    goOn,
  ]
}
