/** What items wait for: what they depend on, and what they are parts of depends on. */

import { isRecord } from '../declared.js'
import { isOpen } from '../items.js'
import type { TodoItem } from '../state.js'

type Items = readonly TodoItem[]

/** The items that must be closed before an item begins, in the order in which they are named. */
export function awaitedBy(item: TodoItem, items: Items): Items {
  const ids = new Set<string>()
  const seen = new Set<TodoItem>()
  for (let at: TodoItem | undefined = item; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    for (const id of at.dependencies) ids.add(id)
    const { parent }: TodoItem = at
    at = parent === null ? undefined : items.find(({ id }) => id === parent)
  }
  return ids.size === 0 ? [] : [...ids].flatMap((id) => items.find((each) => each.id === id) ?? [])
}

/** When an item is due, as its profile keeps it in `metadata`; null where nobody says. */
export function dueOf({ metadata }: TodoItem): string | null {
  const due = isRecord(metadata) ? metadata['due'] : undefined
  return typeof due === 'string' ? due : null
}

/** The items that can be begun, those that are due first: pending, with nothing open that they wait for and no open parts. */
export function readyItems(items: Items): Items {
  const open = items.filter(isOpen)
  const parents = new Set(open.map(({ parent }) => parent))
  const ready = open.filter(
    (item) => item.status === 'pending' && !parents.has(item.id) && !awaitedBy(item, items).some(isOpen),
  )
  const dueTime = (item: TodoItem) => Date.parse(dueOf(item) ?? '') || Number.MAX_VALUE
  return ready.toSorted((one, other) => dueTime(one) - dueTime(other))
}

/**
 * The ids of one circle, its first id again at the end; null where there is none. Depth-first without recursion.
 * @param starts where to look from, in this order; @param next the ids that an item leads to
 */
export function circleFrom(
  starts: Items,
  items: Items,
  next: (item: TodoItem) => readonly string[],
): readonly string[] | null {
  const byId = new Map(items.toReversed().map((item) => [item.id, item]))
  const finished = new Set<string>()
  for (const start of starts) {
    const path = new Set<string>()
    const stack: { readonly id: string; readonly leave: boolean }[] = [{ id: start.id, leave: false }]
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      const { id, leave } = step
      if (leave) {
        path.delete(id)
        finished.add(id)
        continue
      }
      if (path.has(id)) return [...[...path].slice([...path].indexOf(id)), id]
      const item = byId.get(id)
      if (finished.has(id) || item === undefined) continue
      path.add(id)
      stack.push({ id, leave: true }, ...next(item).map((each) => ({ id: each, leave: false })))
    }
  }
  return null
}
