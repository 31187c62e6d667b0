/** A store in front of another one that keeps what is appended to itself: to see what would be decided, and then to store it. */

import type { EventStore, TodoEvent } from '@todo-ledger/core'

/** What would be stored. */
export interface Preview {
  /** What is read is the base's and then what was appended here; nothing of that reaches the base by itself. */
  readonly store: EventStore
  /**
   * Stores in the base what was appended here.
   * @throws ConcurrencyError when the session has moved on since, and what the store throws
   */
  commit(): Promise<void>
}

/** Begins a preview over a store. */
export function previewOf(base: EventStore): Preview {
  const own = new Map<string, readonly TodoEvent[]>()
  const ownOf = (session: string): readonly TodoEvent[] => own.get(session) ?? []
  const store: EventStore = {
    append: (session, events, { expectedSeq }) => {
      own.set(session, [...ownOf(session), ...events])
      return Promise.resolve({ lastSeq: expectedSeq + events.length, events })
    },
    async *read(session, { from = 1, to = Number.MAX_SAFE_INTEGER, id } = {}) {
      const added = ownOf(session)
      if (id !== undefined) {
        const own = added.filter((event) => event.id === id)
        yield* own.length > 0 ? own : base.read(session, { id })
        return
      }
      // What others stored since is not seen: seqs would come twice.
      const last = Math.min(to, (added[0]?.seq ?? Number.MAX_SAFE_INTEGER) - 1)
      if (from <= last) yield* base.read(session, { from, to: last })
      yield* added.filter(({ seq }) => seq >= from && seq <= to)
    },
    ledger: () => base.ledger(),
    readAll: (range) => base.readAll(range),
    lastPosition: () => base.lastPosition(),
    sessions: (only) => base.sessions(only),
    redact: (session, redaction, options) => base.redact(session, redaction, options),
    close: () => Promise.resolve(),
  }
  return {
    store,
    async commit() {
      for (const [session, events] of own) {
        const [first] = events
        if (first !== undefined) await base.append(session, events, { expectedSeq: first.seq - 1 })
      }
      own.clear()
    },
  }
}
