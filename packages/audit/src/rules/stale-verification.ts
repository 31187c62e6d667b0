import { Places } from '../completions/places.js'
import { labelOf, placeOf } from '../describe-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'
import { changesProduct, ranCheck } from './product-changes.js'

/** What was checked was changed before the item was completed. */
export const staleVerification: AuditRule<{ readonly leastChanges: number }> = defineAuditRule({
  id: 'stale-verification',
  meta: {
    severity: 'warning',
    docs: "The item promises a check; it passed, then the item's own work changed files, and it was completed without another run. Spared: documents, comments and formatting, files tidied away, any check after the change or in the next step.",
    options: {
      leastChanges: { default: 1, docs: 'So many changes after the check make it stale.' },
    },
    example: {
      session: [
        'todo [>] Run the tests',
        'run npm test => 12 passed',
        'edit src/cache.ts',
        'todo [x] Run the tests',
      ],
      says: 'Item 1 was completed on a check from before the last change: npm test (event 7), then edited src/cache.ts (event 11).',
    },
  },
  create: ({ work }, { leastChanges }) => {
    const checks = new Places(work, ranCheck)
    return {
      completion: (judged) => {
        const { completion, support } = judged
        if (support.verdict === 'unknown') return []
        const part = support.parts.find(({ need, stale }) => need.kind === 'check' && stale)
        const check = part?.lastCheck ?? null
        if (check === null) return []
        const changes = support.links.flatMap((link) =>
          link.own &&
          link.place === 'within' &&
          link.work.position > check.position &&
          changesProduct(link.work)
            ? [link.work]
            : [],
        )
        const last = changes.at(-1)
        if (last === undefined || changes.length < leastChanges) return []
        if (checks.isBetween(last.position + 1, completion.at.position)) return []
        return [
          aboutCompletion(
            judged,
            'warning',
            `Item ${completion.item} was completed on a check from before the last change: ${labelOf(check)} (${placeOf(check)}), then ${last.action} (${placeOf(last)}).`,
            [check.seq, ...changes.map(({ seq }) => seq)],
          ),
        ]
      },
    }
  },
})
