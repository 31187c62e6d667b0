import type { AuditRule } from './audit-rule.js'
import { batchCompletion } from './batch-completion.js'
import { changeWithoutWrite } from './change-without-write.js'
import { claimContradictsLog } from './claim-contradicts-log.js'
import { compactionFlip } from './compaction-flip.js'
import { completeWithoutActivity } from './complete-without-activity.js'
import { completedBeforeBlocker } from './completed-before-blocker.js'
import { completedOverFailingCheck } from './completed-over-failing-check.js'
import { doubtedByReader } from './doubted-by-reader.js'
import { droppedItem } from './dropped-item.js'
import { endedWithOpenItems } from './ended-with-open-items.js'
import { evidenceReused } from './evidence-reused.js'
import { goalpostRewrite } from './goalpost-rewrite.js'
import { instantFlip } from './instant-flip.js'
import { lateWorkAfterDone } from './late-work-after-done.js'
import { nagInducedFlip } from './nag-induced-flip.js'
import { onlyFailedCalls } from './only-failed-calls.js'
import { proofNotFound } from './proof-not-found.js'
import { skippedInProgress } from './skipped-in-progress.js'
import { softenedAndTicked } from './softened-and-ticked.js'
import { staleVerification } from './stale-verification.js'
import { subagentClaimOnly } from './subagent-claim-only.js'
import { unsupportedCompletion } from './unsupported-completion.js'
import { unverifiedChange } from './unverified-change.js'
import { verifyItemWithoutCheck } from './verify-item-without-check.js'

/** The audit rules, in the order in which their findings of one place stand. */
export const auditRules: readonly AuditRule[] = [
  completeWithoutActivity,
  onlyFailedCalls,
  completedOverFailingCheck,
  verifyItemWithoutCheck,
  claimContradictsLog,
  proofNotFound,
  doubtedByReader,
  unsupportedCompletion,
  nagInducedFlip,
  changeWithoutWrite,
  softenedAndTicked,
  endedWithOpenItems,
  instantFlip,
  staleVerification,
  batchCompletion,
  goalpostRewrite,
  compactionFlip,
  subagentClaimOnly,
  completedBeforeBlocker,
  lateWorkAfterDone,
  droppedItem,
  unverifiedChange,
  evidenceReused,
  skippedInProgress,
]
