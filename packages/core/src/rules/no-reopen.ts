import { itemOfKey } from '../items.js'
import { defineRule, type Rule } from './rule.js'

export const noReopen: Rule = defineRule({
  id: 'no-reopen',
  version: 1,
  summary: 'A completed or cancelled item stays so.',
  check: (next, context) =>
    context.changes.flatMap((change) => {
      if (change.type !== 'status-set') return []
      if (change.from !== 'completed' && change.from !== 'cancelled') return []
      if (change.to === 'completed' || change.to === 'cancelled') return []
      const id = itemOfKey(next.items, change.key)?.id ?? change.key
      return [
        {
          message: `Item ${id} was ${change.from} and cannot be set to ${change.to}`,
          item: id,
          expected: change.from,
          received: change.to,
          fix: 'Add a new item for the work that is left.',
        },
      ]
    }),
})
