import type { EventStore } from '../src/store/event-store.js'

/** A store that counts the events that are read of it. */
export interface CountingStore extends EventStore {
  /** The events that were given out so far, one by one. */
  readonly given: { count: number }
}

/** Counts the events that are read of a store. */
export function countingStore(store: EventStore): CountingStore {
  const given = { count: 0 }
  const { side } = store
  return {
    given,
    ...(side === undefined ? {} : { side }),
    append: (session, events, options) => store.append(session, events, options),
    async *read(session, range) {
      for await (const event of store.read(session, range)) {
        given.count += 1
        yield event
      }
    },
    async *readAll(options) {
      for await (const event of store.readAll(options)) {
        given.count += 1
        yield event
      }
    },
    ledger: () => store.ledger(),
    lastPosition: () => store.lastPosition(),
    sessions: (only) => store.sessions(only),
    redact: (session, redaction, options) => store.redact(session, redaction, options),
    close: () => store.close(),
  }
}
