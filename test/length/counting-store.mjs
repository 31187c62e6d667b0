// A store that counts the events that are read of it, one by one.

/** @param {import('@todo-ledger/core').EventStore} store */
export function countingStore(store) {
  const read = { events: 0 }
  const counted = {
    snapshots: store.snapshots,
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
    async find(session, id) {
      const event = await store.find(session, id)
      if (event !== undefined) read.events += 1
      return event
    },
    sessions: () => store.sessions(),
    listSessions: (query) => store.listSessions(query),
    subscribe: (options) => store.subscribe(options),
    close: () => store.close(),
  }
  return { store: counted, read }
}
