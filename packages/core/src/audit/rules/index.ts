import type { AuditRule } from './audit-rule.js'
import { changeWithoutWrite } from './change-without-write.js'
import { claimContradictsLog } from './claim-contradicts-log.js'
import { compactionFlip } from './compaction-flip.js'
import { completeWithoutActivity } from './complete-without-activity.js'
import { completedOverFailingCheck } from './completed-over-failing-check.js'
import { droppedItem } from './dropped-item.js'
import { endedWithOpenItems } from './ended-with-open-items.js'
import { goalpostRewrite } from './goalpost-rewrite.js'
import { instantFlip } from './instant-flip.js'
import { nagInducedFlip } from './nag-induced-flip.js'
import { onlyFailedCalls } from './only-failed-calls.js'
import { skippedInProgress } from './skipped-in-progress.js'
import { softenedAndTicked } from './softened-and-ticked.js'
import { subagentClaimOnly } from './subagent-claim-only.js'
import { verifyItemWithoutCheck } from './verify-item-without-check.js'

/** The audit rules, in the order in which their findings of one place stand. */
export const auditRules: readonly AuditRule[] = [
  completeWithoutActivity,
  onlyFailedCalls,
  completedOverFailingCheck,
  verifyItemWithoutCheck,
  claimContradictsLog,
  nagInducedFlip,
  changeWithoutWrite,
  softenedAndTicked,
  endedWithOpenItems,
  instantFlip,
  goalpostRewrite,
  compactionFlip,
  subagentClaimOnly,
  droppedItem,
  skippedInProgress,
]
