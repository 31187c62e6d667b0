import { defineRule, type Rule } from './rule.js'

/** Source: docs/sources/wake-loop.md. */
export const reasonRequiredWhenBlocked: Rule = defineRule({
  id: 'reason-required-when-blocked',
  version: 1,
  summary: 'A blocked item says why.',
  check: (next) =>
    next.items
      .filter(({ status, reason }) => status === 'blocked' && (reason ?? '').trim() === '')
      .map((item) => ({
        message: `Item ${item.id}: a blocked item needs a reason`,
        item: item.id,
        expected: 'a reason',
        received: item.reason,
        fix: 'Say in reason what the item waits for.',
      })),
})
