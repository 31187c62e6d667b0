export { formats, recogniseFormat } from './formats.js'
export { type ImportOptions, type ImportSummary, importRecording } from './import-recording.js'
export {
  type OpenedRecording,
  type OpenRecordingOptions,
  openRecording,
  type RecordingStream,
} from './open-recording.js'
export type * from './recording.js'
export { RecordingError, type RecordingErrorCode } from './recording-error.js'
export type * from './what-if/result.js'
export { type WhatIfOptions, WhatIfSession } from './what-if/what-if-session.js'
export { type WhatIfQuestion, whatIf } from './what-if.js'
