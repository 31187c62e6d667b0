/** Every invariant, in the order in which they are checked: the log first, for the others read it. */

import { answersMatchEvents } from './answers.js'
import { budgetsKept } from './budgets.js'
import { deliveredOnce } from './delivery.js'
import type { Invariant } from './invariant.js'
import { idsUnique, seqWithoutGaps } from './log-order.js'
import { type NagDistance, nagsFollowWork, nagsKeepDistance } from './nags.js'
import { flagsNeverRefuse, refusedChangesNothing } from './refusals.js'
import { replayEqualsLive } from './replay.js'
import { rollBackRestores } from './roll-back.js'
import { rulePromises } from './rule-promises.js'
import { rulesKept } from './rules-kept.js'
import { stateFrozen } from './state-frozen.js'

/** All invariants. @param nags the distances that reminders keep; those of the profile's settings when absent */
export function allInvariants(nags?: NagDistance): readonly Invariant[] {
  return [
    seqWithoutGaps,
    idsUnique,
    ...rulePromises,
    rulesKept,
    refusedChangesNothing,
    flagsNeverRefuse,
    answersMatchEvents,
    replayEqualsLive,
    stateFrozen,
    rollBackRestores,
    budgetsKept,
    nagsFollowWork,
    nagsKeepDistance(nags),
    deliveredOnce,
  ]
}
