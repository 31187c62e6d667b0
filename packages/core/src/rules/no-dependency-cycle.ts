import { partsOf } from '../items.js'
import { defineRule, type Rule } from './rule.js'
import { awaitedBy, circleFrom } from './waiting.js'

export const noDependencyCycle: Rule = defineRule({
  id: 'no-dependency-cycle',
  version: 1,
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
    return [
      {
        message: withParts ? `Items wait for each other ${circle}` : `Items depend on each other ${circle}`,
        item: cycle[0],
        expected: 'no circle',
        received: cycle,
        fix: withParts
          ? 'Take out one of these dependencies, or one item from under its parent.'
          : 'Remove one of these dependencies.',
      },
    ]
  },
})
