/** Deliberate bugs, each of which the simulation has to find. */

import { StoreError } from '@todo-ledger/core'
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
  ['an append that ignores the expected seq', inDatabase((sql) => sql.replaceAll('max(seq)', 'min(seq)'))],
])
