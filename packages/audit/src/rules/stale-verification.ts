import { labelOf, placeOf } from '../describe-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** What was checked was changed before the item was completed. */
export const staleVerification: AuditRule<{ readonly leastChanges: number }> = defineAuditRule({
  id: 'stale-verification',
  meta: {
    severity: 'warning',
    docs: 'The item promises a check; the last run of it passed, then a file that it covers was changed, and it was completed without another run. Spared: documents, comments and formatting, files of other languages, files tidied away, a run in the next step.',
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
  create: (_, { leastChanges }) => ({
    completion: (judged) => {
      const { completion, support } = judged
      if (support.verdict === 'unknown') return []
      const part = support.parts.find(({ checkState }) => checkState === 'stale')
      const check = part?.lastCheck
      const changes = part?.against ?? []
      const last = changes.at(-1)
      if (check == null || last === undefined || changes.length < leastChanges) return []
      return [
        aboutCompletion(
          judged,
          'warning',
          `Item ${completion.item} was completed on a check from before the last change: ${labelOf(check)} (${placeOf(check)}), then ${last.action} (${placeOf(last)}).`,
          [check.seq, ...changes.map(({ seq }) => seq)],
        ),
      ]
    },
  }),
})
