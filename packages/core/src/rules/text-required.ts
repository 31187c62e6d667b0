import { defineRule, type Rule } from './rule.js'

/** Source: docs/sources/todo-manager.md. */
export const textRequired: Rule = defineRule({
  id: 'text-required',
  version: 1,
  summary: 'Every item has a text that is not blank.',
  check: (next) =>
    next.items
      .filter(({ text }) => text.trim() === '')
      .map((item) => ({
        message: `Item ${item.id}: text required`,
        item: item.id,
        expected: 'a text',
        received: item.text,
        fix: 'Give the item a text that says what is to be done.',
      })),
})
