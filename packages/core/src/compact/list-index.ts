/**
 * Looking items up in a list. A short one is searched. In a long one an update of one item costs the same whether it
 * holds a hundred or ten thousand: what the reducer makes of it is known by what it changed; any other list is taken in
 * whole, once.
 */

import type { TodoStatus } from '../events.js'
import type { TodoItem } from '../state.js'
import {
  findDependencyCircle,
  type ItemStep,
  isBlank,
  isUnexplained,
  ListTables,
  type ListVersion,
} from './list-tables.js'

/** So many items are searched sooner than tables of them are kept: a replay of lists of eight took 20 times as long. */
export const longestShortList = 32

interface Known {
  readonly tables: ListTables
  readonly version: ListVersion
}

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

/** True for a list that is searched. One that may still be altered is: its tables would not follow. */
function isSearched(items: readonly TodoItem[]): boolean {
  return items.length <= longestShortList || !Object.isFrozen(items)
}

/** The item of a key, or undefined where it is not in the list. */
export function itemOfKey(items: readonly TodoItem[], key: string): TodoItem | undefined {
  return isSearched(items) ? items.find((item) => item.key === key) : tablesOf(items).item(key)
}

/** The place of the item of a key, from 0; -1 where it is not in the list. */
export function placeOfKey(items: readonly TodoItem[], key: string): number {
  return isSearched(items) ? items.findIndex((item) => item.key === key) : tablesOf(items).placeOf(items, key)
}

/** The items of these keys, in the order of the list. */
export function itemsOfKeys(items: readonly TodoItem[], keys: Iterable<string>): readonly TodoItem[] {
  if (!isSearched(items)) return inOrder(tablesOf(items), keys)
  const wanted = new Set(keys)
  return items.filter(({ key }) => wanted.has(key))
}

/** The first item that has an id, or undefined. */
export function firstWithId(items: readonly TodoItem[], id: string): TodoItem | undefined {
  return isSearched(items) ? items.find((item) => item.id === id) : itemsWithIds(items, [id])[0]
}

/** The last item that has an id, or undefined. */
export function lastWithId(items: readonly TodoItem[], id: string): TodoItem | undefined {
  return isSearched(items) ? items.findLast((item) => item.id === id) : itemsWithIds(items, [id]).at(-1)
}

/** The items that have one of these ids, in the order of the list. */
export function itemsWithIds(items: readonly TodoItem[], ids: readonly string[]): readonly TodoItem[] {
  if (isSearched(items)) return items.filter(({ id }) => ids.includes(id))
  const tables = tablesOf(items)
  return inOrder(tables, new Set(ids.flatMap((id) => [...tables.byId.of(id)])))
}

/** The items that are part of the item of an id, in the order of the list. */
export function partsOf(items: readonly TodoItem[], id: string): readonly TodoItem[] {
  if (isSearched(items)) return items.filter(({ parent }) => parent === id)
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
  if (!isSearched(items)) return tablesOf(items).byStatus.of(status).size
  let count = 0
  for (let place = 0; place < items.length; place += 1) if (items[place]?.status === status) count += 1
  return count
}

/** True where an item has a status: in a short list known at the first one, sooner than all are counted. */
export function someAreIn(items: readonly TodoItem[], status: TodoStatus): boolean {
  if (!isSearched(items)) return countIn(items, status) > 0
  for (let place = 0; place < items.length; place += 1) if (items[place]?.status === status) return true
  return false
}

/** True where all items have a status. */
export function allAreIn(items: readonly TodoItem[], status: TodoStatus): boolean {
  if (!isSearched(items)) return countIn(items, status) === items.length
  for (let place = 0; place < items.length; place += 1) if (items[place]?.status !== status) return false
  return true
}

/** The items that have a status, in the order of the list. */
export function itemsIn(items: readonly TodoItem[], status: TodoStatus): readonly TodoItem[] {
  if (isSearched(items)) return items.filter((item) => item.status === status)
  const tables = tablesOf(items)
  return inOrder(tables, tables.byStatus.of(status))
}

/** The first items that have a status, so many at most, in the order of the list. */
export function firstIn(items: readonly TodoItem[], status: TodoStatus, most: number): readonly TodoItem[] {
  if (!isSearched(items)) {
    const tables = tablesOf(items)
    const keys = tables.byStatus.of(status)
    if (keys.size <= manyKeys) return inOrder(tables, keys).slice(0, most)
  }
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
  if (isSearched(items)) {
    // Without a new list where there are none: the usual answer to a rule.
    for (const item of items) if (isBlank(item)) return items.filter(isBlank)
    return noItems
  }
  const tables = tablesOf(items)
  return inOrder(tables, tables.blank)
}

/** The blocked items that do not say why, in the order of the list. */
export function unexplainedItems(items: readonly TodoItem[]): readonly TodoItem[] {
  if (isSearched(items)) return items.filter(isUnexplained)
  const tables = tablesOf(items)
  return inOrder(tables, tables.unexplained)
}

/** The ids that several items have, in the order in which they come a second time. */
export function sharedIds(items: readonly TodoItem[]): readonly string[] {
  if (isSearched(items)) return searchedForShared(items)
  const tables = tablesOf(items)
  const seconds = [...tables.shared].flatMap((id) => tables.inOrder(tables.byId.of(id))[1] ?? [])
  return inOrder(tables, seconds).map(({ id }) => id)
}

const noItems: readonly TodoItem[] = Object.freeze([])

function searchedForShared(items: readonly TodoItem[]): readonly string[] {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) shared.add(id)
    seen.add(id)
  }
  return [...shared]
}

/** The ids of one circle of dependencies, the first again at the end; null where there is none. */
export function dependencyCircle(items: readonly TodoItem[]): readonly string[] | null {
  if (!isSearched(items)) return tablesOf(items).circle(items)
  return items.some(({ dependencies }) => dependencies.length > 0) ? findDependencyCircle(items) : null
}

function inOrder(tables: ListTables, keys: Iterable<string>): readonly TodoItem[] {
  return tables.inOrder(keys).flatMap((key) => tables.item(key) ?? [])
}

/** @param items frozen, as its items are */
function tablesOf(items: readonly TodoItem[]): ListTables {
  const known = knownLists.get(items)
  if (known?.tables.goTo(known.version) === true) return known.tables
  const tables = new ListTables(items)
  knownLists.set(items, { tables, version: tables.version })
  return tables
}
