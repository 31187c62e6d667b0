export { plainBytes } from './bytes/plain-bytes.js'
export { oncePerTask } from './cline/task-folder.js'
export { formats, recogniseFormat } from './formats.js'
export { type ImportOptions, type ImportSummary, importRecording } from './import-recording.js'
export { type LineReading, readLines } from './lines.js'
export { EventRecorder, recordEvents } from './neutral-writer/event-recorder.js'
export {
  type LineSink,
  type RecordedSessionHead,
  type RecordedTime,
  recordSession,
  SessionRecorder,
} from './neutral-writer/session-recorder.js'
export {
  type OpenedRecording,
  type OpenRecordingOptions,
  openRecording,
  type RecordingStream,
} from './open-recording.js'
export { isOpencodeDatabase } from './opencode/database.js'
export { opencodeFolders } from './opencode/session-folders.js'
export { oncePerStorage } from './opencode/storage-folder.js'
export { oncePerConversation } from './openhands/event-folder.js'
export { type RecordedEventsOptions, recordedEvents, type SessionEvent } from './recorded-events.js'
export type * from './recording.js'
export { RecordingError, type RecordingErrorCode } from './recording-error.js'
export { type TodoSourceName, todoSourceNames } from './todo-sources/todo-source.js'
export type * from './what-if/result.js'
export { type WhatIfOptions, WhatIfSession } from './what-if/what-if-session.js'
export { type WhatIfQuestion, whatIf } from './what-if.js'
