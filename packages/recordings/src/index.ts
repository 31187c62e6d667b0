export {
  type ClientRecording,
  type ClientWork,
  type ClientWorkOptions,
  clientWork,
} from './client-work.js'
export { formatsOf, isRecordingDatabase, pathsToRead } from './formats/index.js'
export { type ImportOptions, importRecording } from './import-recording.js'
export { FileLines } from './lines.js'
export { type OpenedRecording, openRecording, type RecordingStream } from './open-recording.js'
export { type Damage, plainBytes } from './plain-bytes.js'
export { profileNamed, profilesOf } from './profiles.js'
export {
  type RecordedEventsOptions,
  RecordingFold,
  recordedEvents,
  type SessionEvent,
} from './recorded-events.js'
export type * from './recording.js'
export { RecordingError, type RecordingErrorCode } from './recording-error.js'
export { type ReaderOptions, RecordingReader } from './recording-reader.js'
export { type TodoSourceName, todoSourceNames } from './todo-sources/session-lists.js'
export { addedUsage, type TokenUsage } from './token-usage.js'
export { type WhatIfAttempt, type WhatIfOptions, type WhatIfResult, whatIf } from './what-if/what-if.js'
