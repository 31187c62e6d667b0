/** A database that fails or dies where it is told to: at the border between the store and SQLite. */

import { createRequire } from 'node:module'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from '@todo-ledger/core/sqlite'

/** What goes wrong. */
export type FaultKind = 'full' | 'io-error' | 'busy' | 'crash'

/** A fault that waits for its statement. */
export interface Fault {
  /** What goes wrong. */
  readonly kind: FaultKind
  /** At which statement from now on, from 1. */
  readonly at: number
  /** Whether the statement takes effect before it is said to have failed. */
  readonly takesEffect: boolean
  /** Whether SQLite rolls the transaction back by itself, as it may when the disk is full. */
  readonly rollsBack: boolean
}

const codes: { readonly [kind in FaultKind]: readonly [code: string, rawCode: number] } = {
  full: ['SQLITE_FULL', 13],
  'io-error': ['SQLITE_IOERR_WRITE', 778],
  busy: ['SQLITE_BUSY', 5],
  crash: ['SQLITE_ERROR', 1],
}

/** The error of an injected fault, as libsql throws its own. */
class InjectedError extends Error {
  /** SQLite's name of the code. */
  readonly code: string
  /** SQLite's number of it. */
  readonly rawCode: number

  /** @param kind what goes wrong */
  constructor(kind: FaultKind) {
    super(`injected: ${kind}`)
    const [code, rawCode] = codes[kind]
    this.code = code
    this.rawCode = rawCode
  }
}

/** Opens a file or `:memory:` with core's own driver, which is no dependency of the tests' package. */
export function openRaw(path: string): SqliteDatabase {
  const core = createRequire(import.meta.url).resolve('@todo-ledger/core/sqlite')
  const Driver: unknown = createRequire(core)('libsql')
  if (typeof Driver !== 'function') throw new TypeError('libsql is no class.')
  return Reflect.construct(Driver, [path])
}

/** Statements that SQLite itself never fails at: a rollback ends the transaction, whatever happens to the disk. */
const neverFails = /^\s*ROLLBACK\s*;?\s*$/iu
const begins = /^\s*BEGIN/iu

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

  /** @param raw the database itself */
  constructor(raw: SqliteDatabase) {
    this.#raw = raw
  }

  /** Sets the next fault, or none. */
  arm(fault: Fault | null): void {
    this.#fault = fault
    this.#left = fault?.at ?? 0
  }

  /** Takes back a fault that has not happened. */
  disarm(): void {
    this.#fault = null
  }

  /** The fault that happened since this was last asked, or null. */
  takeFired(): Fault | null {
    const fired = this.#fired
    this.#fired = null
    return fired
  }

  prepare(sql: string): SqliteStatement {
    if (this.dead) throw new InjectedError('crash')
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
    if (this.dead) throw new InjectedError('crash')
    const fault = this.#fault
    if (fault === null || this.paused || neverFails.test(sql)) return run()
    this.#left -= 1
    if (this.#left > 0) return run()
    this.#fault = null
    this.#fired = fault
    // A transaction that could not begin has not begun.
    if (fault.takesEffect && !begins.test(sql)) run()
    if (fault.kind === 'crash') this.dead = true
    // The locks of a process end with it.
    if (fault.kind === 'crash' || fault.rollsBack) this.#rollBack()
    throw new InjectedError(fault.kind)
  }

  #rollBack(): void {
    try {
      this.#raw.exec('ROLLBACK')
    } catch {
      // There was no transaction.
    }
  }
}
