/** An SQLite database that is only read. The driver is loaded when the first one is opened. */

import { existsSync } from 'node:fs'
import { RecordingError } from '../../recording-error.js'

/** A row, its values still to be looked at. */
export type Row = ReadonlyMap<string, unknown>

/** A query that is ready. */
interface Statement {
  all(...values: (string | number)[]): unknown[]
}

/** The part of the driver that is used. */
interface Driver {
  prepare(sql: string): Statement
  close(): unknown
}

/** Reads one database. */
export class ReadOnlyConnection {
  readonly #file: string
  readonly #driver: Driver
  /** By their SQL: the driver keeps those that it made as long as it wants. */
  readonly #statements = new Map<string, Statement>()

  /** Made by `open` alone. */
  constructor(file: string, driver: Driver) {
    this.#file = file
    this.#driver = driver
  }

  /**
   * Opens a database.
   * @throws RecordingError `unreadable`
   */
  static async open(file: string): Promise<ReadOnlyConnection> {
    const { openDatabase } = await import('@todo-ledger/core/sqlite')
    // Where no log of changes stands beside it, nobody is writing: it is read as it is, for otherwise SQLite would
    // leave files beside it that are the reader's and not opencode's.
    const immutable = !existsSync(`${file}-wal`)
    try {
      return new ReadOnlyConnection(file, openDatabase(file, { mode: 'ro', immutable }))
    } catch (error) {
      throw unreadable(file, error)
    }
  }

  /** The rows of a query. Texts must be cast to BLOBs: the driver ends the process at one that is not UTF-8. */
  all(sql: string, ...values: readonly (string | number)[]): readonly Row[] {
    try {
      const statement = this.#statements.get(sql) ?? this.#driver.prepare(sql)
      this.#statements.set(sql, statement)
      return statement
        .all(...values)
        .map((row) => new Map(typeof row === 'object' && row !== null ? Object.entries(row) : []))
    } catch (error) {
      throw unreadable(this.#file, error)
    }
  }

  /** Closes it. */
  close(): void {
    this.#driver.close()
  }
}

/** The number in a column; null where there is none. */
export function numberIn(row: Row | undefined, column: string): number | null {
  const value = row?.get(column)
  return typeof value === 'number' ? value : null
}

/** The text in a column that was cast to a BLOB; null where there is none. */
export function textIn(row: Row | undefined, column: string): string | null {
  const value = row?.get(column)
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('utf8') : null
}

function unreadable(file: string, cause: unknown): RecordingError {
  const message = 'the database is damaged, or in use; restore it from a copy, or try again'
  return new RecordingError('unreadable', file, message, null, { cause })
}
