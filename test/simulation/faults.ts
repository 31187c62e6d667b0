/** What goes wrong between a host and its disk: a database that fails or dies at a statement, and answers that are lost. */

import { StoreError, type TodoEvent } from '@todo-ledger/core'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from '@todo-ledger/core/sqlite'
import type { AppendResult, EventStore } from '@todo-ledger/core/store'
import { withAppend } from '../crash/told.mjs'

/** A fault that waits for its statement. */
export interface Fault {
  readonly kind: 'full' | 'io-error' | 'busy' | 'crash'
  /** At which statement from now on, from 1. */
  readonly at: number
  /** Whether the statement takes effect before it is said to have failed. */
  readonly takesEffect: boolean
  /** Whether SQLite rolls the transaction back by itself, as it may when the disk is full. */
  readonly rollsBack: boolean
}

const rawCodes = { full: 13, 'io-error': 778, busy: 5, crash: 1 }

/** As libsql throws its own. */
function injected(kind: Fault['kind']): Error {
  return Object.assign(new Error(`injected: ${kind}`), { rawCode: rawCodes[kind] })
}

/** A database with a fault or none. */
export class FaultDatabase implements SqliteDatabase {
  readonly #raw: SqliteDatabase
  #fault: Fault | null = null
  #left = 0
  #fired: Fault | null = null
  /** True once the process died: nothing works any more. */
  dead = false
  /** True while the simulation itself looks: nothing fails then, and nothing counts. */
  paused = false

  constructor(raw: SqliteDatabase) {
    this.#raw = raw
  }

  /** Sets the next fault, or takes it back. */
  arm(fault: Fault | null): void {
    this.#fault = fault
    this.#left = fault?.at ?? 0
  }

  /** The fault that happened since this was last asked, or null. */
  takeFired(): Fault | null {
    const fired = this.#fired
    this.#fired = null
    return fired
  }

  prepare(sql: string): SqliteStatement {
    if (this.dead) throw injected('crash')
    const statement = this.#raw.prepare(sql)
    return {
      run: (...values: SqliteValue[]) => this.#do(sql, () => statement.run(...values)),
      get: (...values: SqliteValue[]) => this.#do(sql, () => statement.get(...values)),
      all: (...values: SqliteValue[]) => this.#do(sql, () => statement.all(...values)),
    }
  }

  exec(sql: string): unknown {
    return this.#do(sql, () => this.#raw.exec(sql))
  }

  close(): unknown {
    return this.#raw.close()
  }

  #do<Result>(sql: string, run: () => Result): Result {
    if (this.dead) throw injected('crash')
    const fault = this.#fault
    // A rollback ends the transaction, whatever happens to the disk.
    if (fault === null || this.paused || sql === 'ROLLBACK') return run()
    this.#left -= 1
    if (this.#left > 0) return run()
    this.#fault = null
    this.#fired = fault
    // A transaction that could not begin has not begun.
    if (fault.takesEffect && !sql.startsWith('BEGIN')) run()
    this.dead = fault.kind === 'crash'
    // The locks of a process end with it.
    if (this.dead || fault.rollsBack) this.rollBack()
    throw injected(fault.kind)
  }

  rollBack(): void {
    try {
      this.#raw.exec('ROLLBACK')
    } catch {
      // There was no transaction.
    }
  }
}

/** One append that a host asked for, and what it was told so far. */
export interface Attempt {
  readonly session: string
  readonly events: readonly TodoEvent[]
  readonly expectedSeq: number
  outcome:
    | { readonly kind: 'open' }
    | { readonly kind: 'acknowledged'; readonly result: AppendResult }
    | { readonly kind: 'failed'; readonly error: unknown }
}

/** What watches a store: its appends, and what happens to the next acknowledgement. */
export interface Observer {
  readonly attempts: Attempt[]
  fault: 'lost' | 'never-asked' | null
  /** True once it happened. */
  fired: boolean
}

/** Watches a store; all that is no append passes through as it is. */
export function observedStore(store: EventStore, observer: Observer): EventStore {
  return withAppend(store, async (session, events, options) => {
    const attempt: Attempt = { session, events: [...events], ...options, outcome: { kind: 'open' } }
    observer.attempts.push(attempt)
    const { fault } = observer
    observer.fault = null
    observer.fired ||= fault !== null
    try {
      if (fault === 'never-asked') throw new StoreError('store-failed', 'injected: the append never arrived')
      const result = await store.append(session, events, options)
      if (fault === 'lost') throw new StoreError('store-failed', 'injected: the acknowledgement was lost')
      attempt.outcome = { kind: 'acknowledged', result }
      return result
    } catch (error) {
      attempt.outcome = { kind: 'failed', error }
      throw error
    }
  })
}
