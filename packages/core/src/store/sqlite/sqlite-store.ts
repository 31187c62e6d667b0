/** A store in an SQLite file: one process writes at a time, any number read. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import { type ChainEnds, chained, firstHash, firstLink, systemRandom } from '../chain/chain.js'
import { planRedaction, type RedactedContents } from '../chain/redact.js'
import { asColumn, eventOf, fromColumn, ledgerEntry, longestId, unreadable } from '../codec.js'
import { planRestore } from '../copy-ledger.js'
import {
  AppendListeners,
  type AppendOptions,
  type EventStore,
  type LedgerRange,
  type ReadRange,
  type Redaction,
  type SideTable,
  type StoredRecord,
  type StoredSession,
} from '../event-store.js'
import {
  type EncodedEvent,
  type PreparedAppend,
  planAppend,
  prepareAppend,
  wholePosition,
  wholeRange,
} from '../plan-append.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import type { SqliteDatabase } from './driver.js'
import { type OpenLedger, type OpenOptions, openFile, openGiven, type SqliteStoreOptions } from './open.js'
import { readLedger } from './read-ledger.js'
import { boundedColumn, insertAfter, insertRecords, packedRecord, readRow, rowsAtOnce } from './rows.js'
import { withoutGuards } from './schema.js'
import { removeSide, sqliteSideTable } from './side-table.js'
import { SqliteWriter } from './writer.js'

/**
 * An open database of libsql, opened by what `databaseAddress` gives. The store sets it to WAL and `synchronous=FULL`, and
 * does not close it: the caller does.
 */
export interface GivenDatabase {
  /** The database: a ledger, or empty. */
  readonly database: SqliteDatabase
}

/**
 * Opens a store in an SQLite file, at once; creates the file, for its owner alone, if there is none. WAL,
 * `synchronous=FULL`: what an append acknowledges outlives a crash and a power cut.
 * @param target the file's path, `:memory:`, or an open database
 * @throws StoreError if it is not and can't become a ledger; it says why and what to do
 */
export function sqliteStore(target: string | GivenDatabase, options: SqliteStoreOptions = {}): EventStore {
  const { readOnly = false, busyTimeout = 5000, durability = 'full', random = systemRandom() } = options
  const open = { ...options, readOnly, busyTimeout, durability, random }
  const isOwn = typeof target === 'string'
  const opened = isOwn ? openFile(target, open) : openGiven(target.database, open)
  return new SqliteStore({ ...open, ...opened, isOwn })
}

interface SqliteStoreSettings extends Omit<OpenOptions, 'ledger'>, OpenLedger {
  /** True where the store opened the database, and closes it. */
  readonly isOwn: boolean
}

/** Events in memory at once while reading. */
const pageSize = 64
/** Sessions whose ends are remembered. */
const mostEnds = 1000
/** Sessions that are asked for at once. */
const sessionsPageSize = 1024

/** A column of hexadecimal digits as text, or null if it holds anything else, which the driver might not survive. */
const hexadecimal = (column: string, name: string) =>
  `CASE WHEN ${column} NOT GLOB '*[^0-9a-f]*' THEN substr(${column}, 1, 64) END AS ${name}`

const queries = {
  lastSeq: 'SELECT max(seq) AS last FROM events WHERE session = ?',
  lastPosition: 'SELECT max(position) AS last FROM events',
  /**
   * All that an append must know: the last event of the ledger, the last one of the session, and whether any of the ids
   * that are given is stored in it. In one query, since each costs as much as storing an event.
   */
  ends: `SELECT last.position AS position, ${hexadecimal('last.link', 'link')},
      own.seq AS seq, ${hexadecimal('own.hash', 'hash')}, own.type = 'session.redacted' AS redacted,
      EXISTS (SELECT 1 FROM events WHERE session = ? AND id IN (SELECT value FROM json_each(?))) AS known
    FROM (SELECT 1) AS one_row
      LEFT JOIN events AS last ON last.position = (SELECT max(position) FROM events)
      LEFT JOIN events AS own ON own.session = ? AND own.seq = (SELECT max(seq) FROM events WHERE session = ?)`,
  firstIsErased: 'SELECT data IS NULL AS erased FROM events WHERE session = ? AND seq = 1',
  byId: `SELECT ${packedRecord} FROM events WHERE session = ? AND id = ?`,
  bySeq: `SELECT ${packedRecord} FROM events WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ${pageSize}`,
  byPosition: `SELECT ${packedRecord} FROM events WHERE position BETWEEN ? AND ? ORDER BY position`,
  redact: 'UPDATE events SET data = ?, salt = ? WHERE session = ? AND seq = ?',
  // The first events are in an index of their own, so this takes as long as there are sessions, not events.
  sessions: `SELECT position, ${boundedColumn('session')},
    CASE WHEN octet_length(session) <= ${6 * longestId} THEN (SELECT max(seq) FROM events WHERE session = first.session) END AS seq
    FROM events AS first WHERE seq = 1 AND position > ? ORDER BY position LIMIT ${sessionsPageSize}`,
} as const

/** Where a session and its ledger end. */
interface SessionEnd extends ChainEnds {
  readonly lastSeq: number
  /** True if an id that was asked about is stored in it. */
  readonly known: boolean
  /** True if its contents were erased. */
  readonly forgotten: boolean
}

class SqliteStore implements EventStore {
  readonly side: SideTable
  readonly #connection: SqliteConnection
  readonly #settings: SqliteStoreSettings
  readonly #writer: SqliteWriter
  readonly #listeners = new AppendListeners()
  /** Where sessions end to which this object wrote, and where it left the ledger. Somebody else may have written since. */
  readonly #ends = new Map<string, { readonly lastSeq: number; readonly hash: string }>()
  #head = { position: 0, link: '' }
  #closed = false

  constructor(settings: SqliteStoreSettings) {
    const { connection, busyTimeout, requireFiles } = settings
    this.#connection = connection
    this.#settings = settings
    this.#writer = new SqliteWriter(connection, busyTimeout, requireFiles, () => this.#ends.clear())
    this.side = sqliteSideTable(
      connection,
      () => this.#mustBeOpen(),
      (run) => this.#write(run),
    )
  }

  readonly onAppend = this.#listeners.add

  ledger(): string {
    return this.#settings.ledger
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions) {
    this.#mustBeWritable()
    const append = prepareAppend(session, events, options)
    const { result, isNew } = await this.#write(() => {
      const next = this.#storeNext(append)
      if (next !== null)
        return { result: { lastSeq: append.expectedSeq + next.length, events: next }, isNew: true }
      const ids = append.events.map(({ event }) => event.id)
      const end = this.#endOf(session, ids)
      const find = (id: string) => (end.known ? this.#find(session, id) : undefined)
      const { stored, fresh } = planAppend(append, { ...end, find })
      const added = this.#store(fresh, end)
      const lastSeq = end.lastSeq + added.length
      return { result: { lastSeq, events: [...stored, ...added] }, isNew: added.length > 0 }
    })
    if (isNew) this.#listeners.call()
    return result
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions) {
    const { event, lastSeq, isNew } = await this.#write(() => {
      const end = this.#endOf(session)
      const records = end.lastSeq === 0 ? [] : Array.from(this.#records(session, 1, end.lastSeq))
      const stored = this.#find(session, redaction.id)
      const contents = { session, ...options, records, stored }
      const plan = planRedaction(redaction, contents, this.#settings.random)
      if (plan.event === null) return { event: plan.stored, lastSeq: end.lastSeq, isNew: false }
      this.#takeOut(session, plan.changes)
      const [event = null] = this.#store([plan.event], end)
      return { event, lastSeq: end.lastSeq + 1, isNew: true }
    })
    if (isNew) this.#listeners.call()
    return { event, lastSeq, wiped: await this.#wipeLog() }
  }

  async restore(records: readonly StoredRecord[]): Promise<void> {
    await this.#write(() => {
      const [first] = records
      if (first === undefined) return
      const last = first.position + records.length - 1
      const rows = this.#connection.all(queries.byPosition, first.position, last)
      const stored = new Map(rows.map((row) => this.#record(row)).map((record) => [record.position, record]))
      const { fresh, changed } = planRestore(records, stored, this.#number(queries.lastPosition))
      insertRecords(this.#connection, fresh)
      for (const [session, taken] of changed) this.#takeOut(session, taken)
    })
    this.#listeners.call()
  }

  async *read(session: string, range: ReadRange = {}) {
    this.#mustBeOpen()
    if (range.id !== undefined) {
      const event = this.#find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    const last = Math.min(to, this.#number(queries.lastSeq, asColumn(session)))
    for (const record of this.#records(session, Math.max(1, from), last)) {
      yield eventOf(record, this.#connection.name)
      this.#mustBeOpen()
    }
  }

  async *readAll({ after = 0, to }: LedgerRange = {}) {
    for (const end of [after, to ?? 0]) wholePosition(end)
    for (const record of readLedger(this.#connection, { after, to }, () => this.#mustBeOpen()))
      yield ledgerEntry(record, this.#connection.name)
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    return this.#number(queries.lastPosition)
  }

  async sessions(only?: string): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    if (only !== undefined) {
      const lastSeq = this.#number(queries.lastSeq, asColumn(only))
      return lastSeq === 0 ? [] : [{ session: only, lastSeq }]
    }
    const sessions: StoredSession[] = []
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = this.#connection.all(queries.sessions, after)
      if (rows.length === 0) return sessions
      for (const row of rows) {
        const position = this.#connection.number(row, 'position')
        if (position <= after)
          throw this.#connection.damaged(`leads back to the session at position ${position}`)
        after = position
        const session = fromColumn(this.#connection.text(row, 'session'))
        if (session === undefined) throw this.#connection.damaged('holds a bad session')
        sessions.push({ session, lastSeq: this.#connection.number(row, 'seq') })
      }
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#listeners.call()
    await this.#writer.idle()
    if (!this.#settings.isOwn) return
    if (!this.#settings.readOnly) {
      // What stands in the log goes into the file, so that a copy of the file alone is whole.
      try {
        // A log without a name must not be written over a file that others have gone on with.
        this.#settings.requireFiles()
        this.#connection.get('PRAGMA wal_checkpoint(PASSIVE)')
      } catch {
        // Nothing is lost: the log stays beside the file, and the next one to open it reads both.
      }
    }
    this.#connection.close()
  }

  /** Where a session and its ledger end. @param ids those that are to be stored in it */
  #endOf(session: string, ids: readonly string[] = []): SessionEnd {
    const column = asColumn(session)
    const row = this.#connection.get(queries.ends, column, JSON.stringify(ids.map(asColumn)), column, column)
    const { ledger } = this.#settings
    const isEmpty = row === undefined || row.get('position') === null
    const ofLedger = isEmpty
      ? { position: 0, link: firstLink(ledger) }
      : { position: this.#connection.number(row, 'position'), link: this.#connection.text(row, 'link') }
    if (row === undefined || row.get('seq') === null) {
      return { ...ofLedger, lastSeq: 0, hash: firstHash(ledger, session), forgotten: false, known: false }
    }
    return {
      ...ofLedger,
      lastSeq: this.#connection.number(row, 'seq'),
      hash: this.#connection.text(row, 'hash'),
      // A session that was forgotten ends with the event that says so; no other is asked for its first one.
      forgotten:
        this.#connection.number(row, 'redacted') === 1 && this.#number(queries.firstIsErased, column) === 1,
      known: this.#connection.number(row, 'known') === 1,
    }
  }

  #find(session: string, id: string): TodoEvent | undefined {
    const row = this.#connection.get(queries.byId, asColumn(session), asColumn(id))
    if (row === undefined) return undefined
    const record = this.#record(row)
    if (record.session !== session || record.id !== id)
      throw this.#connection.damaged(`leads to another event than ${JSON.stringify(id)}`)
    return eventOf(record, this.#connection.name)
  }

  /** Within a transaction: stores events at the end of their session. They get their hashes. */
  #store<Event extends TodoEvent>(events: readonly EncodedEvent<Event>[], end: ChainEnds) {
    const { records, stored } = chained(events, end, this.#settings.random)
    insertRecords(this.#connection, records)
    // Somebody else wrote, or put an older ledger back: where other sessions end is not known any more.
    if (end.link !== this.#head.link) this.#ends.clear()
    this.#noteEnd(records)
    return stored
  }

  /**
   * Within a transaction: stores an append where its session and the ledger end as this object left them. That is asked in
   * the insert itself, for a query costs as much as storing an event.
   * @returns the stored events; null where nothing was stored
   */
  #storeNext({ session, expectedSeq, events }: PreparedAppend): TodoEvent[] | null {
    const end = this.#ends.get(session)
    if (end?.lastSeq !== expectedSeq || events.length === 0 || events.length > rowsAtOnce) return null
    const { records, stored } = chained(events, { ...this.#head, hash: end.hash }, this.#settings.random)
    if (!insertAfter(this.#connection, this.#head.link, records)) return null
    this.#noteEnd(records)
    return stored
  }

  #noteEnd(records: readonly StoredRecord[]): void {
    const last = records.at(-1)
    if (last === undefined) return
    const { session, seq, hash, position, link, type } = last
    if (this.#ends.size === mostEnds) this.#ends.clear()
    // It may have been forgotten, and then it can't go on.
    if (type === 'session.redacted') this.#ends.delete(session)
    else this.#ends.set(session, { lastSeq: seq, hash })
    this.#head = { position, link }
  }

  /** Within a transaction: takes contents out of records, and away what was derived from them. */
  #takeOut(session: string, changes: readonly RedactedContents[]): void {
    const column = asColumn(session)
    withoutGuards(this.#connection, () => {
      for (const { seq, data, salt } of changes)
        this.#connection.run(queries.redact, [data, salt, column, seq])
    })
    removeSide(this.#connection, session)
  }

  /**
   * The records of a session from one seq to another that it has. SQLite goes where the pages of a damaged file lead:
   * back, to another session, nowhere.
   */
  *#records(session: string, from: number, to: number): Generator<StoredRecord> {
    const misled = (seq: number) =>
      this.#connection.damaged(`does not lead to event ${seq} of session ${JSON.stringify(session)}`)
    for (let next = from; next <= to; ) {
      const rows = this.#connection.all(queries.bySeq, asColumn(session), next, to)
      if (rows.length === 0) throw misled(next)
      for (const row of rows) {
        const record = this.#record(row)
        if (record.session !== session || record.seq < next) throw misled(next)
        yield record
        next = record.seq + 1
      }
    }
  }

  #record(row: SqliteRow): StoredRecord {
    const read = readRow(this.#connection.bytes(row, 'record'))
    if ('record' in read) return read.record
    throw unreadable(`a row ${read.unreadable}`, this.#connection.name)
  }

  /** The only number that a query gives; 0 if there is none. */
  #number(query: string, ...values: string[]): number {
    const row = this.#connection.get(query, ...values)
    const [column] = row?.keys() ?? []
    return row === undefined || column === undefined || row.get(column) === null
      ? 0
      : this.#connection.number(row, column)
  }

  async #write<Result>(run: () => Result): Promise<Result> {
    this.#mustBeWritable()
    return await this.#writer.write(run)
  }

  /**
   * Moves the write-ahead log into the file and cuts it to nothing, so that the old bytes stand in neither: in the file
   * they are overwritten, as `secure_delete` is on. Waits for other readers without blocking the event loop.
   * @returns false if the log could not be cut, since somebody still reads from it
   */
  async #wipeLog(): Promise<boolean> {
    const pause = 10
    for (let waited = 0; ; waited += pause) {
      if (this.#number('PRAGMA wal_checkpoint(TRUNCATE)') === 0) return true
      if (waited >= this.#settings.busyTimeout) return false
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  #mustBeWritable(): void {
    this.#mustBeOpen()
    if (!this.#settings.readOnly) return
    throw new StoreError(
      'read-only',
      `${this.#connection.name} was opened read-only. Open it without readOnly.`,
    )
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', `${this.#connection.name} is closed. Open it again.`)
  }
}
