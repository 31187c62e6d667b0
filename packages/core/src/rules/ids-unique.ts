import { defineRule, type Rule } from './rule.js'

export const idsUnique: Rule = defineRule({
  id: 'ids-unique',
  version: 1,
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
