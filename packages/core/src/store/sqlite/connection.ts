/** One connection to an SQLite database, and what its failures mean to a person. */

import { readSync } from 'node:fs'
import { StoreError } from '../../errors.js'
import { textOf } from '../codec/utf8.js'
import { openForGood } from './open-for-good.js'

/** What can be bound to a statement. */
export type SqliteValue = string | number | null

/**
 * A prepared statement, as better-sqlite3 and libsql have it: they take what is bound one by one, or as one list. The store
 * gives a list, for libsql copies what is spread.
 */
export interface SqliteStatement {
  /** Runs it. */
  run(...values: (SqliteValue | SqliteValue[])[]): unknown
  /** Its first row, or undefined. */
  get(...values: (SqliteValue | SqliteValue[])[]): unknown
  /** All its rows. */
  all(...values: (SqliteValue | SqliteValue[])[]): unknown[]
}

/** The part of better-sqlite3's interface that the store uses; libsql has it too. */
export interface SqliteDatabase {
  /** Prepares a statement. */
  prepare(sql: string): SqliteStatement
  /** Runs statements without parameters. */
  exec(sql: string): unknown
  /** Closes the database. */
  close(): unknown
}

/** A row, its values still to be looked at. */
export type SqliteRow = ReadonlyMap<string, unknown>

/** Runs statements and turns what goes wrong into `StoreError`s that name the database. */
export class SqliteConnection {
  /** What messages call the database. */
  readonly name: string
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  readonly #file: string | undefined
  /** True once it is known that it is the file that is damaged, and not the disk that fails. */
  #isDamaged = false
  /** How long a statement waits for another connection; what it is set to now, and what it is to be for reads. */
  #busyTimeout = 0
  #patience = 0
  /** True within a transaction that `beginAtOnce` began: nothing in it waits. */
  #isWriting = false

  /** @param database the open database; @param name what messages call it; @param file its path, where it is known */
  constructor(database: SqliteDatabase, name: string, file?: string) {
    this.#database = database
    this.name = name
    this.#file = file
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#waitAgain()
    this.#mapErrors(() => this.#database.exec(sql))
  }

  /** Runs one statement. @returns how many rows it changed */
  run(sql: string, ...values: SqliteValue[]): number {
    this.#waitAgain()
    return changesOf(this.#mapErrors(() => this.#prepare(sql).run(values)))
  }

  /** The first row of a query, or undefined. */
  get(sql: string, ...values: SqliteValue[]): SqliteRow | undefined {
    this.#waitAgain()
    const row = this.#query(() => this.#prepare(sql).get(values))
    return row === undefined || row === null ? undefined : this.#rowOf(row)
  }

  /** The rows of a query. All are in memory at once, so that none keeps a read open: ask with a limit. */
  all(sql: string, ...values: SqliteValue[]): readonly SqliteRow[] {
    this.#waitAgain()
    return this.#query(() => this.#prepare(sql).all(values)).map((row) => this.#rowOf(row))
  }

  /** Runs a function in a transaction that nobody else can write beside; all of it is kept, or nothing. */
  transaction<Result>(run: () => Result): Result {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      this.exec('COMMIT')
      return result
    } catch (error) {
      this.rollBack()
      throw error
    }
  }

  /** How long the statements from here on wait for another connection, in milliseconds; it blocks. */
  setBusyTimeout(milliseconds: number): void {
    this.#patience = Math.max(0, Math.trunc(milliseconds))
    this.#wait(this.#patience)
  }

  /**
   * Begins a transaction to write in, or fails at once where another process writes. What comes after it waits again,
   * as `setBusyTimeout` says: that is set when something comes, since one write mostly follows another, and each
   * setting is a statement.
   */
  beginAtOnce(): void {
    if (this.#busyTimeout !== 0) this.#wait(0)
    this.#isWriting = true
    try {
      this.exec('BEGIN IMMEDIATE')
    } catch (error) {
      this.#isWriting = false
      throw error
    }
  }

  /** Ends a transaction and keeps it. */
  commit(): void {
    this.exec('COMMIT')
    this.#isWriting = false
  }

  /** Has statements wait again, where they do not. Were this to fail, they would wait less long. */
  #waitAgain(): void {
    if (this.#isWriting || this.#busyTimeout === this.#patience) return
    try {
      this.#wait(this.#patience)
    } catch {
      // What comes now decides.
    }
  }

  #wait(milliseconds: number): void {
    // First, so that the statement itself is not waited for.
    this.#busyTimeout = milliseconds
    this.#query(() => this.#prepare(`PRAGMA busy_timeout = ${milliseconds}`).get([]))
  }

  /** Ends a transaction without keeping it. @returns false when one may still be open */
  rollBack(): boolean {
    try {
      this.exec('ROLLBACK')
      return true
    } catch (error) {
      // SQLite has rolled back by itself, as it does when the disk is full; what matters is the first error.
      return error instanceof StoreError && resultCodeOf(error.cause) === noTransaction
    } finally {
      this.#isWriting = false
    }
  }

  /** What a host reads on a database that it gave waits as it did: what `beginAtOnce` left is set back at once. */
  waitAgainNow(): void {
    this.#waitAgain()
  }

  /** The database's file as SQLite calls it, links followed; null for one in memory. */
  file(): string | null {
    const file = this.get(`SELECT file FROM pragma_database_list WHERE name = 'main'`)?.get('file')
    return typeof file === 'string' && file !== '' ? file : null
  }

  /** The number in a column of a row. */
  number(row: SqliteRow, column: string): number {
    const value = row.get(column)
    const number = typeof value === 'bigint' ? Number(value) : value
    if (typeof number === 'number') return number
    throw this.#damaged(column, 'number')
  }

  /**
   * The text in a column of a row. Where the text may have been damaged the query must cast it to a BLOB: the driver
   * ends the process at one that is not UTF-8, and cuts one at a NUL.
   */
  text(row: SqliteRow, column: string): string {
    const value = row.get(column)
    const text = typeof value === 'string' ? value : textOf(this.bytes(row, column))
    if (text !== undefined) return text
    throw this.#damaged(column, 'text')
  }

  /** The bytes in a column of a row. */
  bytes(row: SqliteRow, column: string): Uint8Array {
    const value = row.get(column)
    if (value instanceof Uint8Array) return value
    if (value instanceof ArrayBuffer) return new Uint8Array(value)
    throw this.#damaged(column, 'bytes')
  }

  /** Closes the database. */
  close(): void {
    this.#statements.clear()
    this.#mapErrors(() => this.#database.close())
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #rowOf(row: unknown): SqliteRow {
    if (typeof row === 'object' && row !== null) return new Map(Object.entries(row))
    throw this.#damaged('a row', 'object')
  }

  #damaged(column: string, kind: string): StoreError {
    return new StoreError(
      'damaged-file',
      `${this.name} holds no ${kind} in ${column}. It was damaged, or changed by another program; restore it from a copy.`,
    )
  }

  #mapErrors<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw this.#failure(error, () => this.#isSound())
    }
  }

  #query<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw this.#failure(error, () => succeeds(run))
    }
  }

  /**
   * SQLite says of a read that the disk refused that the file is damaged.
   * @param works whether what failed shows that it is not: the disk gave it at the second try
   */
  #failure(error: unknown, works: () => boolean): StoreError {
    const failure = sqliteFailure(error, this.name)
    if (failure.code !== 'damaged-file' || this.#isDamaged) return failure
    if (works() || !this.#canBeRead()) return sqliteFailure({ rawCode: 10 }, this.name, error)
    this.#isDamaged = true
    return failure
  }

  #isSound(): boolean {
    const sql = "SELECT 1 FROM pragma_integrity_check(1) WHERE integrity_check = 'ok'"
    try {
      return this.#database.prepare(sql).all([]).length > 0
    } catch {
      return false
    }
  }

  #canBeRead(): boolean {
    const file = this.#file
    return file === undefined || succeeds(() => readThrough(file))
  }
}

function changesOf(result: unknown): number {
  const changes: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'changes') : 0
  return Number(changes)
}

/** Reads a file to its end. @throws what the disk says where it does not give a part of it */
function readThrough(file: string): void {
  const descriptor = openForGood(file)
  const bytes = Buffer.alloc(1 << 16)
  for (let at = 0, read = 1; read > 0; at += read) {
    read = readSync(descriptor, bytes, 0, bytes.length, at)
  }
}

function succeeds(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

/** SQLite's primary result codes that a person can do something about. Source: sqlite.org/rescode.html */
const failures: ReadonlyMap<number, readonly [code: string, sentence: string]> = new Map([
  [5, ['busy', 'is in use by another program, and stayed so. Try again, or end that program.']],
  [6, ['busy', 'is in use by another part of this program, and stayed so. Try again.']],
  [8, ['read-only', 'can only be read. Open it where you may write, or with readOnly to read it.']],
  [7, ['too-large', 'holds or was given something larger than a ledger holds. Store less in one event.']],
  [10, ['disk-failed', 'could not be read or written by its disk. Check the disk, then try again.']],
  [11, ['damaged-file', 'is damaged. Restore it from a copy.']],
  [13, ['disk-full', 'has no room left on its disk. Nothing was stored; free some, then try again.']],
  [
    14,
    ['cannot-open', 'cannot be opened. Check that its folder exists and that you may read and write there.'],
  ],
  [
    15,
    [
      'locks-failed',
      'could not be locked: its file system does not lock files as it must. Put it on a local disk, then try again.',
    ],
  ],
  [18, ['too-large', 'cannot hold a text of that size. Nothing was stored; store less in one event.']],
  [26, ['not-a-database', 'is not a SQLite database. Give the path of a ledger, or of a new file.']],
])

/** What SQLite's drivers call those codes. */
const codesByName: ReadonlyMap<string, number> = new Map([
  ['ERROR', 1],
  ['BUSY', 5],
  ['LOCKED', 6],
  ['READONLY', 8],
  ['IOERR', 10],
  ['CORRUPT', 11],
  ['FULL', 13],
  ['CANTOPEN', 14],
  ['TOOBIG', 18],
  ['NOTADB', 26],
])

/**
 * The `StoreError` for what a driver threw.
 * @param name what messages call the database
 * @param cause what its cause is, where that is another error
 */
export function sqliteFailure(error: unknown, name: string, cause: unknown = error): StoreError {
  const number = resultCodeOf(error)
  if (mustRecover(error)) {
    return new StoreError(
      'unfinished',
      `${name} was left by a process that was killed while it created or changed it, and can't be read as it is. Open it once for writing, as todo-replay import does: that takes back what was not finished.`,
      { cause },
    )
  }
  const [code, sentence] = failures.get(number ?? 0) ?? [
    'store-failed',
    `did not do what it was asked (SQLite's code ${number ?? 'is not known'}). The cause says more.`,
  ]
  return new StoreError(code, `${name} ${sentence}`, { cause })
}

/** SQLITE_PROTOCOL: locks did not do what they must. So do those failures of the disk that are failures to lock. */
const protocolFailure = 15
const lockFailures: ReadonlySet<number> = new Set([2058, 2314, 3850, 5130])

/** SQLITE_READONLY_RECOVERY and SQLITE_READONLY_ROLLBACK: reading would have to write first. Source: sqlite.org/rescode.html */
function mustRecover(error: unknown): boolean {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'rawCode') : undefined
  return code === 264 || code === 776
}

/** SQLite's code for a ROLLBACK without a transaction, among other things that a ROLLBACK can't meet. */
const noTransaction = 1

/** The primary result code in an error of libsql (`rawCode`) or better-sqlite3 (`code`, such as `SQLITE_IOERR_READ`). */
function resultCodeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const extended: unknown = Reflect.get(error, 'rawCode')
  // The low byte of an extended code is the primary one.
  if (typeof extended === 'number') return lockFailures.has(extended) ? protocolFailure : extended & 0xff
  const name: unknown = Reflect.get(error, 'code')
  const [, word = ''] = /^SQLITE_([A-Z]+)/.exec(typeof name === 'string' ? name : '') ?? []
  return codesByName.get(word)
}
