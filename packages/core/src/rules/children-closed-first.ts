import { isOpen, partsOf } from '../items.js'
import { completedBy } from './evidence-required.js'
import { defineRule, type Rule } from './rule.js'

export const childrenClosedFirst: Rule = defineRule({
  id: 'children-closed-first',
  version: 1,
  summary: 'An item is completed only after its subtasks are closed.',
  check(next, context) {
    return completedBy(context.changes, next).flatMap((item) => {
      const open = partsOf(next.items, item.id).filter(isOpen)
      if (open.length === 0) return []
      const ids = open.map((other) => other.id)
      return [
        {
          message: `Item ${item.id} has open subtasks: ${ids.join(', ')}`,
          item: item.id,
          expected: [],
          received: ids,
          fix: 'Close its subtasks first, or cancel them.',
        },
      ]
    })
  },
})
