import { defineRule, type Rule } from './rule.js'

/** Source: docs/sources/todo-list-middleware.md. */
export const emptyListOnlyWhenDone: Rule = defineRule({
  id: 'empty-list-only-when-done',
  version: 1,
  summary: 'A list is emptied only when all its items were completed.',
  check(next, context) {
    if (next.items.length > 0) return []
    const open = context.changes.filter(
      (change) => change.type === 'removed' && change.status !== 'completed' && change.status !== 'cancelled',
    )
    const first = open[0]
    if (first === undefined || first.type !== 'removed') return []
    return [
      {
        message: 'The todo list can be emptied only when all items are completed',
        item: first.id,
        expected: 0,
        received: open.length,
        fix: 'Keep the unfinished items in the list.',
      },
    ]
  },
})
