/** Deliberate bugs, each of which the simulation has to find. */

import { ConcurrencyError, LedgerError, StoreError, type TodoEvent } from '@todo-ledger/core'
import type { EventStore } from '@todo-ledger/core/store'
import { withAppend } from '../crash/told.mjs'
import type { Sabotage } from './backends.js'

type Append = EventStore['append']

/** A session over a store that appends otherwise. */
function appending(
  change: (store: EventStore, ...given: Parameters<Append>) => ReturnType<Append>,
): Sabotage {
  return { store: (store) => withAppend(store, (...given) => change(store, ...given)) }
}

/** A store that gives other events than it holds. */
function reading(change: (events: readonly TodoEvent[]) => readonly TodoEvent[]): Sabotage {
  return {
    store: (store) =>
      new Proxy(store, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (name !== 'read') return typeof value === 'function' ? value.bind(target) : value
          return async function* read(...given: Parameters<EventStore['read']>) {
            const events: TodoEvent[] = []
            for await (const event of target.read(...given)) events.push(event)
            yield* change(events)
          }
        },
      }),
  }
}

/** Core's store over a database whose statements are changed. */
function inDatabase(change: (sql: string) => string): Sabotage {
  return {
    database: (raw) => ({
      prepare: (sql) => raw.prepare(change(sql)),
      exec: (sql) => raw.exec(change(sql)),
      close: () => raw.close(),
    }),
  }
}

/** Every bug by its name. */
export const sabotages: ReadonlyMap<string, Sabotage> = new Map([
  [
    'SQLite without transactions',
    inDatabase((sql) => sql.replace(/^(BEGIN|COMMIT|ROLLBACK).*$/s, 'SELECT 1')),
  ],
  [
    'an append that drops its last event',
    appending(async (store, session, events, options) => {
      const { lastSeq } = await store.append(
        session,
        events.length > 1 ? events.slice(0, -1) : events,
        options,
      )
      return { lastSeq: lastSeq + Number(events.length > 1), events }
    }),
  ],
  [
    'a session that does not read again after a lost race',
    appending(async (store, ...given) => {
      try {
        return await store.append(...given)
      } catch (error) {
        if (error instanceof ConcurrencyError) throw new LedgerError('concurrency', error.message)
        throw error
      }
    }),
  ],
  [
    'a session that takes a failed append for a stored one',
    appending(async (store, session, events, options) => {
      try {
        return await store.append(session, events, options)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        return { lastSeq: options.expectedSeq + events.length, events }
      }
    }),
  ],
  ['a range without its last event', reading((events) => (events.length > 1 ? events.slice(0, -1) : events))],
  [
    'a Date that is read as a text',
    reading((events) =>
      events.map((event) => {
        if (event.type !== 'tool.called' || !Array.isArray(event.data.input)) return event
        const input = event.data.input.map((each: unknown) =>
          each instanceof Date ? each.toISOString() : each,
        )
        return { ...event, data: { ...event.data, input } }
      }),
    ),
  ],
  ['an append that ignores the expected seq', inDatabase((sql) => sql.replaceAll('max(seq)', 'min(seq)'))],
])
