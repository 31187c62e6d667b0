/** One connection to an SQLite database. */

import { readSync } from 'node:fs'
import { StoreError } from '../../errors.js'
import { openForGood, type SqliteDatabase, type SqliteStatement, type SqliteValue } from './driver.js'
import { resultCodeOf, sqliteFailure } from './failures.js'
import { longValueQuery } from './lengths.js'

/** A row, its values still to be looked at. */
export type SqliteRow = ReadonlyMap<string, unknown>

/** Runs statements and turns what goes wrong into `StoreError`s that name the database. */
export class SqliteConnection {
  /** What messages call the database. */
  readonly name: string
  /** True once its tables are known to be ours: before, asking one may never end. */
  isLedger = false
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()
  readonly #path: string | undefined
  /** True once it is known that it is the file that is damaged, and not the disk that fails. */
  #isDamaged = false
  /** How long a statement waits for another connection; what it is set to now, and what it is to be for reads. */
  #busyTimeout = 0
  #patience = 0
  /** True within a transaction that `beginAtOnce` began: nothing in it waits. */
  #isWriting = false

  /** @param name what messages call it; @param path its path, where it is known */
  constructor(database: SqliteDatabase, name: string, path?: string) {
    this.#database = database
    this.name = name
    this.#path = path
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.waitAgain()
    this.#told(
      () => this.#database.exec(sql),
      () => this.#isSound(),
    )
  }

  /** Runs one statement. */
  run(sql: string, ...values: SqliteValue[]): void {
    this.waitAgain()
    this.#told(
      () => this.#prepare(sql).run(values),
      () => this.#isSound(),
    )
  }

  /** The first row of a query, or undefined. */
  get(sql: string, ...values: SqliteValue[]): SqliteRow | undefined {
    this.waitAgain()
    const row = this.#told(() => this.#prepare(sql).get(values))
    return row === undefined || row === null ? undefined : this.#rowOf(row)
  }

  /** The rows of a query. All are in memory at once, so that none keeps a read open: ask with a limit. */
  all(sql: string, ...values: SqliteValue[]): readonly SqliteRow[] {
    this.waitAgain()
    return this.#told(() => this.#prepare(sql).all(values)).map((row) => this.#rowOf(row))
  }

  /** Runs a function in a transaction that nobody else can write beside; all of it is kept, or nothing. */
  transaction(run: () => void): void {
    this.exec('BEGIN IMMEDIATE')
    try {
      run()
      this.exec('COMMIT')
    } catch (error) {
      this.rollBack()
      throw error
    }
  }

  /** The number that a pragma says. */
  pragma(name: string): number | undefined {
    const row = this.get(`PRAGMA ${name}`)
    return row === undefined ? undefined : this.number(row, name)
  }

  /** How long the statements from here on wait for another connection, in milliseconds; it blocks. */
  setBusyTimeout(milliseconds: number): void {
    this.#patience = Math.max(0, Math.trunc(milliseconds))
    this.#wait(this.#patience)
  }

  /** Begins a transaction to write in, or fails at once where another process writes: nothing in it waits. */
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

  /** Ends a transaction without keeping it. @returns false when one may still be open */
  rollBack(): boolean {
    try {
      this.exec('ROLLBACK')
      return true
    } catch (error) {
      // SQLite has rolled back by itself, as it does when the disk is full: then its code is SQLITE_ERROR.
      return error instanceof StoreError && resultCodeOf(error.cause) === 1
    } finally {
      this.#isWriting = false
    }
  }

  /**
   * Has statements wait as `setBusyTimeout` said. Done before the next statement, since one write mostly follows another
   * and each setting is a statement; a host that reads on a database that it gave needs it at once.
   */
  waitAgain(): void {
    if (this.#isWriting || this.#busyTimeout === this.#patience) return
    try {
      this.#wait(this.#patience)
    } catch {
      // Statements wait less long.
    }
  }

  /** The database's file as SQLite calls it, links followed; null for one in memory. */
  file(): string | null {
    const file = this.get(`SELECT file FROM pragma_database_list WHERE name = 'main'`)?.get('file')
    return typeof file === 'string' && file !== '' ? file : null
  }

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

  bytes(row: SqliteRow, column: string): Uint8Array {
    const value = row.get(column)
    if (value instanceof Uint8Array) return value
    if (value instanceof ArrayBuffer) return new Uint8Array(value)
    // As `boundedColumn` gives one that is too long.
    if (value === null) this.refuseLongValues()
    throw this.#damaged(column, 'bytes')
  }

  /**
   * Looks through all rows for a value that is longer than any that todo-ledger writes, without reading it.
   * @throws StoreError `too-large` which names the first
   */
  refuseLongValues(): void {
    let found: readonly unknown[] = []
    try {
      found = Object.values(this.#prepare(longValueQuery).get([]) ?? {})
    } catch (error) {
      const failure = sqliteFailure(error, this.name)
      // A disk that fails once makes a sound file look damaged.
      if (failure.code === 'damaged-file' && this.#isSound())
        throw sqliteFailure({ rawCode: 10 }, this.name, error)
      if (failure.code === 'disk-failed') throw failure
      // What else is wrong with the file is said where it is met.
    }
    if (found.length === 0) return
    const [part, place, column, bytes] = found
    throw new StoreError(
      'too-large',
      `${this.name} holds a value that no todo-ledger wrote: ${column} of ${part}, ${place}, has ${bytes} bytes. Nothing of it was read; go on with a copy from before that verifies.`,
    )
  }

  close(): void {
    this.#statements.clear()
    this.#told(
      () => this.#database.close(),
      () => this.#isSound(),
    )
  }

  #wait(milliseconds: number): void {
    // First, so that the statement itself is not waited for.
    this.#busyTimeout = milliseconds
    this.#told(() => this.#prepare(`PRAGMA busy_timeout = ${milliseconds}`).get([]))
  }

  #prepare(sql: string): SqliteStatement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
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

  /**
   * Runs something and says what failed. SQLite says of a read that the disk refused that the file is damaged.
   * @param works whether the file is sound; asks a query once more when absent
   */
  #told<Result>(run: () => Result, works: () => boolean = () => succeeds(run)): Result {
    try {
      return run()
    } catch (error) {
      const failure = sqliteFailure(error, this.name)
      if (failure.code === 'too-large' && this.isLedger) this.refuseLongValues()
      if (failure.code !== 'damaged-file' || this.#isDamaged) throw failure
      const path = this.#path
      if (works() || (path !== undefined && !succeeds(() => readThrough(path))))
        throw sqliteFailure({ rawCode: 10 }, this.name, error)
      this.#isDamaged = true
      throw failure
    }
  }

  #isSound(): boolean {
    const sql = "SELECT 1 FROM pragma_integrity_check(1) WHERE integrity_check = 'ok'"
    try {
      return this.#database.prepare(sql).all([]).length > 0
    } catch {
      return false
    }
  }
}

/** Reads a file to its end. @throws what the disk says where it does not give a part of it */
function readThrough(path: string): void {
  const descriptor = openForGood(path)
  const bytes = Buffer.alloc(1 << 16)
  for (let at = 0, read = 1; read > 0; at += read) read = readSync(descriptor, bytes, 0, bytes.length, at)
}

function succeeds(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

/** The text of bytes; undefined where they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  // What is not UTF-8 becomes U+FFFD, which may stand there by right, too.
  return !text.includes('\ufffd') || buffer.equals(Buffer.from(text, 'utf8')) ? text : undefined
}
