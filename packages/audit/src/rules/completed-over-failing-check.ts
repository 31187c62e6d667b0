import type { Severity } from '../audit-result.js'
import { labelOf, placeOf } from '../describe-support.js'
import { saying } from '../evidence/languages/index.js'
import { supportedFrom } from '../evidence/support/limits.js'
import type { PartSupport } from '../evidence/support/part-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** Items whose point is to see a check fail. */
const redOnPurpose = saying('redOnPurpose')

/** An item that mends what is red wants it green. */
const mends = saying('mends')

/** An item was completed although its own check had just failed. */
export const completedOverFailingCheck: AuditRule = defineAuditRule({
  id: 'completed-over-failing-check',
  meta: {
    severity: 'error',
    docs: 'The last check of the item before its completion failed. Spared: a test that was to fail, a failure that the next item is to mend or that was said openly, a check that passes in the next step.',
    options: {},
    example: {
      session: [
        'todo [>] Run the tests to verify the cache',
        'run npm test => FAILED 2 failed | 10 passed',
        'todo [x] Run the tests to verify the cache',
      ],
      says: 'Item 1 was completed, but its last check failed: npm test (event 7).',
    },
  },
  create: () => ({
    completion: (judged) => {
      const { completion, support } = judged
      if (redOnPurpose.test(completion.text) && !mends.test(completion.text)) return []
      const red = support.parts.find(isRed)
      if (red === undefined || red.lastCheck === null) return []
      const { lastCheck } = red
      const how = red.checkState === 'filtered' ? 'was filtered after an unfiltered one had failed' : 'failed'
      return [
        aboutCompletion(
          judged,
          severityOf(red),
          `Item ${completion.item} was completed, but its last check ${how}: ${labelOf(lastCheck)} (${placeOf(lastCheck)}).`,
          [lastCheck.seq],
        ),
      ]
    },
  }),
})

function isRed({ need, checkState, support, failureStands }: PartSupport): boolean {
  return (
    need.kind === 'check' &&
    !failureStands &&
    support < supportedFrom &&
    (checkState === 'failed' || checkState === 'filtered')
  )
}

/** Only what the host or the output states is sure enough for an error; what was said openly is no deceit. */
function severityOf({ checkState, lastCheck, failureAdmitted }: PartSupport): Severity {
  if (failureAdmitted || checkState === 'filtered') return 'warning'
  return lastCheck?.outcome?.certainty === 'inferred' ? 'warning' : 'error'
}
