/** Who last changed an item and after what, as people read it. */

import type { ItemLife, ItemLifeChange, LifeField } from '@todo-ledger/core/history'
import { placeText, shortPlace } from '../items/place.js'
import { type WorkBefore, type WorkBeforeUpdates, workBeforeText } from '../items/work-before.js'
import { lifePhrase, moveText, phraseText, valueText, worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { StyleName, TextLayout } from '../text/style.js'
import { fit, pad, wrap } from '../text/wrap.js'

/** Its number follows what stands before it, and the text in progress its text. */
const untold: ReadonlySet<string> = new Set<LifeField>(['id', 'activeForm'])

/** The lines of one item: each part with the event that last set it, and what was done before the last status. */
export function blameText(
  life: ItemLife,
  {
    file,
    work,
    whole,
    columns,
    style,
  }: TextLayout & {
    /** The recorded file; null for a live session. */
    readonly file: string | null
    readonly work: WorkBeforeUpdates
    /** True: the whole life, too. */
    readonly whole: boolean
  },
): readonly string[] {
  const layout: ParagraphLayout = { indent: 2, labelColumns: 10, columns, style }
  const { added, fields, left, changes, status, before } = life
  const set = isListedSo(life) ? undefined : fields.status
  const told = (label: string, text: string, place?: Parameters<typeof placeText>[0], styled?: StyleName) => [
    ...labelled({ label, text, ...(styled === undefined ? {} : { labelStyle: styled }) }, layout),
    ...(place === undefined ? [] : labelled({ label: '', text: placeText(place, file) }, layout)),
  ]
  const done = work.before((set ?? added).seq)
  const after = done === undefined ? [] : workBeforeText(done, layout)
  const others = Object.entries(fields).filter(
    ([field, { seq }]) => field !== 'status' && !untold.has(field) && seq !== added.seq,
  )
  const listedAs = set === undefined ? status : (changes[0]?.status ?? 'pending')
  const silently = left?.silently === true
  return [
    ...itemText(life, columns, style),
    ...(set === undefined
      ? []
      : [
          ...told('status', `${valueText(set.from)}${sinceText(life, set.seq)} → ${valueText(set.to)}`, set),
          ...after,
        ]),
    ...others.flatMap(([field, origin]) =>
      field === 'position'
        ? told('place', `moved ${moveText(origin.from, origin.to)}`, origin)
        : told(field, `${valueText(origin.from)} → ${valueText(origin.to)}`, origin),
    ),
    ...told('listed', `as ${worded(listedAs)}`, added),
    ...(before === undefined
      ? []
      : told(
          'before',
          `it was in the list before this log begins: ${before === null ? 'nobody says with which status' : worded(before)}`,
        )),
    ...(set === undefined ? after : []),
    ...(left === null
      ? []
      : told(
          'left',
          `${silently ? 'silently, ' : ''}while ${worded(left.status)}`,
          left,
          silently ? 'yellow' : undefined,
        )),
    ...(whole ? lifeText(changes, layout) : []),
  ]
}

/** The lines of one item of several: itself, and who set its status after what. */
export function blameListText(life: ItemLife, work: WorkBeforeUpdates, { columns, style }: TextLayout) {
  const { status, added, before, fields, left } = life
  const set = isListedSo(life) ? undefined : fields.status
  const facts = [
    set === undefined
      ? `listed as ${worded(status)} in ${shortPlace(added)}`
      : `${worded(status)} since ${shortPlace(set)}${afterText(work.before(set.seq))}; listed in ${shortPlace(added)}`,
    ...(before === undefined ? [] : ['in the list before this log']),
    ...(fields.text !== undefined && fields.text.seq !== added.seq
      ? [`reworded in ${shortPlace(fields.text)}`]
      : []),
    ...(left === null ? [] : [`left ${left.silently ? 'silently ' : ''}in ${shortPlace(left)}`]),
  ]
  return [
    ...itemText(life, columns, style),
    ...wrap(facts.join('; '), columns - 4).map((line) => `    ${style('dim', line)}`),
  ]
}

/** True where an item has the status that it was listed with. */
function isListedSo({ fields: { status }, added }: ItemLife): boolean {
  return status === undefined || status.seq === added.seq
}

/** Since when an item had the status before its last one. */
function sinceText({ changes }: ItemLife, seq: number): string {
  const before = changes.findLast(
    (each) => (each.what === 'status' || each.what === 'added') && each.seq < seq,
  )
  return before === undefined ? '' : ` since ${shortPlace(before)}`
}

function afterText(before: WorkBefore | undefined): string {
  if (before === undefined) return ''
  return before.calls === 0 ? ' after no call' : ` after ${count(before.calls, 'call')}`
}

/** The whole life, one line for each thing that happened. */
function lifeText(changes: readonly ItemLifeChange[], layout: ParagraphLayout): readonly string[] {
  const { indent, labelColumns, columns, style } = layout
  const places = changes.map((change) => shortPlace(change))
  const placeColumns = Math.min(24, Math.max(0, ...places.map((place) => place.length))) + 2
  const before = indent + labelColumns + placeColumns
  return changes.flatMap((change, index) =>
    wrap(phraseText(lifePhrase(change), printable), columns - before).map((line, row) => {
      const label = index + row === 0 ? style('dim', pad('life', labelColumns)) : ' '.repeat(labelColumns)
      const place = pad(row === 0 ? fit(places[index] ?? '', placeColumns - 1) : '', placeColumns)
      return `${' '.repeat(indent)}${label}${style('dim', place)}${line}`
    }),
  )
}
