/** What a store in SQLite asks of the table `events`. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import { type ChainEnds, chainRecord, firstHash, firstLink } from '../chain/chain.js'
import type { RedactedContents } from '../chain/redact-records.js'
import type { RandomBytes } from '../chain/salts.js'
import { decodeRecord } from '../codec/record-codec.js'
import type { PositionedEvent, StoredSession } from '../event-store.js'
import type { EncodedEvent, PreparedAppend } from '../plan-append.js'
import type { StoredRecord } from '../stored-record.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { KnownEnds } from './known-ends.js'
import { insertNewRecord, insertRecords, packedRecord, readableRecords, readRow, rowOf } from './rows.js'
import { asColumn, fromColumn, guards } from './tables.js'

/** Events in memory at once while reading. */
const pageSize = 64
/** Sessions that are asked for at once. */
const sessionsPageSize = 1024

/** A column of hexadecimal digits as text, or null where it holds anything else, which the driver might not survive. */
const hexadecimal = (column: string, name: string) =>
  `CASE WHEN ${column} NOT GLOB '*[^0-9a-f]*' THEN ${column} END AS ${name}`

/**
 * All that an append must know: the last event of the ledger, the last one of the session, and whether any of the ids
 * that are given is stored in it. In one question, since each costs as much as storing an event.
 */
const endsQuery = (isGiven: string) => `SELECT last.position AS position, ${hexadecimal('last.link', 'link')},
    own.seq AS seq, ${hexadecimal('own.hash', 'hash')}, own.type = 'session.redacted' AS redacted,
    EXISTS (SELECT 1 FROM events WHERE session = ? AND id ${isGiven}) AS known
  FROM (SELECT 1) AS one_row
    LEFT JOIN events AS last ON last.position = (SELECT max(position) FROM events)
    LEFT JOIN events AS own ON own.session = ? AND own.seq = (SELECT max(seq) FROM events WHERE session = ?)`

const queries = {
  lastSeq: 'SELECT max(seq) AS seq FROM events WHERE session = ?',
  lastPosition: 'SELECT max(position) AS position FROM events',
  lastOfSession: `SELECT ${packedRecord} FROM events WHERE session = ? ORDER BY seq DESC LIMIT 1`,
  ends: endsQuery('= ?'),
  endsOfMany: endsQuery('IN (SELECT value FROM json_each(?))'),
  firstIsErased: 'SELECT data IS NULL AS erased FROM events WHERE session = ? AND seq = 1',
  byId: `SELECT ${packedRecord} FROM events WHERE session = ? AND id = ?`,
  bySeq: `SELECT ${packedRecord} FROM events WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ${pageSize}`,
  byPosition: `SELECT ${packedRecord} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ${pageSize}`,
  insertNew: insertNewRecord,
  redact: 'UPDATE events SET data = ?, salt = ? WHERE session = ? AND seq = ?',
  dropSnapshots: 'DELETE FROM snapshots WHERE session = ?',
  triggers: `SELECT CAST(name AS BLOB) AS name, CAST(ifnull(sql, '') AS BLOB) AS sql FROM sqlite_schema WHERE type = 'trigger'
    LIMIT 1000`,
  // The first events are in an index of their own, so this takes as long as there are sessions, not events.
  sessions: `SELECT position, CAST(session AS BLOB) AS session,
    (SELECT max(seq) FROM events WHERE session = first.session) AS seq
    FROM events AS first WHERE seq = 1 AND position > ? ORDER BY position LIMIT ${sessionsPageSize}`,
} as const

/** Where a session and its ledger end. */
export interface SessionEnd extends ChainEnds {
  /** The seq of its last event, 0 where there is none. */
  readonly lastSeq: number
  /** True where an id that was asked about is stored in it. */
  readonly known: boolean
  /** True where its contents were erased. */
  readonly forgotten: boolean
}

/** Events that follow one another in the ledger. */
export interface StoredEvents {
  /** The events as stored. */
  readonly events: readonly TodoEvent[]
  /** The position of the first one. */
  readonly position: number
}

/** The table `events` of one ledger. */
export class SqliteEvents {
  readonly #connection: SqliteConnection
  readonly #ledger: string | null
  readonly #ends: KnownEnds | null
  /** Records that are stored, but for the statement that stores them all; null while each is stored at once. */
  #gathered: StoredRecord[] | null = null
  /** True where an append comes alone. */
  #isAlone = false

  /**
   * @param connection the ledger's; @param ledger its id, or null for one whose events have no hashes
   * @param isShared true where others write through the connection
   */
  constructor(connection: SqliteConnection, ledger: string | null, isShared: boolean) {
    this.#connection = connection
    this.#ledger = ledger
    this.#ends = isShared ? null : new KnownEnds()
  }

  /** The seq of a session's last event, 0 where there is none. */
  lastSeq(session: string): number {
    return this.#maximum('seq', queries.lastSeq, asColumn(session))
  }

  /** The last position, 0 where there is none. */
  lastPosition(): number {
    return this.#maximum('position', queries.lastPosition)
  }

  /** Where a session and its ledger end. @param ids those that are to be stored in it */
  endOf(session: string, ids: readonly string[] = []): SessionEnd {
    const column = asColumn(session)
    const [id = ''] = ids
    const row =
      ids.length > 1
        ? this.#connection.get(queries.endsOfMany, column, JSON.stringify(ids.map(asColumn)), column, column)
        : this.#connection.get(queries.ends, column, asColumn(id), column, column)
    const isEmpty = row === undefined || row.get('position') === null
    const ofLedger = isEmpty
      ? { position: 0, link: firstLink(this.#ledger ?? '') }
      : { position: this.#connection.number(row, 'position'), link: this.#connection.text(row, 'link') }
    if (row === undefined || row.get('seq') === null) {
      const hash = firstHash(this.#ledger ?? '', session)
      return { ...ofLedger, lastSeq: 0, hash, forgotten: false, known: false }
    }
    // A session that was forgotten ends with the event that says so; no other is asked for its first one.
    const forgotten = this.#connection.number(row, 'redacted') === 1 && this.#isFirstErased(session)
    const lastSeq = this.#connection.number(row, 'seq')
    const hash = this.#connection.text(row, 'hash')
    return { ...ofLedger, lastSeq, hash, forgotten, known: this.#connection.number(row, 'known') === 1 }
  }

  /** The event of an id in a session, or undefined. */
  find(session: string, id: string): TodoEvent | undefined {
    const row = this.#connection.get(queries.byId, asColumn(session), asColumn(id))
    if (row === undefined) return undefined
    const record = this.#record(row)
    if (record.session !== session || record.id !== id)
      throw this.#misled(`event ${JSON.stringify(id)}`, record)
    return this.#eventOf(record)
  }

  /** The last record of a session, or undefined. */
  lastRecord(session: string): StoredRecord | undefined {
    const row = this.#connection.get(queries.lastOfSession, asColumn(session))
    return row === undefined ? undefined : this.#record(row)
  }

  /** The records of a session in order. */
  *records(session: string): Generator<StoredRecord> {
    const last = this.lastSeq(session)
    for (let next = 1; next <= last; ) {
      for (const record of this.#recordsOf(session, next, last)) {
        yield record
        next = record.seq + 1
      }
    }
  }

  /** All records of the ledger in order, without what can't be read: that is left to `verify`. */
  readableRecords(): Generator<StoredRecord> {
    return readableRecords(this.#connection, Number.MIN_SAFE_INTEGER, (after) =>
      this.#connection.all(queries.byPosition, after, Number.MAX_SAFE_INTEGER),
    )
  }

  /** The next events of a session from one seq to another that it has, as many as are good to hold at once. */
  *pageOfSession(session: string, from: number, to: number): Iterable<TodoEvent> {
    // Each is decoded when it is asked for: whoever looks for a title needs two.
    for (const record of this.#recordsOf(session, from, to)) yield this.#eventOf(record)
  }

  /**
   * The next events of the ledger after a position.
   * @param to a position that it has, to which to read; without it there may be none
   */
  pageOfLedger(after: number, to?: number): readonly PositionedEvent[] {
    const last = to ?? Number.MAX_SAFE_INTEGER
    const records = this.#connection.all(queries.byPosition, after, last).map((row) => this.#record(row))
    if (records.length === 0 && to !== undefined) throw this.#misled(`position ${after + 1}`)
    let before = after
    for (const record of records) {
      if (record.position <= before) throw this.#misled(`position ${before + 1}`, record)
      before = record.position
    }
    return records.map((record) => ({ position: record.position, event: this.#eventOf(record) }))
  }

  /** The sessions in the order of their first events. */
  sessions(): readonly StoredSession[] {
    const sessions: StoredSession[] = []
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = this.#connection.all(queries.sessions, after)
      if (rows.length === 0) return sessions
      for (const row of rows) {
        const position = this.#connection.number(row, 'position')
        if (position <= after) throw this.#misled(`a session that begins after position ${after}`)
        after = position
        const session = fromColumn(this.#connection.text(row, 'session'))
        if (session === undefined) throw this.#damaged('holds a bad session')
        sessions.push({ session, lastSeq: this.#connection.number(row, 'seq') })
      }
    }
  }

  /**
   * Stores events without asking where their session ends, as most are: after one that this connection stored. To be called
   * within a transaction.
   * @returns what was stored; null where the end is not known, another seq is expected, or an id is there
   */
  storeNext({ session, expectedSeq, events }: PreparedAppend, random: RandomBytes): StoredEvents | null {
    const end = this.#ends?.of(session) ?? null
    if (end === null || end.lastSeq !== expectedSeq || events.length === 0) return null
    const isSingle = events.length === 1
    if (this.#gathered === null || (isSingle && this.#isAlone))
      return isSingle ? this.#storeIfNew(events, end, random) : null
    const records = chained(events, end, random)
    this.#gathered.push(...records)
    this.#note(records)
    return storedAt(end, events)
  }

  /** Stores events at the end of their session. To be called within a transaction. */
  store(events: readonly EncodedEvent[], end: SessionEnd, random: RandomBytes): StoredEvents {
    const records = chained(events, end, random)
    insertRecords(this.#connection, records)
    this.#note(records)
    return storedAt(end, events)
  }

  /**
   * From here on `storeNext` holds back what it stores, for one statement: of a row of many a quarter less work than of one
   * by itself. Where an end is not what was remembered that statement fails, and all of the transaction must be undone.
   * @param appends as many appends come
   */
  gather(appends: number): void {
    this.#gathered = []
    this.#isAlone = appends === 1
  }

  /** Stores what was gathered: before anything else is asked of the database, and before the commit. */
  insertGathered(): void {
    const records = this.#gathered
    if (records === null) return
    this.#gathered = null
    insertRecords(this.#connection, records)
  }

  /** One event alone: of many some might be stored and others not. */
  #storeIfNew(events: readonly EncodedEvent[], end: ChainEnds, random: RandomBytes): StoredEvents | null {
    const records = chained(events, end, random)
    for (const record of records)
      if (this.#connection.run(queries.insertNew, ...rowOf(record)) === 0) return null
    this.#note(records)
    return storedAt(end, events)
  }

  #note(records: readonly StoredRecord[]): void {
    if (this.#ends === null) return
    for (const record of records) this.#ends.note(record)
  }

  /** The records from one position to another, as far as there are any. */
  recordsBetween(from: number, to: number): readonly StoredRecord[] {
    const records: StoredRecord[] = []
    for (let after = from - 1; ; ) {
      const page = this.#connection.all(queries.byPosition, after, to).map((row) => this.#record(row))
      const last = page.at(-1)
      if (last === undefined || last.position <= after) return records
      records.push(...page)
      after = last.position
    }
  }

  /** Stores records as they are. To be called within a transaction. */
  insert(records: readonly StoredRecord[]): void {
    this.#ends?.forget()
    insertRecords(this.#connection, records)
  }

  /** What was stored is undone. */
  undone(): void {
    this.#ends?.forget()
    this.#gathered = null
  }

  /** Takes contents out of records, and the snapshots made of them away. To be called within a transaction. */
  redact(session: string, changes: readonly RedactedContents[]): void {
    const column = asColumn(session)
    this.#unguarded(() => {
      for (const { seq, data, salt } of changes) this.#connection.run(queries.redact, data, salt, column, seq)
    })
    this.#connection.run(queries.dropSnapshots, column)
  }

  /** Which of the triggers that keep events from being changed are not there as they were made. */
  missingGuards(): readonly string[] {
    const found = new Map(
      this.#connection
        .all(queries.triggers)
        .map((row) => [this.#connection.text(row, 'name'), this.#connection.text(row, 'sql')]),
    )
    return guards.filter(({ name, sql }) => found.get(name) !== sql).map(({ name }) => name)
  }

  /** Runs what changes stored events, within a transaction: nobody else ever finds the triggers gone. */
  #unguarded(run: () => void): void {
    for (const { name } of guards) this.#connection.exec(`DROP TRIGGER IF EXISTS ${name}`)
    run()
    for (const { sql } of guards) this.#connection.exec(sql)
  }

  #isFirstErased(session: string): boolean {
    const row = this.#connection.get(queries.firstIsErased, asColumn(session))
    return row !== undefined && this.#connection.number(row, 'erased') === 1
  }

  /**
   * The next records of a session from one seq to another that it has. SQLite goes where the pages of a damaged file
   * lead: back, to another session, nowhere.
   */
  #recordsOf(session: string, from: number, to: number): readonly StoredRecord[] {
    const rows = this.#connection.all(queries.bySeq, asColumn(session), from, to)
    const place = (seq: number) => `event ${seq} of session ${JSON.stringify(session)}`
    if (rows.length === 0) throw this.#misled(place(from))
    let next = from
    return rows.map((row) => {
      const record = this.#record(row)
      if (record.session !== session || record.seq < next) throw this.#misled(place(next), record)
      next = record.seq + 1
      return record
    })
  }

  #eventOf(record: StoredRecord): TodoEvent {
    const event = decodeRecord(record, this.#placeOf(record.position))
    if (this.#ledger !== null) return event
    // The hashes of a copy in memory are none: another copy has others.
    const { hash: _hash, ...rest } = event
    return rest
  }

  #record(row: SqliteRow): StoredRecord {
    const { record, unreadable, position } = readRow(this.#connection.bytes(row, 'record'))
    if (record !== undefined) return record
    throw new StoreError(
      'bad-event',
      `${this.#placeOf(position)} ${unreadable}. It was damaged or changed. Run verify.`,
    )
  }

  /** What was looked for is not where the file says. */
  #misled(wanted: string, found?: StoredRecord): StoreError {
    const instead =
      found === undefined
        ? 'is nowhere'
        : `leads to event ${found.seq} of session ${JSON.stringify(found.session)} at position ${found.position}`
    return this.#damaged(`is damaged: ${wanted} ${instead}`)
  }

  #damaged(how: string): StoreError {
    return new StoreError(
      'damaged-file',
      `${this.#connection.name} ${how}. Run todo-replay verify, or restore it from a copy.`,
    )
  }

  #placeOf(position: number): string {
    return `The event at position ${position} of ${this.#connection.name}`
  }

  /** The maximum that a query gives, 0 where there are no rows. */
  #maximum(column: string, query: string, ...values: string[]): number {
    const row = this.#connection.get(query, ...values)
    return row === undefined || row.get(column) === null ? 0 : this.#connection.number(row, column)
  }
}

/** The records of events that follow an end. The events get their hashes. */
function chained(
  events: readonly EncodedEvent[],
  end: ChainEnds,
  random: RandomBytes,
): readonly StoredRecord[] {
  let ends = end
  return events.map((encoded) => {
    const record = chainRecord(encoded.event, encoded, ends, random)
    ends = record
    Object.assign(encoded.event, { hash: record.hash })
    return record
  })
}

function storedAt(end: ChainEnds, events: readonly EncodedEvent[]): StoredEvents {
  return { events: events.map(({ event }) => event), position: end.position + 1 }
}
