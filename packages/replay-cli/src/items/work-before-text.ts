/** What was done before an update, as people read it. */

import { count } from '../text/count.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { widthOf } from '../text/width.js'
import { fit } from '../text/wrap.js'
import { shortPlace } from './place-text.js'
import type { CallBefore, HappenedBefore, WorkBefore } from './work-before.js'

/** As many UTF-16 units of what was said are shown. */
const longestText = 160
/** As many of what was said are shown, the last. */
const toldHappenings = 3
/** Columns that what a call was given has at least. */
const leastRoom = 10

/** The lines: what was said, then how many calls there were and the last of them. */
export function workBeforeText(before: WorkBefore, layout: ParagraphLayout): readonly string[] {
  const { calls, recent, happened, since } = before
  const beginning =
    since === null ? 'since the session began' : `since the update before, ${placeOfUpdate(since)}`
  const text =
    calls === 0
      ? `no call ${beginning}`
      : `${count(calls, 'call')} ${beginning}${calls > recent.length ? '; the last' : ''}`
  return [
    ...labelled({ label: 'after', text }, layout),
    ...[
      ...recent.map((call) => ({ seq: call.seq, line: callLine(call, layout) })),
      ...happened.slice(-toldHappenings).map((each) => ({ seq: each.seq, line: happenedText(each, layout) })),
    ]
      .sort((one, other) => one.seq - other.seq)
      .map(({ line }) => line),
  ]
}

/** What happened, in one line: `the user said in turn 7 (:12): …`. */
export function happenedLine(happened: HappenedBefore): string {
  const { kind, text } = happened
  const place = shortPlace(placeOf(happened))
  if (kind === 'compaction') return `the conversation was compacted, ${place}`
  const who = { input: 'input', nag: 'reminder', continuation: 'continuation' }[kind]
  return `${who}, ${place}: ${text.length <= longestText ? text : `${text.slice(0, longestText)}…`}`
}

function happenedText(happened: HappenedBefore, { indent, labelColumns, columns }: ParagraphLayout): string {
  const room = columns - indent - labelColumns
  return `${' '.repeat(indent + labelColumns)}${fit(printable(happenedLine(happened), 400), room)}`
}

function placeOfUpdate(since: NonNullable<WorkBefore['since']>): string {
  return shortPlace(placeOf(since))
}

/** One line under a label: how the call went is kept, and of a path its end. */
function callLine(call: CallBefore, { indent, labelColumns, columns }: ParagraphLayout): string {
  const { tool, what, ok, verify } = call
  const outcome = ok === null ? 'outcome unknown' : ok ? 'ok' : 'failed'
  const end = ` — ${verify ? 'a check, ' : ''}${outcome}`
  const begin = `${shortPlace(placeOf(call))} ${printable(tool, 60)}${what === '' ? '' : ': '}`
  const room = Math.max(leastRoom, columns - indent - labelColumns - widthOf(begin) - end.length)
  return `${' '.repeat(indent + labelColumns)}${begin}${shortened(printable(what, 400), room)}${end}`
}

/** A path is known by its end, any other text by its beginning. */
function shortened(text: string, room: number): string {
  if (widthOf(text) <= room || !/^[^\s]*[\\/][^\s]*$/u.test(text)) return fit(text, room)
  const parts = text.split(/(?=[\\/])/u)
  while (parts.length > 1 && widthOf(parts.join('')) >= room) parts.shift()
  return fit(`…${parts.join('')}`, room)
}

function placeOf({
  turn,
  seq,
  source,
}: Pick<CallBefore, 'turn' | 'seq' | 'source'>): Parameters<typeof shortPlace>[0] {
  return { turn, seq, ...(source === null ? {} : { source }) }
}
