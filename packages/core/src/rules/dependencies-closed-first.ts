import type { Change } from '../events.js'
import { isOpen, itemsOfKeys, itemsWithIds } from '../items.js'
import { completedBy } from './evidence-required.js'
import { defineRule, type Rule } from './rule.js'
import { awaitedBy } from './waiting.js'

export const dependenciesClosedFirst: Rule = defineRule({
  id: 'dependencies-closed-first',
  version: 1,
  summary:
    'An item is completed only after the items that it depends on are closed (option start: nor begun, and what its parents depend on counts, too).',
  defaults: { start: false },
  check(next, { changes, options }) {
    const { items } = next
    const withStart = options['start'] === true
    const begun = withStart ? itemsOfKeys(items, changes.flatMap(begunKey)) : []
    return [...begun, ...completedBy(changes, next)].flatMap((item) => {
      const awaited = withStart ? awaitedBy(item, items) : itemsWithIds(items, item.dependencies)
      const ids = awaited.filter(isOpen).map(({ id }) => id)
      if (ids.length === 0) return []
      return [
        {
          message: `Item ${item.id} depends on open items: ${ids.join(', ')}`,
          item: item.id,
          expected: [],
          received: ids,
          fix: 'Close the items that it depends on first, or cancel them.',
        },
      ]
    })
  },
})

function begunKey(change: Change): readonly string[] {
  if (change.type === 'added') return change.status === 'in_progress' ? [change.key] : []
  return change.type === 'status-set' && change.to === 'in_progress' ? [change.key] : []
}
