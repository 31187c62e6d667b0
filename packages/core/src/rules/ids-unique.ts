import { sharedIds } from '../compact/list-index.js'
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
