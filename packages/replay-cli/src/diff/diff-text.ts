/** What changed in a list, as people read it. */

import { type ChangedField, type ItemDiff, isDropped, type ListDiff } from '@todo-ledger/core/history'
import { headLines, shortPlace } from '../items/place.js'
import { moveText, valueText, worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { StyleName, TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { countsOf, kindOf, type SessionDiff } from './session-diff.js'

const signs: { readonly [Kind in ReturnType<typeof kindOf>]: readonly [sign: string, style: StyleName] } = {
  added: ['+', 'green'],
  removed: ['-', 'red'],
  changed: ['~', 'cyan'],
  passing: ['±', 'dim'],
}

/** Columns before an item's checklist line: its sign stands there. */
const signColumns = 4

export function diffText({ head, diff }: SessionDiff, layout: TextLayout): readonly string[] {
  const { goal, items, passing } = diff
  const { columns, style } = layout
  const facts = `${momentText(diff.from)} → ${momentText(diff.to)}: ${countsText(diff)}`
  const text = `${goal?.from ?? 'none'} → ${goal?.to ?? 'none'}`
  const goalLayout = { indent: 2, labelColumns: 9, columns, style }
  return [
    ...headLines(head, facts, columns, style),
    ...(goal === null ? [] : ['', ...labelled({ label: 'goal', text }, goalLayout)]),
    ...(items.length === 0 ? [] : ['', ...items.flatMap((item) => itemLines(item, layout))]),
    ...(passing.length === 0
      ? []
      : ['', style('bold', 'In between'), ...passing.flatMap((item) => itemLines(item, layout))]),
  ]
}

/** True where there is something to show. */
export function hasDiff({ diff: { items, passing, goal } }: SessionDiff): boolean {
  return items.length + passing.length > 0 || goal !== null
}

function momentText({ turn, seq }: ListDiff['from']): string {
  return turn === 0 ? 'the start' : `turn ${turn} (event ${seq})`
}

function countsText(diff: ListDiff): string {
  const { passing, dropped, same, ...changed } = countsOf(diff)
  const parts = Object.entries({ ...changed, 'came and went': passing, 'dropped silently': dropped })
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number} ${what}`)
  if (parts.length > 0) return `${parts.join(', ')}${same > 0 ? `, ${same} the same` : ''}`
  return same === 0 ? 'no item at either moment' : `no change, ${count(same, 'item')}`
}

function itemLines(item: ItemDiff, { columns, style }: TextLayout): readonly string[] {
  const { id, text, was, now, left } = item
  const [sign, name] = signs[kindOf(item)]
  const status = now?.status ?? left?.status ?? was?.status ?? 'pending'
  const lines = itemText({ id, text, status, reason: now?.reason ?? null }, columns - signColumns, style)
  const layout = { indent: 8, labelColumns: 10, columns, style }
  return [
    ...lines.map((line, index) => `  ${index === 0 ? style(name, sign) : ' '} ${line}`),
    ...item.fields.filter(isTold).flatMap((field) => labelled(fieldText(field), layout)),
    ...comings(item).flatMap((each) =>
      wrap(each, columns - 8).map((line) => `        ${style('dim', line)}`),
    ),
  ]
}

/** An item that stays shows the list after; its own number changes with what stands before it, and is no news. */
function isTold({ field }: ChangedField): boolean {
  return field !== 'id' && field !== 'activeForm'
}

function comings(item: ItemDiff): readonly string[] {
  const { was, now, added, left, statusSet, again } = item
  const came = was === null && added !== null
  const parts = [
    ...(came ? [`added in ${shortPlace(added)}`] : []),
    ...(came && statusSet !== null && statusSet.seq > added.seq
      ? [`${valueText(statusSet.to)} in ${shortPlace(statusSet)}`]
      : []),
    ...(now === null && left !== null ? [`removed in ${shortPlace(left)}`] : []),
  ]
  const back =
    again === null ? '' : `; listed again as #${printable(again.id, 40)} in turn ${again.added.turn}`
  const dropped = isDropped(item) ? [`dropped silently while ${worded(left?.status ?? 'open')}${back}`] : []
  return [...(parts.length === 0 ? [] : [parts.join(', ')]), ...dropped]
}

function fieldText({ field, from, to, ...place }: ChangedField) {
  const where = shortPlace(place)
  if (field === 'position') return { label: 'moved', text: `${moveText(from, to)}, ${where}` }
  return { label: field, text: `${valueText(from)} → ${valueText(to)}, ${where}` }
}
