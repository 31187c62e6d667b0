import { countIn, firstIn } from '../compact/list-index.js'
import { defineRule, type Rule } from './rule.js'

/** Exactly one item is in progress unless all are completed. Source: docs/sources/todo-list-middleware.md. */
export const exactlyOneInProgress: Rule = defineRule({
  id: 'exactly-one-in-progress',
  version: 1,
  summary: 'Exactly one item is in progress, unless all are completed.',
  check(next) {
    const { items } = next
    const busy = countIn(items, 'in_progress')
    if (busy === 1 || countIn(items, 'completed') === items.length) return []
    const [, second] = firstIn(items, 'in_progress', 2)
    const [pending] = firstIn(items, 'pending', 1)
    return [
      {
        message: `Exactly one todo must be in_progress unless all are completed, found ${busy}`,
        item: (second ?? pending)?.id,
        expected: 1,
        received: busy,
        fix:
          busy === 0
            ? 'Set the item that you work on next to in_progress.'
            : 'Set all but one of them to pending or completed.',
      },
    ]
  },
})
