import { dependencyCircle } from '../items.js'
import { defineRule, type Rule } from './rule.js'

/** No item waits, over others or directly, for itself. */
export const noDependencyCycle: Rule = defineRule({
  id: 'no-dependency-cycle',
  version: 1,
  summary: 'No item depends, over others or directly, on itself.',
  check(next) {
    const cycle = dependencyCircle(next.items)
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
