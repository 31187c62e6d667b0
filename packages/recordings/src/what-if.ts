/** What if a recorded session had run under another profile? */

import { evidence } from '@todo-ledger/audit'
import { type EventOf, openLedger, type Profile, type Session, transientStore } from '@todo-ledger/core'
import { importRecording } from './import-recording.js'
import type { OpenedRecording } from './open-recording.js'
import type { RecordingStep } from './recording.js'
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
  { steps, format, file }: Pick<OpenedRecording, 'steps' | 'format' | 'file'>,
  { profile, recordedProfile }: WhatIfQuestion,
): Promise<readonly WhatIfResult[]> {
  const opened = new Map<string, EventOf<'session.opened'>>()
  const sessions = new Map<string, WhatIfSession>()
  const store = transientStore()
  const ledger = openLedger({
    evidence: evidence(),
    store: {
      ...store,
      append(session, events, options) {
        const [first] = events
        if (first?.type === 'session.opened') opened.set(session, first)
        return store.append(session, events, options)
      },
    },
  })
  const onSession = (session: Session): void => {
    const { id: name, profile: reader } = session
    const what = new WhatIfSession({ session: name, recordedProfile: reader.name, reader, profile })
    sessions.set(name, what)
    const first = opened.get(name)
    if (first !== undefined) what.passed(first, session.state)
    session.on('event', ({ event, state }) => what.passed(event, state))
  }
  await importRecording(driven(steps, sessions), ledger, {
    format,
    file,
    onSession,
    ...(recordedProfile === undefined ? {} : { profile: recordedProfile }),
  })
  const results: WhatIfResult[] = []
  for (const session of sessions.values()) results.push(await session.finish())
  return results
}

/** The steps, no faster than the other sides take what follows from them. */
async function* driven(
  steps: AsyncIterable<RecordingStep>,
  sessions: ReadonlyMap<string, WhatIfSession>,
): AsyncGenerator<RecordingStep, void, undefined> {
  for await (const step of steps) {
    sessions.get(step.session)?.coming(step)
    yield step
    await sessions.get(step.session)?.settle()
  }
}
