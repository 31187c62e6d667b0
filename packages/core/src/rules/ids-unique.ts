import type { TodoItem } from '../state.js'
import { defineRule, type Rule } from './rule.js'

/** No two items of a list have the same id. */
export const idsUnique: Rule = defineRule({
  id: 'ids-unique',
  version: 1,
  summary: 'No two items of a list have the same id.',
  check: (next) =>
    sharedIds(next.items).map((id) => ({
      message: `Item ${id}: the id is used more than once`,
      item: id,
      expected: 'an id of its own',
      received: id,
      fix: 'Give each item an id of its own.',
    })),
})

/** The ids that several items have, in the order in which they come a second time. */
function sharedIds(items: readonly TodoItem[]): readonly string[] {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) shared.add(id)
    seen.add(id)
  }
  return [...shared]
}
