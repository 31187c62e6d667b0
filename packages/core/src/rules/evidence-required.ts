import { completedBy } from './completions.js'
import { defineRule, numberOption, type Rule } from './rule.js'

/**
 * A completion has at least `threshold` support (0.3). The session works the support out when it decides and keeps
 * it in the event; the rule only compares, so replay does not depend on how support is computed today.
 */
export const evidenceRequired: Rule = defineRule({
  id: 'evidence-required',
  version: 1,
  summary: 'A completion has enough support in the log (option threshold, 0.3).',
  defaults: { threshold: 0.3 },
  check(next, context) {
    const threshold = numberOption(context, 'threshold', 0.3)
    return completedBy(context.changes, next).flatMap((item) => {
      const support = Object.hasOwn(context.support, item.key) ? context.support[item.key] : undefined
      if (support === undefined || support >= threshold) return []
      return [
        {
          message: `Item ${item.id} was completed with support ${support.toFixed(2)}, below ${threshold}`,
          item: item.id,
          expected: threshold,
          received: support,
          fix: 'Do the work that the item names, or check it, before you complete it.',
        },
      ]
    })
  },
})
