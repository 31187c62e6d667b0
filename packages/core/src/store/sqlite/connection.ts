/** One connection to an SQLite database. */

import { StoreError } from '../../errors.js'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './driver.js'
import { resultCodeOf, sqliteFailure } from './failures.js'

/** A row, its values still to be looked at. */
export type SqliteRow = ReadonlyMap<string, unknown>

/** Runs statements and turns what goes wrong into `StoreError`s that name the database. */
export class SqliteConnection {
  /** What messages call the database. */
  readonly name: string
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, SqliteStatement>()

  /** @param name what messages call it */
  constructor(database: SqliteDatabase, name: string) {
    this.#database = database
    this.name = name
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#told(() => this.#database.exec(sql))
  }

  /** Runs one statement. @returns how many rows it changed */
  run(sql: string, values: SqliteValue[] = []): number {
    return this.#told(() => this.#prepared(sql).run(values)).changes
  }

  /** The first row of a query, or undefined. */
  get(sql: string, ...values: SqliteValue[]): SqliteRow | undefined {
    const row = this.#told(() => this.#prepared(sql).get(values))
    return row === undefined || row === null ? undefined : this.#rowOf(row)
  }

  /** The rows of a query. All are in memory at once, so that none keeps a read open: ask with a limit. */
  all(sql: string, ...values: SqliteValue[]): readonly SqliteRow[] {
    return this.#told(() => this.#prepared(sql).all(values)).map((row) => this.#rowOf(row))
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

  /** Ends a transaction without keeping it. @returns false when one may still be open */
  rollBack(): boolean {
    try {
      this.#database.exec('ROLLBACK')
      return true
    } catch (error) {
      // SQLite has rolled back by itself, as it does when the disk is full.
      return resultCodeOf(error) === 1
    }
  }

  /** The number that a pragma says. */
  pragma(name: string): number | undefined {
    const row = this.get(`PRAGMA ${name}`)
    return row === undefined ? undefined : this.number(row, name)
  }

  /** How long each statement from here on waits for another connection, in milliseconds; it blocks. */
  setBusyTimeout(milliseconds: number): void {
    this.get(`PRAGMA busy_timeout = ${Math.max(0, Math.trunc(milliseconds))}`)
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
    throw this.damaged(`holds no number in ${column}`)
  }

  /**
   * The text in a column of a row. Where the text may have been damaged the query must cast it to a BLOB: the driver
   * ends the process at one that is not UTF-8, and cuts one at a NUL.
   */
  text(row: SqliteRow, column: string): string {
    const value = row.get(column)
    const text = typeof value === 'string' ? value : textOf(this.bytes(row, column))
    if (text !== undefined) return text
    throw this.damaged(`holds no text in ${column}`)
  }

  bytes(row: SqliteRow, column: string): Uint8Array {
    const value = row.get(column)
    if (value instanceof Uint8Array) return value
    if (value instanceof ArrayBuffer) return new Uint8Array(value)
    throw this.damaged(`holds nothing that a ledger holds in ${column}`)
  }

  damaged(how: string): StoreError {
    return new StoreError(
      'damaged-file',
      `${this.name} ${how}. It was damaged, or changed by another program: run todo-replay verify, or restore it from a copy.`,
    )
  }

  close(): void {
    this.#statements.clear()
    this.#told(() => this.#database.close())
  }

  #prepared(sql: string): SqliteStatement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #rowOf(row: unknown): SqliteRow {
    if (typeof row === 'object' && row !== null) return new Map(Object.entries(row))
    throw this.damaged('gives what is no row')
  }

  #told<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw sqliteFailure(error, this.name)
    }
  }
}

/** The text of bytes; undefined where they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  // What is not UTF-8 becomes U+FFFD, which may stand there by right, too.
  return !text.includes('\ufffd') || buffer.equals(Buffer.from(text, 'utf8')) ? text : undefined
}
