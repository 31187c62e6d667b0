/** What if a recorded session had run under another profile? */

import type { Profile } from '@todo-ledger/core'
import type { OpenedRecording } from './open-recording.js'
import { profileNamed } from './profiles.js'
import { recordedEvents } from './recorded-events.js'
import type { WhatIfResult } from './what-if/result.js'
import { WhatIfSession } from './what-if/what-if-session.js'

/** What is asked. */
export interface WhatIfQuestion {
  /** The profile that the sessions are driven under. */
  readonly profile: Profile
  /** The profile that they were recorded under; when absent each has the one that its recording names. */
  readonly recordedProfile?: Profile
}

/**
 * Drives the sessions of a recording under another profile.
 * @param recording as `openRecording` gives it, or any steps with the name of their format and file
 * @returns what became of each session, in the order in which they appear
 * @throws RecordingError where the recording can't be read, or names a profile that is not known
 */
export async function whatIf(
  recording: Pick<OpenedRecording, 'steps' | 'format' | 'file'>,
  { profile, recordedProfile }: WhatIfQuestion,
): Promise<readonly WhatIfResult[]> {
  const sessions = new Map<string, WhatIfSession>()
  for await (const passed of recordedEvents(recording, { profile: recordedProfile })) {
    const { event } = passed
    if (event.type === 'session.opened') {
      const recorded = event.data.profile
      const reader = recordedProfile ?? profileNamed(recorded)
      const driven = new WhatIfSession({ session: event.session, recordedProfile: recorded, reader, profile })
      sessions.set(event.session, driven)
    }
    await sessions.get(event.session)?.take(passed)
  }
  const results: WhatIfResult[] = []
  for (const session of sessions.values()) results.push(await session.finish())
  return results
}
