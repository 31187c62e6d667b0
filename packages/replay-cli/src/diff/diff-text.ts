/** What changed in a list, as people read it. */

import { type ChangedField, type ItemDiff, isDropped, type ListDiff } from '@todo-ledger/core/history'
import { headLines, shortPlace } from '../items/place.js'
import { moveText, valueText, worded } from '../session-view/words.js'
import { itemText, type ShownItem } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { Style, StyleName } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { countsOf, kindOf } from './diff-output.js'
import type { SessionDiff } from './session-diff.js'

const signs: { readonly [Kind in ReturnType<typeof kindOf>]: readonly [sign: string, style: StyleName] } = {
  added: ['+', 'green'],
  removed: ['-', 'red'],
  changed: ['~', 'cyan'],
  passing: ['±', 'dim'],
}

/** Columns before an item's checklist line: its sign stands there. */
const signColumns = 4

/** Its lines. @param isWhole true where nobody asked for a range */
export function diffText({ head, diff }: SessionDiff, columns: number, style: Style): readonly string[] {
  const counts = countsOf(diff)
  return [
    ...headLines(
      head,
      `${momentText(diff.from)} → ${momentText(diff.to)}: ${countsText(counts)}`,
      columns,
      style,
    ),
    ...goalText(diff, columns, style),
    ...section('', diff.items, columns, style),
    ...section('In between', diff.passing, columns, style),
  ]
}

/** True where there is something to show. */
export function hasDiff({ diff: { items, passing, goal } }: SessionDiff): boolean {
  return items.length + passing.length > 0 || goal !== null
}

/** A moment in few words. */
export function momentText({ turn, seq }: ListDiff['from']): string {
  return turn === 0 ? 'the start' : `turn ${turn} (event ${seq})`
}

function countsText({
  added,
  removed,
  changed,
  passing,
  dropped,
  same,
}: ReturnType<typeof countsOf>): string {
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(passing > 0 ? [`${passing} came and went`] : []),
    ...(dropped > 0 ? [`${dropped} dropped silently`] : []),
  ]
  if (parts.length === 0) return same === 0 ? 'no item at either moment' : `no change, ${count(same, 'item')}`
  return `${parts.join(', ')}${same > 0 ? `, ${same} the same` : ''}`
}

function goalText({ goal }: ListDiff, columns: number, style: Style): readonly string[] {
  if (goal === null) return []
  const text = `${goal.from ?? 'none'} → ${goal.to ?? 'none'}`
  return ['', ...labelled({ label: 'goal', text }, { indent: 2, labelColumns: 9, columns, style })]
}

function section(
  heading: string,
  items: readonly ItemDiff[],
  columns: number,
  style: Style,
): readonly string[] {
  if (items.length === 0) return []
  return [
    '',
    ...(heading === '' ? [] : [style('bold', heading)]),
    ...items.flatMap((item) => itemLines(item, columns, style)),
  ]
}

function itemLines(item: ItemDiff, columns: number, style: Style): readonly string[] {
  const [sign, name] = signs[kindOf(item)]
  const lines = itemText(shown(item), columns - signColumns, style)
  const layout = { indent: 8, labelColumns: 10, columns, style }
  return [
    ...lines.map((line, index) => `  ${index === 0 ? style(name, sign) : ' '} ${line}`),
    ...item.fields.filter(isTold).flatMap((field) => labelled(fieldText(field), layout)),
    ...comings(item).flatMap((text) =>
      wrap(text, columns - 8).map((line) => `        ${style('dim', line)}`),
    ),
    ...(isDropped(item) ? [`        ${style('yellow', droppedText(item))}`] : []),
  ]
}

/** An item that stays shows the list after; its own number changes with what stands before it, and is no news. */
function isTold({ field }: ChangedField): boolean {
  return field !== 'id' && field !== 'activeForm'
}

function shown({ id, text, was, now, left }: ItemDiff): ShownItem {
  const status = now?.status ?? left?.status ?? was?.status ?? 'pending'
  return { id, text, status, reason: now?.reason ?? null }
}

function comings({ was, now, added, left, statusSet }: ItemDiff): readonly string[] {
  const came = was === null && added !== null ? `added in ${shortPlace(added)}` : null
  const went = now === null && left !== null ? `removed in ${shortPlace(left)}` : null
  const isSetLater = came !== null && statusSet !== null && statusSet.seq > (added?.seq ?? 0)
  const set = isSetLater ? `${valueText(statusSet.to)} in ${shortPlace(statusSet)}` : null
  const parts = [came, set, went].filter((text) => text !== null)
  return parts.length === 0 ? [] : [parts.join(', ')]
}

function droppedText({ left, again }: ItemDiff): string {
  const was = `dropped silently while ${worded(left?.status ?? 'open')}`
  return again === null
    ? was
    : `${was}; listed again as #${printable(again.id, 40)} in turn ${again.added.turn}`
}

function fieldText({ field, from, to, ...place }: ChangedField): {
  readonly label: string
  readonly text: string
} {
  const where = shortPlace(place)
  if (field === 'position') return { label: 'moved', text: `${moveText(from, to)}, ${where}` }
  return { label: field, text: `${valueText(from)} → ${valueText(to)}, ${where}` }
}
