import { defineRule, numberOption, type Rule } from './rule.js'

/** Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const maxItems: Rule = defineRule({
  id: 'max-items',
  version: 1,
  summary: 'A list holds at most so many items (option max, 20).',
  defaults: { max: 20 },
  check(next, context) {
    const max = numberOption(context, 'max', 20)
    if (next.items.length <= max) return []
    return [
      {
        message: `Max ${max} todos allowed`,
        expected: max,
        received: next.items.length,
        fix: `Keep at most ${max} items: merge small steps or drop closed ones.`,
      },
    ]
  },
})
