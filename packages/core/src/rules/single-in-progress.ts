import { defineRule, type Rule } from './rule.js'

/** At most one item is being worked on. Source: seeds 000 and 001. */
export const singleInProgress: Rule = defineRule({
  id: 'single-in-progress',
  version: 1,
  summary: 'At most one item is in progress.',
  check(next) {
    const busy = next.items.filter((item) => item.status === 'in_progress')
    if (busy.length <= 1) return []
    return [
      {
        message: 'Only one task can be in_progress at a time',
        item: busy[1]?.id,
        expected: 1,
        received: busy.length,
        fix: 'Set all but one of them to pending.',
      },
    ]
  },
})
