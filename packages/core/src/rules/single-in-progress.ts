import { countIn, firstIn } from '../compact/list-index.js'
import { defineRule, type Rule } from './rule.js'

/** At most one item is being worked on. Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const singleInProgress: Rule = defineRule({
  id: 'single-in-progress',
  version: 1,
  summary: 'At most one item is in progress.',
  check(next) {
    const busy = countIn(next.items, 'in_progress')
    if (busy <= 1) return []
    return [
      {
        message: 'Only one task can be in_progress at a time',
        item: firstIn(next.items, 'in_progress', 2)[1]?.id,
        expected: 1,
        received: busy,
        fix: 'Set all but one of them to pending.',
      },
    ]
  },
})
