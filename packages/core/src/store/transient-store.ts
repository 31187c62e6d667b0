/** A store that keeps nothing: for reading a recording through a session once, in bounded memory. */

import { HostError } from '../errors.js'
import type { EventStore } from './event-store.js'

/** A store that takes every event and forgets it. Listen to the session's `event` to see them pass. */
export function transientStore(): EventStore {
  const lastSeqs = new Map<string, number>()
  return {
    ledger: () => '0'.repeat(32),
    append(session, events, { expectedSeq }) {
      const lastSeq = expectedSeq + events.length
      lastSeqs.set(session, lastSeq)
      return Promise.resolve({ lastSeq, events })
    },
    read: nothing,
    readAll: nothing,
    lastPosition: () => Promise.resolve(0),
    sessions: (only) =>
      Promise.resolve(
        Array.from(lastSeqs, ([session, lastSeq]) => ({ session, lastSeq })).filter(
          ({ session }) => only === undefined || session === only,
        ),
      ),
    redact: () =>
      Promise.reject(new HostError('not-redactable', 'This store keeps nothing to be taken out.')),
    close: () => Promise.resolve(),
  }
}

async function* nothing(): AsyncGenerator<never> {}
