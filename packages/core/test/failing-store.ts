import { StoreError } from '../src/errors.js'
import { recordReading } from '../src/ledger/beside.js'
import { createRedactor } from '../src/redaction/redactor.js'
import type { EventStore } from '../src/store/event-store.js'
import { aReading } from './a-reading.js'

/**
 * What goes wrong with an append: it is stored and the answer is lost; it is not stored; it is stored, the answer is
 * lost, and the store can't be asked of it right then; a reader's answer is recorded just before it.
 */
export type AppendFault = 'answer lost' | 'not stored' | 'answer lost, store away' | 'reading first'

/** A store whose appends fail as they are told to. */
export interface FailingStore extends EventStore {
  /** What goes wrong with the appends to come, in their order; null: nothing. Then nothing does. */
  readonly faults: (AppendFault | null)[]
  /** The appends that were asked for so far. */
  readonly asked: { appends: number }
}

/** A store between a ledger and the real one. */
export function failingStore(store: EventStore): FailingStore {
  const faults: (AppendFault | null)[] = []
  const asked = { appends: 0 }
  // So many questions after an append that went wrong are not answered.
  let away = 0
  const mustAnswer = (): void => {
    if (away === 0) return
    away -= 1
    throw new StoreError('store-failed', 'The store is away.')
  }
  return {
    faults,
    asked,
    append: async (session, events, options) => {
      asked.appends += 1
      const fault = faults.shift() ?? null
      if (fault === 'reading first' && options.expectedSeq > 0)
        await recordReading({ store, session, redactor: createRedactor() }, aReading(`page ${asked.appends}`))
      if (fault === 'not stored') throw new StoreError('store-failed', 'The append did not arrive.')
      const result = await store.append(session, events, options)
      if (fault === null || fault === 'reading first') return result
      if (fault === 'answer lost, store away') away = 1 + (asked.appends % 2)
      // A driver's own error, as a store of somebody else may let it through.
      throw asked.appends % 2 === 0
        ? new Error('socket hang up')
        : new StoreError('store-failed', 'No answer.')
    },
    async *read(session, range) {
      mustAnswer()
      yield* store.read(session, range)
    },
    ledger: () => store.ledger(),
    readAll: (range) => store.readAll(range),
    lastPosition: () => store.lastPosition(),
    sessions: (only) => store.sessions(only),
    redact: (session, redaction, options) => store.redact(session, redaction, options),
    close: () => store.close(),
  }
}
