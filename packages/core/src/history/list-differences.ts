/** What differs between two versions of a list, item by item, by their keys. */

import { isDeepStrictEqual } from 'node:util'
import { longestIncreasing } from '../decide.js'
import { type ItemField, itemFields, type JsonValue } from '../events.js'
import type { TodoItem } from '../state.js'

/** A part of an item that can change: what `field-set` sets, its text, its status with the reason, and its place. */
export type LifeField = 'text' | 'status' | 'reason' | 'position' | ItemField

/** One part of an item that differs; null stands for no value. A position counts from 0. */
export interface FieldDifference {
  readonly field: LifeField
  readonly from: JsonValue
  readonly to: JsonValue
}

export interface ItemDifference {
  readonly key: string
  /** Null where it came. */
  readonly was: TodoItem | null
  /** Null where it went. */
  readonly now: TodoItem | null
  /** Its place in the list after, from 0; null where it went. */
  readonly position: number | null
  /** Empty for an item that came or went. */
  readonly fields: readonly FieldDifference[]
}

/** The parts of an item in the order in which they are listed, its place left out. */
export const toldFields: readonly Exclude<LifeField, 'position'>[] = [
  ...(['id', 'text', 'status', 'reason'] as const),
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
  // What is the very same at both ends is passed over: most updates change an item or two of many.
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let tail = 0
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const changed = before.slice(start, before.length - tail)
  const renewed = after.slice(start, after.length - tail)
  const places = new Map(changed.map((item, index) => [item.key, start + index]))
  const steady = longestIncreasing(renewed.flatMap((item) => places.get(item.key) ?? []))
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
    const fields = [...fieldDifferences(was, now)]
    if (!steady.has(place)) fields.push({ field: 'position', from: place, to: position })
    return fields.length === 0 ? [] : [{ key, was, now, position, fields }]
  })
  return [...gone, ...others]
}

/** What differs between two versions of one item, its place left out. */
export function fieldDifferences(was: TodoItem, now: TodoItem): readonly FieldDifference[] {
  if (was === now) return []
  return toldFields.flatMap((field) => {
    const [from, to] = [was[field], now[field]]
    return from === to || isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]
  })
}
