/** What `verify` found, as people read it. */

import type { SeqRange } from '@todo-ledger/core/store'
import type { Output } from '../output.js'
import { count, grouped, someOf } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { badPlaceText } from './bad-place-text.js'
import type { FirstBad, ReplayCheck, VerifyResult } from './verify-result.js'

/** As many of a kind are shown one by one. */
const shown = 10

/** One thing that was checked, and what it came to. */
interface Row {
  readonly label: string
  readonly text: string
  readonly verdict?: 'good' | 'bad' | 'none'
}

/** Its lines. */
export function verifyText(
  result: VerifyResult,
  { columns, style, typed }: Pick<Output, 'columns' | 'style' | 'typed'>,
): readonly string[] {
  const { source, events, sessions, ok } = result
  const head = [
    ...wrap(printable(source), columns).map((line) => style('bold', line)),
    `${count(events, 'event')} of ${count(sessions, 'session')}`,
    '',
  ]
  const rows = [
    ...fileRows(result),
    ...several('warning', result.warnings, 'none'),
    ...hashRows(result),
    ...anchorRows(result),
    ...redactedRows(result),
    ...snapshotRows(result),
    ...replayRows(result),
  ]
  const layout = { indent: 2, labelColumns: 11, columns, style }
  const body = rows.flatMap(({ label, text, verdict = 'none' }) =>
    labelled({ label, text, labelStyle: styles[verdict] }, layout),
  )
  const verdict = ok ? style('green', 'Nothing is wrong.') : style('red', 'Not as it must be.')
  const advice = adviceOn(result).flatMap((each) => wrap(typed(each), columns))
  // An anchor is copied whole: it stays on one line.
  const anchor = isAnchorShown(result) && result.head !== null ? [result.head] : []
  return [...head, ...body, '', verdict, ...advice, ...anchor]
}

const styles: { readonly [Verdict in NonNullable<Row['verdict']>]: StyleName } = {
  good: 'green',
  bad: 'red',
  none: 'dim',
}

function fileRows({ file }: VerifyResult): readonly Row[] {
  if (file === null) return []
  if (file.length === 0) return [{ label: 'file', text: 'whole, by SQLite’s own check', verdict: 'good' }]
  return several('file', file, 'bad')
}

function hashRows(result: VerifyResult): readonly Row[] {
  const { hashed, kind, firstBad, events } = result
  if (!hashed) {
    const text =
      kind === 'recording'
        ? 'none: a recording carries no hashes, so nobody can tell whether it was changed'
        : 'none: written by an older todo-ledger; it gets them when it is opened for writing once'
    return [{ label: 'hashes', text }]
  }
  if (isOfAnchor(result)) return [{ label: 'hashes', text: 'the chains hold, as far as they go' }]
  if (firstBad !== null && firstBad.position !== null) {
    return [
      { label: 'hashes', text: badPlaceText(firstBad), verdict: 'bad' },
      { label: '', text: firstBad.message },
    ]
  }
  const text = events === 0 ? 'there is nothing to check' : 'every event is as it was written'
  return [{ label: 'hashes', text, verdict: 'good' }]
}

function anchorRows({ anchors }: VerifyResult): readonly Row[] {
  return anchors.map(({ ok, message }, index) => ({
    label: index === 0 ? 'anchor' : '',
    text: message,
    verdict: ok ? 'good' : 'bad',
  }))
}

/** True where the ledger hangs together and only an anchor shows that it is not what it was. */
function isOfAnchor({ anchors, firstBad }: VerifyResult): boolean {
  return firstBad !== null && anchors.some(({ ok, message }) => !ok && message === firstBad.message)
}

function redactedRows({ redacted }: VerifyResult): readonly Row[] {
  const texts = redacted.map(({ session, erased, replaced }) => {
    const parts = [
      erased.length > 0 ? `contents of ${eventsOf(erased)} erased` : '',
      replaced.length > 0 ? `texts replaced in ${eventsOf(replaced)}` : '',
    ]
    return `${session}: ${parts.filter(Boolean).join('; ')}`
  })
  return several('redacted', texts, 'none')
}

function snapshotRows({ snapshots }: VerifyResult): readonly Row[] {
  if (snapshots === null) return []
  const { checked, outdated, bad } = snapshots
  const old = outdated > 0 ? `${count(outdated, 'snapshot')} of another version, not used` : ''
  if (bad.length > 0) return several('snapshots', [...bad.map(({ message }) => message)], 'bad')
  if (checked === 0) return old === '' ? [] : [{ label: 'snapshots', text: old }]
  const fine = `${grouped(checked)} compared with ${checked === 1 ? 'its' : 'their'} events, as they must be`
  return [{ label: 'snapshots', text: [fine, old].filter(Boolean).join('; '), verdict: 'good' }]
}

function replayRows({ replay, firstBad }: VerifyResult): readonly Row[] {
  if (replay === null) {
    return firstBad === null ? [] : [{ label: 'replay', text: 'left out: the log is damaged' }]
  }
  return [...sequenceRows(replay), ...ruleRows(replay)]
}

function sequenceRows({ sessions, impossible, endedByErasure }: ReplayCheck): readonly Row[] {
  if (impossible.length === 0) {
    const text = `${count(sessions, 'session')} replayed, every event can follow the one before`
    const ended = `${count(endedByErasure.length, 'session')} only as far as what was erased allows`
    return [
      { label: 'sequence', text, verdict: 'good' },
      ...(endedByErasure.length > 0 ? [{ label: '', text: ended }] : []),
    ]
  }
  return several(
    'sequence',
    impossible.map(({ message }) => message),
    'bad',
  )
}

function ruleRows({ brokenRules, unknownRules }: ReplayCheck): readonly Row[] {
  const broken = brokenRules.map(
    ({ session, seq, rule, message }) =>
      `${rule} is broken by event ${seq} of session ${session}: ${message}`,
  )
  const unknown = unknownRules.map(
    ({ session, rules }) => `${someOf(rules)} of session ${session} not known here, and not checked`,
  )
  const rows = several('rules', broken, 'bad')
  const fine: Row = { label: 'rules', text: 'no rule in force disagrees with the log', verdict: 'good' }
  return [
    ...(rows.length === 0 ? [fine] : rows),
    ...several(rows.length === 0 ? '' : 'unknown', unknown, 'none'),
  ]
}

/** Texts one under the other; of many the first and how many more. */
function several(label: string, texts: readonly string[], verdict: 'bad' | 'none'): readonly Row[] {
  const more = texts.length - shown
  const printed = more > 0 ? [...texts.slice(0, shown), `and ${grouped(more)} more`] : texts
  return printed.map((text, index) => ({ label: index === 0 ? label : '', text, verdict }))
}

function eventsOf(ranges: readonly SeqRange[]): string {
  const printed = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  const isOne = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to
  return `${isOne ? 'event' : 'events'} ${someOf(printed, shown)}`
}

/** What it means, and what to do. */
function adviceOn(result: VerifyResult): readonly string[] {
  const { firstBad, file } = result
  if (file !== null && file.length > 0 && (firstBad === null || firstBad.position === null)) {
    return [
      `The file was changed behind todo-ledger’s back, or its disk failed; the events keep their hashes.`,
      goOn,
    ]
  }
  if (firstBad !== null) return isOfAnchor(result) ? adviceOnAnchor(firstBad) : adviceOnPlace(firstBad)
  if (!isAnchorShown(result)) return []
  return [
    'Only an anchor shows later that the end was cut off or all of it rewritten. Keep this one elsewhere, and give it to --anchor then:',
  ]
}

/** Of a whole ledger that was held against none. */
function isAnchorShown({ ok, kind, hashed, events, anchors }: VerifyResult): boolean {
  return ok && kind === 'ledger' && hashed && events > 0 && anchors.length === 0
}

const goOn = 'Keep this file as it is, and go on with a copy from before that verifies.'

function adviceOnAnchor({ problem, position }: FirstBad): readonly string[] {
  if (problem === 'foreign') {
    return ['It is the anchor of another ledger, or this ledger was put in the place of that one.']
  }
  const whole =
    position === null || position === 1 ? '' : ` What stands before position ${position} is not in question.`
  return [`The ledger hangs together, and it is not the one that was anchored.${whole}`, goOn]
}

function adviceOnPlace({ problem, position }: FirstBad): readonly string[] {
  if (problem === 'impossible') {
    return [
      'The log is as it was written, but no session writes such events: another program did, or a fault of todo-ledger.',
    ]
  }
  if (problem === 'rule-broken') {
    return [
      'The log is whole. It holds an update that a rule in force would refuse: the rule has changed since, or another program wrote it.',
    ]
  }
  if (position === null) {
    return ['The log is whole; what was made of it is not. Remove the snapshots: they are made anew.']
  }
  const before = position === 1 ? '' : ` What stands before position ${position} hangs together.`
  return [
    `The log was changed behind todo-ledger’s back, or its disk failed.${before} Nothing from there on can be vouched for.`,
    goOn,
  ]
}
