// A store that counts the events that are read of it, one by one.

/** @param {import('@todo-ledger/core').EventStore} store */
export function countingStore(store) {
  const read = { events: 0 }
  const counted = {
    side: store.side,
    append: (session, events, options) => store.append(session, events, options),
    async *read(session, range) {
      for await (const event of store.read(session, range)) {
        read.events += 1
        yield event
      }
    },
    async *readAll(options) {
      for await (const positioned of store.readAll(options)) {
        read.events += 1
        yield positioned
      }
    },
    ledger: () => store.ledger(),
    lastPosition: () => store.lastPosition(),
    redact: (session, redaction, options) => store.redact(session, redaction, options),
    sessions: (only) => store.sessions(only),
    close: () => store.close(),
  }
  return { store: counted, read }
}
