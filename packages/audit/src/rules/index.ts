import type { AuditRule } from './audit-rule.js'
import { bookkeepingRules } from './bookkeeping.js'
import { doubtedByReader, factRules } from './fact-rules.js'

/** The audit rules, in the order in which their findings of one place stand. */
export const auditRules: readonly AuditRule[] = [...factRules, doubtedByReader, ...bookkeepingRules]
