import type { Change } from '../events.js'
import type { TodoItem } from '../state.js'
import { type Breach, defineRule, type Rule } from './rule.js'

/** No item is, over others or directly, a part of itself. */
export const noParentCycle: Rule = defineRule({
  id: 'no-parent-cycle',
  version: 1,
  summary: 'No item is, over others or directly, a part of itself.',
  check(next, context) {
    const placed = new Set(context.changes.flatMap(placedKey))
    const parents = new Set(next.items.map(({ parent }) => parent))
    // Who has no parts closes no circle; most items have none.
    const suspects = next.items.filter(({ key, id }) => placed.has(key) && parents.has(id))
    if (suspects.length === 0) return []
    const byId = new Map(next.items.toReversed().map((item) => [item.id, item]))
    const harmless = new Set<string>()
    for (const item of suspects) {
      const circle = circleAbove(item, byId, harmless)
      if (circle !== null) return [breachOf(circle)]
    }
    return []
  },
})

/** The key of the item that a change gives its place in the hierarchy. */
function placedKey(change: Change): readonly string[] {
  if (change.type === 'added') return [change.key]
  const isPlaced = change.type === 'field-set' && (change.field === 'parent' || change.field === 'id')
  return isPlaced ? [change.key] : []
}

/** The ids from an item up to itself again; null where it has a top. */
function circleAbove(
  item: TodoItem,
  byId: ReadonlyMap<string, TodoItem>,
  harmless: Set<string>,
): readonly string[] | null {
  const path = new Map<string, TodoItem>()
  for (
    let at: TodoItem | undefined = item;
    at !== undefined && !harmless.has(at.key);
    at = at.parent === null ? undefined : byId.get(at.parent)
  ) {
    if (path.has(at.key)) {
      const walked = [...path.values()]
      return [...walked.slice(walked.indexOf(at)), at].map(({ id }) => id)
    }
    path.set(at.key, at)
  }
  for (const key of path.keys()) harmless.add(key)
  return null
}

function breachOf(circle: readonly string[]): Breach {
  return {
    message: `Items are parts of each other in a circle: ${circle.join(' -> ')}`,
    item: circle[0],
    expected: 'no circle',
    received: circle,
    fix: 'Take one of these items out from under its parent.',
  }
}
