export {
  arbitraryLog,
  arbitraryProfile,
  arbitrarySession,
  arbitraryTodoCall,
  type SessionOptions,
} from './arbitraries/sessions.js'
export { arbitraryInput, arbitraryValidInput } from './arbitraries/tool-inputs.js'
export {
  arbitraryEvent,
  arbitraryEvents,
  arbitraryJson,
  arbitraryOf,
  arbitraryPayload,
  arbitraryText,
  hostileTexts,
} from './arbitraries/values.js'
export {
  BrokenInvariantError,
  type CheckOptions,
  type Counterexample,
  checkProfile,
} from './check-profile.js'
export { type DriveOptions, driveSession, type HostStep, type SessionRun } from './drive-session.js'
export { allInvariants, type Breakage, type Invariant } from './invariants.js'
export {
  countingBytes,
  countingIds,
  type SampleEventOptions,
  sampleEvent,
  sampleEvents,
  steppingClock,
} from './stepping-clock.js'
export { storeContract } from './store-contract/store-contract.js'
export type { StoreUnderTest } from './store-contract/store-under-test.js'
