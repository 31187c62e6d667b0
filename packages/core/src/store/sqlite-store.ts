/** A store in an SQLite file: one process writes at a time, any number read. */

import { StoreError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import { decodeEvent } from './codec.js'
import type {
  AppendOptions,
  AppendResult,
  EventStore,
  PositionedEvent,
  ReadRange,
  StoredSession,
} from './event-store.js'
import {
  type AppendPlan,
  type PreparedAppend,
  planAppend,
  prepareAppend,
  wholePosition,
  wholeRange,
} from './plan-append.js'
import type { SqliteConnection, SqliteDatabase, SqliteRow } from './sqlite-connection.js'
import { openFile, openGiven } from './sqlite-open.js'
import { asColumn } from './sqlite-schema.js'
import { Subscriptions } from './subscriptions.js'

/** How to open a store in SQLite. */
export interface SqliteStoreOptions {
  /** True: open an existing ledger and write nothing. False when absent. */
  readonly readOnly?: boolean
  /**
   * How often subscriptions look for what other processes stored, in milliseconds; 200 when absent. One that waits
   * keeps the process running.
   */
  readonly pollInterval?: number
  /** How long an append waits for another process that writes, in milliseconds; it blocks. 5,000 when absent. */
  readonly busyTimeout?: number
}

/**
 * An open database with the interface of better-sqlite3. The store sets it to WAL and `synchronous=FULL`, and does not
 * close it: who opened it does.
 */
export interface GivenDatabase {
  /** The database: a ledger, or empty. */
  readonly database: SqliteDatabase
}

/**
 * Opens a store in an SQLite file, at once; creates the file where there is none. WAL, `synchronous=FULL`: what an
 * append acknowledges outlives a crash and a power cut.
 * @param target the file's path, `:memory:`, or an open database
 * @throws StoreError when it is not and cannot become a ledger; it says why and what to do
 */
export function sqliteStore(target: string | GivenDatabase, options: SqliteStoreOptions = {}): EventStore {
  const { readOnly = false, pollInterval = 200, busyTimeout = 5000 } = options
  const open = { readOnly, busyTimeout }
  const isFile = typeof target === 'string'
  const connection = isFile ? openFile(target, open) : openGiven(target.database, open)
  return new SqliteStore(connection, { readOnly, pollInterval, ownsConnection: isFile })
}

/** Events in memory at once while reading. */
const pageSize = 64

const columns = 'position, session, seq, id, body'

const queries = {
  lastSeq: 'SELECT max(seq) AS seq FROM events WHERE session = ?',
  lastPosition: 'SELECT max(position) AS position FROM events',
  byId: `SELECT ${columns} FROM events WHERE session = ? AND id = ?`,
  bySeq: `SELECT ${columns} FROM events WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ${pageSize}`,
  byPosition: `SELECT ${columns} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ${pageSize}`,
  insert: 'INSERT INTO events (session, seq, id, type, turn, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  // The first events are in an index of their own, so this takes as long as there are sessions, not events.
  sessions: `SELECT session, (SELECT max(seq) FROM events WHERE session = first.session) AS seq
    FROM events AS first WHERE seq = 1 ORDER BY position`,
} as const

interface SqliteStoreSettings {
  readonly readOnly: boolean
  readonly pollInterval: number
  readonly ownsConnection: boolean
}

class SqliteStore implements EventStore {
  readonly #connection: SqliteConnection
  readonly #settings: SqliteStoreSettings
  readonly #subscriptions: Subscriptions
  #closed = false

  constructor(connection: SqliteConnection, settings: SqliteStoreSettings) {
    this.#connection = connection
    this.#settings = settings
    this.#subscriptions = new Subscriptions({
      page: (after) => this.#page(queries.byPosition, after, Number.MAX_SAFE_INTEGER),
      pollInterval: settings.pollInterval,
    })
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeOpen()
    if (this.#settings.readOnly) {
      throw new StoreError(
        'read-only',
        `${this.#connection.name} was opened to be read. Open it without readOnly.`,
      )
    }
    const append = prepareAppend(session, events, options)
    const { plan, lastSeq } = this.#connection.transaction(() => this.#store(append))
    if (plan.fresh.length > 0) this.#subscriptions.notify()
    return { lastSeq, events: [...plan.stored, ...plan.fresh.map(({ event }) => event)] }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    const { from, to } = wholeRange(range)
    const last = Math.min(to, this.#lastSeq(session))
    for (let next = from; next <= last; ) {
      const page = this.#page(queries.bySeq, asColumn(session), next, last)
      if (page.length === 0) return
      for (const { event } of page) {
        yield event
        next = event.seq + 1
      }
    }
  }

  async *readAll(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    let after = wholePosition(options.after ?? 0)
    const last = this.#lastPosition()
    while (after < last) {
      const page = this.#page(queries.byPosition, after, last)
      if (page.length === 0) return
      for (const positioned of page) {
        yield positioned
        after = positioned.position
      }
    }
  }

  async sessions(): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    return this.#connection.all(queries.sessions).map((row) => ({
      session: this.#idOf(row, 'session'),
      lastSeq: this.#connection.number(row, 'seq'),
    }))
  }

  subscribe(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    return this.#subscriptions.from(wholePosition(options.after ?? this.#lastPosition()))
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#subscriptions.close()
    if (!this.#settings.ownsConnection) return
    if (!this.#settings.readOnly) this.#moveIntoFile()
    this.#connection.close()
  }

  /** Within the transaction: decides with what is stored now, and stores. */
  #store(append: PreparedAppend): { readonly plan: AppendPlan; readonly lastSeq: number } {
    const session = asColumn(append.session)
    const lastSeq = this.#lastSeq(append.session)
    const plan = planAppend(append, {
      lastSeq,
      find: (id) => {
        const row = this.#connection.get(queries.byId, session, asColumn(id))
        return row === undefined ? undefined : this.#read(row).event
      },
    })
    for (const { event, text } of plan.fresh) {
      const { seq, id, type, turn, at } = event
      this.#connection.run(queries.insert, session, seq, asColumn(id), type, turn, at.getTime(), text)
    }
    return { plan, lastSeq: plan.fresh.at(-1)?.event.seq ?? lastSeq }
  }

  #page(query: string, ...values: (string | number)[]): readonly PositionedEvent[] {
    this.#mustBeOpen()
    return this.#connection.all(query, ...values).map((row) => this.#read(row))
  }

  /** The event of a row. What its columns say of it and what its text says must agree. */
  #read(row: SqliteRow): PositionedEvent {
    const position = this.#connection.number(row, 'position')
    const place = `The event at position ${position} of ${this.#connection.name}`
    const event = decodeEvent(this.#connection.text(row, 'body'), place)
    const agrees =
      event.session === this.#idOf(row, 'session') &&
      event.seq === this.#connection.number(row, 'seq') &&
      event.id === this.#idOf(row, 'id')
    if (agrees) return { position, event }
    throw new StoreError(
      'bad-event',
      `${place} has another session, seq or id in its row. It was damaged or changed.`,
    )
  }

  #idOf(row: SqliteRow, column: string): string {
    try {
      return String(JSON.parse(`"${this.#connection.text(row, column)}"`))
    } catch (error) {
      throw new StoreError(
        'damaged-file',
        `${this.#connection.name} holds a bad ${column}. Restore it from a copy.`,
        {
          cause: error,
        },
      )
    }
  }

  #lastSeq(session: string): number {
    return this.#maximum('seq', queries.lastSeq, asColumn(session))
  }

  #lastPosition(): number {
    return this.#maximum('position', queries.lastPosition)
  }

  /** The maximum that a query gives, 0 where there are no rows. */
  #maximum(column: string, query: string, ...values: string[]): number {
    const row = this.#connection.get(query, ...values)
    return row === undefined || row.get(column) === null ? 0 : this.#connection.number(row, column)
  }

  /** Moves what stands in the write-ahead log into the file, so that a copy of the file alone is whole. */
  #moveIntoFile(): void {
    try {
      this.#connection.get('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // Nothing is lost: the log stays beside the file, and the next one to open it reads both.
    }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', `${this.#connection.name} is closed. Open it again.`)
  }
}
