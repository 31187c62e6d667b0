/** Rules about the list as a whole: how long it is, what its items are called, when it is written and emptied. */

import { isOpen } from '../items.js'
import { defineRule, numberOption, type Rule } from './rule.js'

/** Sources: docs/sources/todo-manager.md, docs/sources/todo-write.md. */
export const maxItems: Rule = defineRule({
  id: 'max-items',
  summary: 'A list holds at most so many items (option max, 20).',
  defaults: { max: 20 },
  check({ items: { length } }, context) {
    const max = numberOption(context, 'max', 20)
    const fix = `Keep at most ${max} items: merge small steps or drop closed ones.`
    return length <= max
      ? []
      : [{ message: `Max ${max} todos allowed`, expected: max, received: length, fix }]
  },
})

/** Source: docs/sources/todo-manager.md. */
export const textRequired: Rule = defineRule({
  id: 'text-required',
  summary: 'Every item has a text that is not blank.',
  check: ({ items }) =>
    items
      .filter(({ text }) => text.trim() === '')
      .map(({ id, text }) => ({
        message: `Item ${id}: text required`,
        item: id,
        expected: 'a text',
        received: text,
        fix: 'Give the item a text that says what is to be done.',
      })),
})

export const idsUnique: Rule = defineRule({
  id: 'ids-unique',
  summary: 'No two items of a list have the same id.',
  check({ items }) {
    const ids = items.map(({ id }) => id)
    // In the order in which they come a second time.
    const shared = new Set(ids.filter((id, place) => ids.indexOf(id) < place))
    return [...shared].map((id) => ({
      message: `Item ${id}: the id is used more than once`,
      item: id,
      expected: 'an id of its own',
      received: id,
      fix: 'Give each item an id of its own.',
    }))
  },
})

/** Source: docs/sources/todo-list-middleware.md. */
export const emptyListOnlyWhenDone: Rule = defineRule({
  id: 'empty-list-only-when-done',
  summary: 'A list is emptied only when all its items were completed.',
  check({ items }, { changes }) {
    const open = changes.flatMap((change) => (change.type === 'removed' && isOpen(change) ? [change] : []))
    if (items.length > 0 || open.length === 0) return []
    const message = 'The todo list can be emptied only when all items are completed'
    const fix = 'Keep the unfinished items in the list.'
    return [{ message, item: open[0]?.id, expected: 0, received: open.length, fix }]
  },
})

/**
 * The list is written at most once in a turn; a refused call counts too. Source: docs/sources/todo-list-middleware.md. With the
 * option `tools` only calls of these count: whole lists, where single items may be changed as often as one likes.
 */
export const oneUpdatePerTurn: Rule = defineRule({
  id: 'one-update-per-turn',
  summary: 'The list is written at most once in a turn (option tools: by these tools).',
  defaults: { tools: [] },
  check({ turn }, { options: { tools }, tool, query }) {
    const counts = (each: string) => !Array.isArray(tools) || tools.length === 0 || tools.includes(each)
    const writes = turn.writers.filter(counts).length
    // A list that is taken over between turns is no call of the last one.
    if (!turn.open || query || !counts(tool) || writes <= 1) return []
    const message = 'The todo list may be updated only once in a turn'
    const fix = 'Send one call with the whole list in the next turn.'
    return [{ message, expected: 1, received: writes, fix }]
  },
})
