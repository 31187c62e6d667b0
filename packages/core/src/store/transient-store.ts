/** A store that keeps nothing: for reading a recording through a session once, in bounded memory. */

import { HostError } from '../errors.js'
import type { EventStore, StoredSession } from './event-store.js'

/** A store that takes every event and forgets it. Listen to the session's `event` to see them pass. */
export function transientStore(): EventStore {
  const sessions = new Map<string, StoredSession>()
  return {
    ledger: () => '0'.repeat(32),
    async append(session, events, { expectedSeq }) {
      const lastSeq = expectedSeq + events.length
      sessions.set(session, { session, lastSeq })
      return { lastSeq, events }
    },
    read: nothing,
    readAll: nothing,
    lastPosition: async () => 0,
    sessions: async (only) =>
      [...sessions.values()].filter(({ session }) => only === undefined || session === only),
    redact: () =>
      Promise.reject(new HostError('not-redactable', 'This store keeps nothing to be taken out.')),
    close: async () => {},
  }
}

async function* nothing(): AsyncGenerator<never> {}
