import type { EventStore } from '../src/store/event-store.js'

/** A store that counts the events that are read of it. */
export interface CountingStore extends EventStore {
  /** The events that were given out so far, one by one. */
  readonly given: { count: number }
}

/** Counts the events that are read of a store. */
export function countingStore(store: EventStore): CountingStore {
  const given = { count: 0 }
  const { snapshots } = store
  return {
    given,
    ...(snapshots === undefined ? {} : { snapshots }),
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
    async find(session, id) {
      const event = await store.find(session, id)
      if (event !== undefined) given.count += 1
      return event
    },
    sessions: () => store.sessions(),
    listSessions: (query) => store.listSessions(query),
    subscribe: (options) => store.subscribe(options),
    close: () => store.close(),
  }
}
