/** Rules about what waits for what: dependencies, and parts of items. */

import type { Change, JsonValue } from '../events.js'
import { changedItems, isOpen, itemsOfKeys, itemsWithIds, partsOf } from '../items.js'
import { completedBy } from './evidence-required.js'
import { defineRule, type Rule } from './rule.js'
import { awaitedBy, circleFrom } from './waiting.js'

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
