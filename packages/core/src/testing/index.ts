export { arbitraryOf } from './arbitraries/declared.js'
export { arbitraryEvent, arbitraryEvents } from './arbitraries/events.js'
export {
  arbitraryLog,
  arbitraryProfile,
  arbitrarySession,
  arbitraryTodoCall,
  type SessionOptions,
} from './arbitraries/sessions.js'
export { arbitraryInput, arbitraryValidInput } from './arbitraries/tool-inputs.js'
export { arbitraryJson, arbitraryPayload, arbitraryText, hostileTexts } from './arbitraries/values.js'
export {
  BrokenInvariantError,
  type CheckOptions,
  type Counterexample,
  checkProfile,
} from './check-profile.js'
export { type DriveOptions, driveSession, type HostStep, type SessionRun } from './drive-session.js'
export { allInvariants, type Breakage, type Invariant } from './invariants.js'
export { type SampleEventOptions, sampleEvent, sampleEvents } from './sample-events.js'
export { countingBytes, countingIds, steppingClock } from './stepping-clock.js'
export { storeContract } from './store-contract/store-contract.js'
export type { StoreUnderTest } from './store-contract/store-under-test.js'
