/** Writes a log as a neutral recording, which `todo-replay` opens. Source: docs/sources/neutral-recording.md. */

import type { TodoEvent } from '../events.js'
import { declarationOf, declaredResult } from '../profiles/declared.js'
import { RecordingLines, recordingLineText } from '../recording.js'
import type { SessionRun } from './drive-session.js'

/** A session whose profile is not known where its recording is read. */
export type OwnSession = Pick<SessionRun, 'profile' | 'states'>

/**
 * The events of one session as JSON Lines.
 * @param events the log, from `session.opened` on; an empty text where there is none
 * @param own where the recording is to carry profile and lists, so that it opens without the profile
 */
export function recordingOf(events: readonly TodoEvent[], own?: OwnSession): string {
  const start = events[0]?.seq ?? 1
  const resultOf = ({ seq }: TodoEvent) => {
    const state = own?.states[seq - start]
    return state === undefined ? undefined : declaredResult(state)
  }
  const declared = own === undefined ? null : { profile: declarationOf(own.profile), resultOf }
  const lines = new RecordingLines(declared)
  return [...events.flatMap((event) => lines.take(event)), ...lines.finish()].map(recordingLineText).join('')
}
