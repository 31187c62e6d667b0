/** A store that takes every event and forgets it, to measure what a session costs without one. */

export function transientStore() {
  const sessions = new Map()
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
    close: async () => {},
  }
}

async function* nothing() {}
