import type { TodoItem } from '../state.js'
import { defineRule, type Rule } from './rule.js'

/** No item waits, over others or directly, for itself. */
export const noDependencyCycle: Rule = defineRule({
  id: 'no-dependency-cycle',
  version: 1,
  summary: 'No item depends, over others or directly, on itself.',
  check(next) {
    const cycle = findCycle(next.items)
    if (cycle === null) return []
    return [
      {
        message: `Items depend on each other in a circle: ${cycle.join(' -> ')}`,
        item: cycle[0],
        expected: 'no circle',
        received: cycle,
        fix: 'Remove one of these dependencies.',
      },
    ]
  },
})

/** The ids of one circle, its first id again at the end; null where there is none. Depth-first without recursion. */
function findCycle(items: readonly TodoItem[]): string[] | null {
  const byId = new Map(items.map((item) => [item.id, item]))
  const finished = new Set<string>()
  for (const start of byId.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    const stack: { id: string; leave: boolean }[] = [{ id: start, leave: false }]
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (step.leave) {
        path.pop()
        onPath.delete(step.id)
        finished.add(step.id)
        continue
      }
      if (onPath.has(step.id)) return [...path.slice(path.indexOf(step.id)), step.id]
      if (finished.has(step.id)) continue
      path.push(step.id)
      onPath.add(step.id)
      stack.push({ id: step.id, leave: true })
      for (const id of byId.get(step.id)?.dependencies ?? [])
        if (byId.has(id)) stack.push({ id, leave: false })
    }
  }
  return null
}
