/** Writes a log as a neutral recording, which `todo-replay` opens. Source: docs/sources/neutral-recording.md. */

import type { TodoEvent } from '../events.js'
import { recordingLineText } from '../recording/recording-line.js'
import { RecordingLines } from '../recording/recording-lines.js'

/**
 * The events of one session as JSON Lines.
 * @param events the log, from `session.opened` on; an empty text where there is none
 */
export function recordingOf(events: readonly TodoEvent[]): string {
  const lines = new RecordingLines()
  return [...events.flatMap((event) => lines.take(event)), ...lines.finish()].map(recordingLineText).join('')
}
