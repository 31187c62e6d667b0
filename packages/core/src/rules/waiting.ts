/** What items wait for: what they depend on, and what they are parts of depends on. */

import { isRecord } from '../declared.js'
import type { Change, JsonValue } from '../events.js'
import { changedItems, isOpen, itemsOfKeys, itemsWithIds, partsOf } from '../items.js'
import type { TodoItem } from '../state.js'
import { completedBy } from './evidence-required.js'
import { defineRule, type Rule } from './rule.js'

type Items = readonly TodoItem[]

/** The items that must be closed before an item begins, in the order in which they are named. */
function awaitedBy(item: TodoItem, items: Items): Items {
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
function circleFrom(
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

export const dependencyKnown: Rule = defineRule({
  id: 'dependency-known',
  summary: 'A dependency that an item is given names an item of the list.',
  check({ items }, { changes }) {
    const ids = items.map(({ id }) => id)
    const known = new Set(ids)
    const changed = changedItems(items, changes)
    return changes.flatMap((change) => {
      const unknown = dependenciesAdded(change).filter((id) => !known.has(id))
      if (change.type === 'goal-set' || unknown.length === 0) return []
      const item = changed.get(change.key)?.id ?? change.key
      const are = unknown.length === 1 ? 'which is' : 'which are'
      const message = `Item ${item} depends on ${unknown.join(', ')}, ${are} not in the list`
      const fix = 'Name items of the list, or add them first.'
      return [{ message, item, expected: ids, received: unknown, fix }]
    })
  },
})

/** The ids that a change adds to what an item depends on. */
function dependenciesAdded(change: Change): readonly string[] {
  if (change.type === 'added') return textsOf(change.fields?.dependencies)
  if (change.type !== 'field-set' || change.field !== 'dependencies') return []
  const before = textsOf(change.from)
  return textsOf(change.to).filter((id) => !before.includes(id))
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}

export const dependenciesClosedFirst: Rule = defineRule({
  id: 'dependencies-closed-first',
  summary:
    'An item is completed only after the items that it depends on are closed (option start: nor begun, and what its parents depend on counts, too).',
  defaults: { start: false },
  check(next, { changes, options }) {
    const { items } = next
    const withStart = options['start'] === true
    const begun = withStart ? itemsOfKeys(items, changes.flatMap(begunKey)) : []
    return [...begun, ...completedBy(changes, next)].flatMap(({ id, ...item }) => {
      const awaited = withStart ? awaitedBy({ id, ...item }, items) : itemsWithIds(items, item.dependencies)
      const ids = awaited.filter(isOpen).map((other) => other.id)
      if (ids.length === 0) return []
      const message = `Item ${id} depends on open items: ${ids.join(', ')}`
      const fix = 'Close the items that it depends on first, or cancel them.'
      return [{ message, item: id, expected: [], received: ids, fix }]
    })
  },
})

function begunKey(change: Change): readonly string[] {
  const status = change.type === 'added' ? change.status : change.type === 'status-set' ? change.to : null
  return status === 'in_progress' && 'key' in change ? [change.key] : []
}

export const childrenClosedFirst: Rule = defineRule({
  id: 'children-closed-first',
  summary: 'An item is completed only after its subtasks are closed.',
  check: (next, { changes }) =>
    completedBy(changes, next).flatMap(({ id }) => {
      const ids = partsOf(next.items, id)
        .filter(isOpen)
        .map((part) => part.id)
      if (ids.length === 0) return []
      const message = `Item ${id} has open subtasks: ${ids.join(', ')}`
      const fix = 'Close its subtasks first, or cancel them.'
      return [{ message, item: id, expected: [], received: ids, fix }]
    }),
})

export const noDependencyCycle: Rule = defineRule({
  id: 'no-dependency-cycle',
  summary:
    'No item depends, over others or directly, on itself (option parts: an item waits for its parts, and they for what it depends on).',
  defaults: { parts: false },
  check({ items }, { options }) {
    if (!items.some(({ dependencies }) => dependencies.length > 0)) return []
    const withParts = options['parts'] === true
    const cycle = circleFrom(items, items, (item) =>
      withParts
        ? [...awaitedBy(item, items), ...partsOf(items, item.id)].map(({ id }) => id)
        : item.dependencies,
    )
    if (cycle === null) return []
    const circle = `in a circle: ${cycle.join(' -> ')}`
    const [message, fix] = withParts
      ? [
          `Items wait for each other ${circle}`,
          'Take out one of these dependencies, or one item from under its parent.',
        ]
      : [`Items depend on each other ${circle}`, 'Remove one of these dependencies.']
    return [{ message, item: cycle[0], expected: 'no circle', received: cycle, fix }]
  },
})

export const noParentCycle: Rule = defineRule({
  id: 'no-parent-cycle',
  summary: 'No item is, over others or directly, a part of itself.',
  check({ items }, { changes }) {
    const placed = new Set(changes.flatMap(placedKey))
    const parents = new Set(items.map(({ parent }) => parent))
    // Who has no parts closes no circle; most items have none.
    const suspects = items.filter(({ key, id }) => placed.has(key) && parents.has(id))
    const circle = circleFrom(suspects, items, ({ parent }) => (parent === null ? [] : [parent]))
    if (circle === null) return []
    const message = `Items are parts of each other in a circle: ${circle.join(' -> ')}`
    const fix = 'Take one of these items out from under its parent.'
    return [{ message, item: circle[0], expected: 'no circle', received: circle, fix }]
  },
})

/** The key of the item that a change gives its place in the hierarchy. */
function placedKey(change: Change): readonly string[] {
  const isPlaced =
    change.type === 'added' ||
    (change.type === 'field-set' && (change.field === 'parent' || change.field === 'id'))
  return isPlaced ? [change.key] : []
}
