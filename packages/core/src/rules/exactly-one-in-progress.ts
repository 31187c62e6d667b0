import { itemsIn } from '../items.js'
import { defineRule, type Rule } from './rule.js'

/** Source: docs/sources/todo-list-middleware.md. */
export const exactlyOneInProgress: Rule = defineRule({
  id: 'exactly-one-in-progress',
  version: 1,
  summary: 'Exactly one item is in progress, unless all are completed.',
  check(next) {
    const { items } = next
    const busy = itemsIn(items, 'in_progress')
    if (busy.length === 1 || items.every(({ status }) => status === 'completed')) return []
    const item = busy[1] ?? items.find(({ status }) => status === 'pending')
    return [
      {
        message: `Exactly one todo must be in_progress unless all are completed, found ${busy.length}`,
        item: item?.id,
        expected: 1,
        received: busy.length,
        fix:
          busy.length === 0
            ? 'Set the item that you work on next to in_progress.'
            : 'Set all but one of them to pending or completed.',
      },
    ]
  },
})
