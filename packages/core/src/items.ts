/** Looking items up in a list. */

import type { Change, TodoStatus } from './events.js'
import type { TodoItem } from './state.js'

type Items = readonly TodoItem[]

/** True while work on the item is still to be done: neither completed nor cancelled. */
export function isOpen({ status }: { readonly status: TodoStatus }): boolean {
  return status !== 'completed' && status !== 'cancelled'
}

export function countCompleted(items: Items): number {
  return countIn(items, 'completed')
}

export function itemOfKey(items: Items, key: string): TodoItem | undefined {
  return items.find((item) => item.key === key)
}

export function itemsOfKeys(items: Items, keys: Iterable<string>): Items {
  const wanted = new Set(keys)
  return items.filter(({ key }) => wanted.has(key))
}

/** The items that are changed, by their keys: looked up at once, since an update may change all. */
export function changedItems(items: Items, changes: readonly Change[]): ReadonlyMap<string, TodoItem> {
  const keys = changes.flatMap((change) => ('key' in change ? [change.key] : []))
  return new Map(itemsOfKeys(items, keys).map((item) => [item.key, item]))
}

export function firstWithId(items: Items, id: string): TodoItem | undefined {
  return items.find((item) => item.id === id)
}

export function lastWithId(items: Items, id: string): TodoItem | undefined {
  return items.findLast((item) => item.id === id)
}

export function itemsWithIds(items: Items, ids: readonly string[]): Items {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  return items.filter(({ id }) => wanted.has(id))
}

export function partsOf(items: Items, id: string): Items {
  return items.filter(({ parent }) => parent === id)
}

export function itemsAfter(items: Items, id: string): Items {
  return items.filter(({ dependencies }) => dependencies.includes(id))
}

export function itemsIn(items: Items, status: TodoStatus): Items {
  const found: TodoItem[] = []
  for (const item of items) if (item.status === status) found.push(item)
  return found
}

function countIn(items: Items, status: TodoStatus): number {
  let count = 0
  for (const item of items) if (item.status === status) count += 1
  return count
}
