import { isOpen, itemsWithIds } from '../items.js'
import { completedBy } from './evidence-required.js'
import { defineRule, type Rule } from './rule.js'

/** An item is completed only after the items that it depends on are closed. */
export const dependenciesClosedFirst: Rule = defineRule({
  id: 'dependencies-closed-first',
  version: 1,
  summary: 'An item is completed only after the items that it depends on are closed.',
  check(next, context) {
    return completedBy(context.changes, next).flatMap((item) => {
      const open = itemsWithIds(next.items, item.dependencies).filter(isOpen)
      if (open.length === 0) return []
      const ids = open.map((other) => other.id)
      return [
        {
          message: `Item ${item.id} depends on open items: ${ids.join(', ')}`,
          item: item.id,
          expected: [],
          received: ids,
          fix: 'Close the items that it depends on first, or cancel them.',
        },
      ]
    })
  },
})
