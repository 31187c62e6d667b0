import type { AuditRule } from './audit-rule.js'
import { changeWithoutWrite } from './change-without-write.js'
import { completeWithoutActivity } from './complete-without-activity.js'
import { completedOverFailingCheck } from './completed-over-failing-check.js'
import { droppedItem } from './dropped-item.js'
import { endedWithOpenItems } from './ended-with-open-items.js'
import { instantFlip } from './instant-flip.js'
import { onlyFailedCalls } from './only-failed-calls.js'
import { skippedInProgress } from './skipped-in-progress.js'
import { verifyItemWithoutCheck } from './verify-item-without-check.js'

/** The audit rules, in the order in which their findings of one place stand. */
export const auditRules: readonly AuditRule[] = [
  completeWithoutActivity,
  onlyFailedCalls,
  completedOverFailingCheck,
  verifyItemWithoutCheck,
  changeWithoutWrite,
  endedWithOpenItems,
  instantFlip,
  droppedItem,
  skippedInProgress,
]
