import type { Change } from '../events.js'
import { defineRule, type Rule } from './rule.js'
import { circleFrom } from './waiting.js'

export const noParentCycle: Rule = defineRule({
  id: 'no-parent-cycle',
  version: 1,
  summary: 'No item is, over others or directly, a part of itself.',
  check({ items }, { changes }) {
    const placed = new Set(changes.flatMap(placedKey))
    const parents = new Set(items.map(({ parent }) => parent))
    // Who has no parts closes no circle; most items have none.
    const suspects = items.filter(({ key, id }) => placed.has(key) && parents.has(id))
    const circle = circleFrom(suspects, items, ({ parent }) => (parent === null ? [] : [parent]))
    if (circle === null) return []
    return [
      {
        message: `Items are parts of each other in a circle: ${circle.join(' -> ')}`,
        item: circle[0],
        expected: 'no circle',
        received: circle,
        fix: 'Take one of these items out from under its parent.',
      },
    ]
  },
})

/** The key of the item that a change gives its place in the hierarchy. */
function placedKey(change: Change): readonly string[] {
  if (change.type === 'added') return [change.key]
  const isPlaced = change.type === 'field-set' && (change.field === 'parent' || change.field === 'id')
  return isPlaced ? [change.key] : []
}
