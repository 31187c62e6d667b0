/**
 * Looking items up in a list instead of searching it: an update of one item costs the same in a list of ten and of ten
 * thousand. What the reducer makes of a list is known by what it changed; any other list is taken in whole, once.
 */

import type { TodoStatus } from '../events.js'
import type { TodoItem } from '../state.js'
import { type ItemStep, ListTables, type ListVersion } from './list-tables.js'

interface Known {
  readonly tables: ListTables
  readonly version: ListVersion
}

/** A list that may still be altered is not kept: its tables would not follow. */
const knownLists = new WeakMap<readonly TodoItem[], Known>()

/**
 * Notes that a list came of another by these steps, so that it need not be taken in whole.
 * @param before the list before; @param after the list after, frozen as its items are
 */
export function noteNextList(
  before: readonly TodoItem[],
  after: readonly TodoItem[],
  steps: readonly ItemStep[],
): void {
  const known = knownLists.get(before)
  if (known === undefined || !known.tables.goTo(known.version)) return
  knownLists.set(after, { tables: known.tables, version: known.tables.advance(steps) })
}

/** The item of a key, or undefined where it is not in the list. */
export function itemOfKey(items: readonly TodoItem[], key: string): TodoItem | undefined {
  return Object.isFrozen(items) ? tablesOf(items).item(key) : items.find((item) => item.key === key)
}

/** The place of the item of a key, from 0; -1 where it is not in the list. */
export function placeOfKey(items: readonly TodoItem[], key: string): number {
  return tablesOf(items).placeOf(items, key)
}

/** The items of these keys, in the order of the list. */
export function itemsOfKeys(items: readonly TodoItem[], keys: Iterable<string>): readonly TodoItem[] {
  return inOrder(tablesOf(items), keys)
}

/** The first item that has an id, or undefined. */
export function firstWithId(items: readonly TodoItem[], id: string): TodoItem | undefined {
  return Object.isFrozen(items) ? itemsWithIds(items, [id])[0] : items.find((item) => item.id === id)
}

/** The last item that has an id, or undefined. */
export function lastWithId(items: readonly TodoItem[], id: string): TodoItem | undefined {
  return Object.isFrozen(items) ? itemsWithIds(items, [id]).at(-1) : items.findLast((item) => item.id === id)
}

/** The items that have one of these ids, in the order of the list. */
export function itemsWithIds(items: readonly TodoItem[], ids: readonly string[]): readonly TodoItem[] {
  const tables = tablesOf(items)
  return inOrder(tables, new Set(ids.flatMap((id) => [...tables.byId.of(id)])))
}

/** The items that are part of the item of an id, in the order of the list. */
export function partsOf(items: readonly TodoItem[], id: string): readonly TodoItem[] {
  const tables = tablesOf(items)
  return inOrder(tables, tables.byParent.of(id))
}

/** The items that wait for the item of an id, in the order of the list. */
export function itemsAfter(items: readonly TodoItem[], id: string): readonly TodoItem[] {
  const tables = tablesOf(items)
  return inOrder(tables, tables.byDependency.of(id))
}

/** How many items have a status. */
export function countIn(items: readonly TodoItem[], status: TodoStatus): number {
  return tablesOf(items).byStatus.of(status).size
}

/** The items that have a status, in the order of the list. */
export function itemsIn(items: readonly TodoItem[], status: TodoStatus): readonly TodoItem[] {
  const tables = tablesOf(items)
  return inOrder(tables, tables.byStatus.of(status))
}

/** The first items that have a status, so many at most, in the order of the list. */
export function firstIn(items: readonly TodoItem[], status: TodoStatus, most: number): readonly TodoItem[] {
  const tables = tablesOf(items)
  const keys = tables.byStatus.of(status)
  if (keys.size <= manyKeys) return inOrder(tables, keys).slice(0, most)
  const first: TodoItem[] = []
  for (const item of items) {
    if (first.length === most) break
    if (item.status === status) first.push(item)
  }
  return first
}

/** Of more items than these the first are found sooner in the list than by putting them in order. */
const manyKeys = 100

/** The items with a text of spaces alone, in the order of the list. */
export function blankItems(items: readonly TodoItem[]): readonly TodoItem[] {
  const tables = tablesOf(items)
  return inOrder(tables, tables.blank)
}

/** The blocked items that do not say why, in the order of the list. */
export function unexplainedItems(items: readonly TodoItem[]): readonly TodoItem[] {
  const tables = tablesOf(items)
  return inOrder(tables, tables.unexplained)
}

/** The ids that several items have, in the order in which they come a second time. */
export function sharedIds(items: readonly TodoItem[]): readonly string[] {
  const tables = tablesOf(items)
  const seconds = [...tables.shared].flatMap((id) => tables.inOrder(tables.byId.of(id))[1] ?? [])
  return inOrder(tables, seconds).map(({ id }) => id)
}

/** The ids of one circle of dependencies, the first again at the end; null where there is none. */
export function dependencyCircle(items: readonly TodoItem[]): readonly string[] | null {
  return tablesOf(items).circle(items)
}

function inOrder(tables: ListTables, keys: Iterable<string>): readonly TodoItem[] {
  return tables.inOrder(keys).flatMap((key) => tables.item(key) ?? [])
}

function tablesOf(items: readonly TodoItem[]): ListTables {
  const known = knownLists.get(items)
  if (known?.tables.goTo(known.version) === true) return known.tables
  const tables = new ListTables(items)
  if (Object.isFrozen(items)) knownLists.set(items, { tables, version: tables.version })
  return tables
}
