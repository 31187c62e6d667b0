import type { Severity } from '../audit-result.js'
import { labelOf, placeOf } from '../describe-support.js'
import type { PartSupport } from '../evidence/support/part-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** An item was completed although its own check had just failed. */
export const completedOverFailingCheck: AuditRule = defineAuditRule({
  id: 'completed-over-failing-check',
  meta: {
    severity: 'error',
    docs: 'The last run that the item promises, of a check or a command, failed before its completion. Spared: a test that was to fail, a failure that the next item is to mend or that was said openly, a check that passes in the next step.',
    options: {},
    example: {
      session: [
        'todo [>] Run the tests to verify the cache',
        'run npm test => FAILED 2 failed | 10 passed',
        'todo [x] Run the tests to verify the cache',
      ],
      says: 'Item 1 was completed, but its last run failed: npm test (event 7).',
    },
  },
  create: () => ({
    completion: (judged) => {
      const { completion, support } = judged
      const red = support.parts.find(isRed)
      if (red === undefined || red.lastCheck === null) return []
      const { lastCheck } = red
      const how = red.checkState === 'filtered' ? 'is only a part of one that had failed' : 'failed'
      return [
        aboutCompletion(
          judged,
          severityOf(red),
          `Item ${completion.item} was completed, but its last run ${how}: ${labelOf(lastCheck)} (${placeOf(lastCheck)}).`,
          [lastCheck.seq],
        ),
      ]
    },
  }),
})

function isRed({ checkState, refuted }: PartSupport): boolean {
  return (refuted && checkState === 'failed') || checkState === 'filtered'
}

/** Only what the host or the output states is sure enough for an error; what was said openly is no deceit. */
function severityOf({ checkState, lastCheck, failureAdmitted }: PartSupport): Severity {
  if (failureAdmitted || checkState === 'filtered') return 'warning'
  return lastCheck?.outcome?.certainty === 'inferred' ? 'warning' : 'error'
}
