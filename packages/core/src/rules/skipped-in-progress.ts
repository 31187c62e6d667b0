import { itemsOfKeys } from '../items.js'
import { defineRule, type Rule } from './rule.js'

/** An item is in progress before it is completed. */
export const skippedInProgress: Rule = defineRule({
  id: 'skipped-in-progress',
  version: 1,
  summary: 'An item is in progress before it is completed.',
  check: (next, context) => {
    const completed = context.changes.flatMap((change) =>
      change.type === 'status-set' && change.to === 'completed' && change.from !== 'completed'
        ? [change]
        : [],
    )
    if (completed.length === 0) return []
    // In one pass over the list, however many are completed at once.
    const keys = completed.map(({ key }) => key)
    const items = new Map(itemsOfKeys(next.items, keys).map((item) => [item.key, item]))
    return completed.flatMap(({ key, from }) => {
      const item = items.get(key)
      if (item === undefined || item.started !== null) return []
      return [
        {
          message: `Item ${item.id} was completed without having been in_progress`,
          item: item.id,
          expected: 'in_progress',
          received: from,
          fix: 'Set the item to in_progress when its work begins.',
        },
      ]
    })
  },
})
