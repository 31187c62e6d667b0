/** Writes a log as a neutral recording, which `todo-replay` opens. Source: docs/sources/neutral-recording.md. */

import type { TodoEvent } from '../events.js'
import { declarationOf, declaredResult } from '../profiles/declared.js'
import type { Profile } from '../profiles/profile.js'
import { RecordingLines, recordingLineText } from '../recording.js'
import type { SessionState } from '../state.js'

/** A session whose profile is not known where its recording is read. */
export interface OwnSession {
  /** The profile. */
  readonly profile: Profile
  /** The state after each event, at the event's place. */
  readonly states: readonly SessionState[]
}

/**
 * The events of one session as JSON Lines.
 * @param events the log, from `session.opened` on; an empty text where there is none
 * @param own the profile and the states, where the recording is to carry them, so that it opens without the profile
 */
export function recordingOf(events: readonly TodoEvent[], own?: OwnSession): string {
  const [first] = events
  const lines = new RecordingLines(
    own === undefined
      ? null
      : {
          profile: declarationOf(own.profile),
          resultOf: ({ seq }) => {
            const state = own.states[seq - (first?.seq ?? 1)]
            return state === undefined ? undefined : declaredResult(state)
          },
        },
  )
  return [...events.flatMap((event) => lines.take(event)), ...lines.finish()].map(recordingLineText).join('')
}
