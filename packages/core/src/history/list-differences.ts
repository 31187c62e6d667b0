/** What differs between two versions of a list, item by item, by their keys. */

import { isDeepStrictEqual } from 'node:util'
import { longestIncreasing } from '../decide.js'
import { type ItemField, itemFields, type JsonValue } from '../events.js'
import type { TodoItem } from '../state.js'

/** A part of an item that can change: what `field-set` sets, its text, its status with the reason, and its place. */
export type LifeField = 'text' | 'status' | 'reason' | 'position' | ItemField

/** One part of an item that differs. */
export interface FieldDifference {
  readonly field: LifeField
  /** The value before; null where there was none. A position counts from 0. */
  readonly from: JsonValue
  /** The value after; null where there is none. A position counts from 0. */
  readonly to: JsonValue
}

/** One item that differs. */
export interface ItemDifference {
  /** The item's key. */
  readonly key: string
  /** The item before; null where it came. */
  readonly was: TodoItem | null
  /** The item after; null where it went. */
  readonly now: TodoItem | null
  /** Its place in the list after, from 0; null where it went. */
  readonly position: number | null
  /** What of it differs; empty for an item that came or went. */
  readonly fields: readonly FieldDifference[]
}

/** The parts of an item in the order in which they are listed, its place left out. */
export const toldFields: readonly Exclude<LifeField, 'position'>[] = [
  'id',
  'text',
  'status',
  'reason',
  ...itemFields.filter((field) => field !== 'id'),
]

/**
 * The items that differ: first those that went, in their old order, then the others in the new one. Of the items that
 * stayed as few as possible moved.
 */
export function listDifferences(
  before: readonly TodoItem[],
  after: readonly TodoItem[],
): readonly ItemDifference[] {
  if (before === after) return []
  // What is the very same at both ends is passed over: most updates change an item or two of many.
  const start = sameAtStart(before, after)
  const tail = sameAtEnd(before, after, start)
  const changed = before.slice(start, before.length - tail)
  const renewed = after.slice(start, after.length - tail)
  const places = new Map(changed.map((item, index) => [item.key, start + index]))
  const kept = renewed.flatMap((item) => places.get(item.key) ?? [])
  const steady = longestIncreasing(kept)
  const present = new Set(renewed.map(({ key }) => key))
  const gone = changed
    .filter(({ key }) => !present.has(key))
    .map((was) => ({ key: was.key, was, now: null, position: null, fields: [] }))
  const others = renewed.flatMap((now, index): readonly ItemDifference[] => {
    const { key } = now
    const position = start + index
    const place = places.get(key)
    const was = place === undefined ? undefined : before[place]
    if (place === undefined || was === undefined) return [{ key, was: null, now, position, fields: [] }]
    const fields = fieldDifferences(was, now)
    if (steady.has(place)) return fields.length === 0 ? [] : [{ key, was, now, position, fields }]
    const move: FieldDifference = { field: 'position', from: place, to: position }
    return [{ key, was, now, position, fields: [...fields, move] }]
  })
  return [...gone, ...others]
}

function sameAtStart(before: readonly TodoItem[], after: readonly TodoItem[]): number {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same += 1
  return same
}

/** How many are the same at the end, of those from some place on. */
function sameAtEnd(before: readonly TodoItem[], after: readonly TodoItem[], start: number): number {
  const most = Math.min(before.length, after.length) - start
  let same = 0
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return same
}

/** What differs between two versions of one item, its place left out. */
export function fieldDifferences(was: TodoItem, now: TodoItem): readonly FieldDifference[] {
  if (was === now) return []
  return toldFields.flatMap((field) => {
    const [from, to] = [was[field], now[field]]
    return from === to || isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}
