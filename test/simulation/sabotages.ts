/** Deliberate bugs, each of which the simulation has to find. */

import { ConcurrencyError, type EventStore, LedgerError, StoreError } from '@todo-ledger/core'
import type { SqliteDatabase, SqliteStatement } from '@todo-ledger/core/sqlite'
import { memoryBackend, type Sabotage } from './backends.js'
import { type Bug, BuggyStore } from './buggy-store.js'

/** A plain store in the place of core's, with a bug. */
function inStore(bug: Bug): Sabotage {
  return {
    backend: () => {
      const store = new BuggyStore(bug)
      return memoryBackend(
        () => store,
        bug,
        () => store.crash(),
      )
    },
  }
}

/** Core's store over a database whose statements are changed. */
function inDatabase(change: (sql: string) => string): Sabotage {
  return {
    database: (raw: SqliteDatabase): SqliteDatabase => ({
      prepare: (sql: string): SqliteStatement => raw.prepare(change(sql)),
      exec: (sql: string) => raw.exec(change(sql)),
      close: () => raw.close(),
    }),
  }
}

/** A session over a store that answers otherwise than core's. */
function inAnswers(change: (store: EventStore, name: string, value: unknown) => unknown): Sabotage {
  return {
    session: (store) =>
      new Proxy(store, {
        get: (target, name) => change(target, String(name), Reflect.get(target, name, target)),
      }),
  }
}

const bugs: readonly Bug[] = [
  'acknowledges before it stores',
  'drops the last event of an append',
  'does not check the expected seq',
  'stores a repeated append twice',
  'takes another body for the same event',
  'a subscription skips the first of a page',
  'a subscription gives the last of a page twice',
  'reads a range without its last event',
  'loses what was appended last in a crash',
  'turns a Date into a text',
]

/** The plain store without a bug: nothing may be found in it. */
export const healthy: Sabotage = inStore('none')

/** Every bug by its name. */
export const sabotages: ReadonlyMap<string, Sabotage> = new Map([
  ...bugs.map((bug): [string, Sabotage] => [bug, inStore(bug)]),
  [
    'SQLite without transactions',
    inDatabase((sql) => sql.replace(/^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b.*$/su, 'SELECT 1')),
  ],
  [
    'a session that does not read again after a lost race',
    inAnswers((store, name, value) => {
      if (name !== 'append') return value
      return async (...given: Parameters<EventStore['append']>) => {
        try {
          return await store.append(...given)
        } catch (error) {
          if (error instanceof ConcurrencyError) throw new LedgerError('concurrency', error.message)
          throw error
        }
      }
    }),
  ],
  [
    'a session that takes a failed append for a stored one',
    inAnswers((store, name, value) => {
      if (name !== 'append') return value
      return async (...given: Parameters<EventStore['append']>) => {
        try {
          return await store.append(...given)
        } catch (error) {
          if (!(error instanceof StoreError)) throw error
          const [, events, { expectedSeq }] = given
          return { lastSeq: expectedSeq + events.length, events }
        }
      }
    }),
  ],
])
