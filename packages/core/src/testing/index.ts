export { arbitraryOf } from './arbitraries/declared.js'
export { arbitraryEvent, arbitraryEvents } from './arbitraries/events.js'
export {
  arbitrarySession,
  arbitraryTodoCall,
  arbitraryTurn,
  type SessionSize,
} from './arbitraries/host-steps.js'
export { arbitraryLog, arbitraryProfile, arbitrarySettings } from './arbitraries/profiles.js'
export {
  arbitraryBrokenInput,
  arbitraryHostileInput,
  arbitraryInput,
  arbitraryValidInput,
} from './arbitraries/tool-inputs.js'
export { arbitraryJson, arbitraryPayload, arbitraryText, hostileTexts } from './arbitraries/values.js'
export {
  allInvariants,
  BrokenInvariantError,
  type CheckOptions,
  type Counterexample,
  checkProfile,
  type ProfileCheck,
} from './check-profile.js'
export {
  type AnsweredCall,
  type AnswerStep,
  type CompactionStep,
  type DelegationStep,
  type DriveOptions,
  driveSession,
  type HostStep,
  type NextInput,
  type SessionRun,
  type SideBySideStep,
  type StepCall,
  type TodoToolCall,
  type TurnStep,
  type WorkCall,
  type Worker,
  type WorkerTurn,
  type WorkStep,
} from './drive-session.js'
export type { Breakage, Invariant } from './invariants.js'
export {
  type ModelCall,
  type ModelCheckOptions,
  type ModelItem,
  type ModelStep,
  modelCheck,
  type PlainModel,
} from './model-check.js'
export { type OwnSession, recordingOf } from './recording-of.js'
export { type AcceptedUpdate, type RulePromise, rulePromise, rulePromises } from './rule-promises.js'
export { type SampleEventOptions, sampleEvent, sampleEvents } from './sample-events.js'
export { countingBytes, countingIds, steppingClock } from './stepping-clock.js'
export { storeContract } from './store-contract/store-contract.js'
export type { StoreUnderTest } from './store-contract/store-under-test.js'
