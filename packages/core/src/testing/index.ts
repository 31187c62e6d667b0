export {
  arbitrarySession,
  arbitraryTodoCall,
  arbitraryTurn,
  type SessionSize,
} from './arbitraries/host-steps.js'
export { arbitraryItem, arbitraryItems } from './arbitraries/items.js'
export { arbitraryLog, arbitraryProfile, arbitrarySettings } from './arbitraries/profiles.js'
export {
  arbitraryBrokenInput,
  arbitraryHostileInput,
  arbitraryInput,
  arbitraryValidInput,
} from './arbitraries/tool-inputs.js'
export { arbitraryEvent, arbitraryEvents } from './arbitrary-events.js'
export { arbitraryJson, arbitraryPayload, arbitraryText, hostileTexts } from './arbitrary-values.js'
export {
  BrokenInvariantError,
  type CheckOptions,
  type Counterexample,
  checkProfile,
  type ProfileCheck,
} from './check-profile.js'
export { allInvariants } from './invariants/all-invariants.js'
export { answersMatchEvents } from './invariants/answers.js'
export { budgetsKept } from './invariants/budgets.js'
export { deliveredOnce } from './invariants/delivery.js'
export type { Breakage, Invariant } from './invariants/invariant.js'
export { idsUnique, seqWithoutGaps } from './invariants/log-order.js'
export { type NagDistance, nagDistanceOf, nagsFollowWork, nagsKeepDistance } from './invariants/nags.js'
export { flagsNeverRefuse, refusedChangesNothing } from './invariants/refusals.js'
export { replayEqualsLive } from './invariants/replay.js'
export { rollBackRestores } from './invariants/roll-back.js'
export { type AcceptedUpdate, type RulePromise, rulePromise } from './invariants/rule-promise.js'
export { rulePromises } from './invariants/rule-promises.js'
export { rulesKept } from './invariants/rules-kept.js'
export { stateFrozen } from './invariants/state-frozen.js'
export {
  type ModelCall,
  type ModelCheckOptions,
  type ModelItem,
  type ModelStep,
  modelCheck,
  type PlainModel,
} from './model-check.js'
export { type DriveOptions, driveSession } from './run/drive-session.js'
export type * from './run/host-step.js'
export { recordingOf } from './run/recording-of.js'
export type { AnsweredCall, SessionRun } from './run/session-run.js'
export { countingBytes, countingIds, steppingClock } from './run/stepping-clock.js'
export { type SampleEventOptions, sampleEvent, sampleEvents } from './sample-events.js'
export { storeContract } from './store-contract.js'
export type { StoreUnderTest } from './store-under-test.js'
