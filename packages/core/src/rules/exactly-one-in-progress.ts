import { defineRule, type Rule } from './rule.js'

/** Exactly one item is in progress unless all are completed. Source: seed 004. */
export const exactlyOneInProgress: Rule = defineRule({
  id: 'exactly-one-in-progress',
  version: 1,
  summary: 'Exactly one item is in progress, unless all are completed.',
  check(next) {
    if (next.items.every((item) => item.status === 'completed')) return []
    const busy = next.items.filter((item) => item.status === 'in_progress')
    if (busy.length === 1) return []
    return [
      {
        message: `Exactly one todo must be in_progress unless all are completed, found ${busy.length}`,
        item: busy[1]?.id ?? next.items.find((item) => item.status === 'pending')?.id,
        expected: 1,
        received: busy.length,
        fix:
          busy.length === 0
            ? 'Set the item that you work on next to in_progress.'
            : 'Set all but one of them to pending or completed.',
      },
    ]
  },
})
