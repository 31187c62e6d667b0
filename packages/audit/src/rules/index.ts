import type { AuditRule } from './audit-rule.js'
import { doubtedByReader, proofNotFound } from './beside-the-log.js'
import { bookkeepingRules } from './bookkeeping.js'
import { claimContradictsLog } from './claim-contradicts-log.js'
import { statedRules } from './stated-facts.js'

/** The audit rules, in the order in which their findings of one place stand. */
export const auditRules: readonly AuditRule[] = [
  ...statedRules,
  claimContradictsLog,
  proofNotFound,
  doubtedByReader,
  ...bookkeepingRules,
]
