import { defineRule, type Rule } from './rule.js'

export const skippedInProgress: Rule = defineRule({
  id: 'skipped-in-progress',
  version: 1,
  summary: 'An item is in progress before it is completed.',
  check: (next, { changes }) => {
    const byKey = new Map(next.items.map((item) => [item.key, item]))
    return changes.flatMap((change) => {
      if (change.type !== 'status-set' || change.to !== 'completed' || change.from === 'completed') return []
      const item = byKey.get(change.key)
      if (item === undefined || item.started !== null) return []
      return [
        {
          message: `Item ${item.id} was completed without having been in_progress`,
          item: item.id,
          expected: 'in_progress',
          received: change.from,
          fix: 'Set the item to in_progress when its work begins.',
        },
      ]
    })
  },
})
