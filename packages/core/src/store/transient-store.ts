/** A store that keeps nothing: for reading a recording through a session once, in bounded memory. */

import type { TodoEvent } from '../events.js'
import type { AppendOptions, AppendResult, EventStore, StoredSession } from './event-store.js'

/** A store that takes every event and forgets it. Listen to the session's `event` to see them pass. */
export function transientStore(): EventStore {
  const lastSeqs = new Map<string, number>()
  return {
    append(
      session: string,
      events: readonly TodoEvent[],
      { expectedSeq }: AppendOptions,
    ): Promise<AppendResult> {
      const lastSeq = expectedSeq + events.length
      lastSeqs.set(session, lastSeq)
      return Promise.resolve({ lastSeq, events })
    },
    read: nothing,
    readAll: nothing,
    find: () => Promise.resolve(undefined),
    sessions(): Promise<readonly StoredSession[]> {
      return Promise.resolve([...lastSeqs].map(([session, lastSeq]) => ({ session, lastSeq })))
    },
    listSessions: () => Promise.resolve({ sessions: [], next: null }),
    subscribe: nothing,
    close: () => Promise.resolve(),
  }
}

async function* nothing(): AsyncGenerator<never> {}
