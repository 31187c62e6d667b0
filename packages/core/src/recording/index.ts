/** The neutral recording of a session, line by line. Described in docs/sources/neutral-recording.md. */

export {
  type CompactionLine,
  type DeclaredResult,
  type InputLine,
  type NagLine,
  type ProfileDeclaration,
  type RecordingCall,
  type RecordingEntry,
  type RecordingHeader,
  type RecordingLine,
  recordingLineText,
  type SubagentLine,
  type TimedRecordingLine,
  type TurnLine,
  type YieldLine,
} from './recording-line.js'
export { carriedItemsOf, type DeclaredSession, RecordingLines, type SubagentWork } from './recording-lines.js'
