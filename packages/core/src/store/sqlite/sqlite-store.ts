/** A store in an SQLite file: one process writes at a time, any number read. */

import { StoreError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import { planRedaction } from '../chain/redact-records.js'
import { bySession, planRestore } from '../chain/restore-records.js'
import { type RandomBytes, systemRandom } from '../chain/salts.js'
import type { ChainedStore, RecordRange, Redaction, RedactionResult } from '../chained-store.js'
import {
  type AppendOptions,
  type AppendResult,
  beatKept,
  type PositionedEvent,
  type ReadRange,
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
import type { StoredRecord, UnreadableRecord } from '../stored-record.js'
import { Subscriptions } from '../subscriptions.js'
import { summariesOf } from '../summaries/of-records.js'
import { summaryOf } from '../summaries/session-summary.js'
import {
  newestFirst,
  pageOf,
  type SessionsPage,
  type SessionsQuery,
  wholeQuery,
} from '../summaries/sessions-page.js'
import { backUp } from './back-up.js'
import type { SqliteConnection, SqliteDatabase } from './connection.js'
import { type SessionEnd, SqliteEvents, type StoredEvents } from './events.js'
import type { FileIdentity } from './file-identity.js'
import { type Durability, openFile, openGiven } from './open.js'
import { readRecords } from './records.js'
import { SqliteSessionIndex } from './session-index.js'
import { SqliteSnapshots } from './snapshots.js'
import { asColumn, schemaWithActors, schemaWithList } from './tables.js'
import { SqliteWriter } from './writer.js'

/** How to open a store in SQLite. */
export interface SqliteStoreOptions {
  /** True: open an existing ledger and write nothing. False when absent. */
  readonly readOnly?: boolean
  /**
   * How often subscriptions look for what other processes stored, in milliseconds; 200 when absent. One that waits
   * keeps the process running.
   */
  readonly pollInterval?: number
  /**
   * How long an append waits for another process that writes, in milliseconds; 5,000 when absent. The process goes on
   * meanwhile; opening, which is done at once, blocks.
   */
  readonly busyTimeout?: number
  /**
   * What an acknowledged append outlives: with `full`, the default, a power cut too; with `relaxed` a crash of the
   * program alone.
   */
  readonly durability?: Durability
  /** Gives the random bytes of the ledger's id and of the salts; the system's when absent. */
  readonly random?: RandomBytes
  /** The id of the ledger where it is created: that of another, whose copy it is to be. A new one when absent. */
  readonly ledger?: string
}

/**
 * An open database with the interface of better-sqlite3. The store sets it to WAL and `synchronous=FULL`, and does not
 * close it: who opened it does. One of libsql's is to be opened by what `databaseAddress` gives.
 */
export interface GivenDatabase {
  /** The database: a ledger, or empty. */
  readonly database: SqliteDatabase
}

/**
 * Opens a store in an SQLite file, at once; creates the file where there is none, and brings an older program's ledger
 * up to date. WAL, `synchronous=FULL`: what an append acknowledges outlives a crash and a power cut. A ledger from before
 * there were hashes that is opened `readOnly` is read into memory, and what is stored meanwhile is not seen.
 * @param target the file's path, `:memory:`, or an open database
 * @throws StoreError when it is not and cannot become a ledger; it says why and what to do
 */
export function sqliteStore(target: string | GivenDatabase, options: SqliteStoreOptions = {}): ChainedStore {
  const { readOnly = false, pollInterval = 200, busyTimeout = 5000, durability = 'full' } = options
  const { random = systemRandom() } = options
  const open = { readOnly, busyTimeout, durability, random, ledger: options.ledger }
  const isFile = typeof target === 'string'
  const { connection, schema, ledger, files } = isFile
    ? openFile(target, open)
    : openGiven(target.database, open)
  // A copy in memory is nobody else's to close.
  const ownsConnection = isFile || ledger === null
  const settings = { schema, ledger, files, readOnly, pollInterval, busyTimeout, random, ownsConnection }
  return new SqliteStore(connection, settings)
}

interface SqliteStoreSettings {
  /** The version of its tables. */
  readonly schema: number
  /** Null for an older program's ledger, which has no hashes. */
  readonly ledger: string | null
  readonly files: FileIdentity | null
  readonly readOnly: boolean
  readonly pollInterval: number
  readonly busyTimeout: number
  readonly random: RandomBytes
  readonly ownsConnection: boolean
}

class SqliteStore implements ChainedStore {
  readonly snapshots: SqliteSnapshots
  readonly #connection: SqliteConnection
  readonly #settings: SqliteStoreSettings
  readonly #events: SqliteEvents
  readonly #index: SqliteSessionIndex
  readonly #writer: SqliteWriter
  readonly #subscriptions: Subscriptions
  #closed = false

  constructor(connection: SqliteConnection, settings: SqliteStoreSettings) {
    this.#connection = connection
    this.#settings = settings
    this.#events = new SqliteEvents(connection, settings.ledger, !settings.ownsConnection)
    this.#index = new SqliteSessionIndex(connection, (session) => this.#events.records(session))
    this.#writer = new SqliteWriter(connection, {
      ...settings,
      begun: (writes) => this.#events.gather(writes),
      done: () => {
        this.#events.insertGathered()
        this.#index.keepUp()
      },
      undone: () => this.#undone(),
    })
    this.snapshots = new SqliteSnapshots({
      connection,
      write: (run) => this.#write(run),
      mustBeOpen: () => this.#mustBeOpen(),
    })
    this.#subscriptions = new Subscriptions({
      page: (after) => this.#events.pageOfLedger(after),
      pollInterval: settings.pollInterval,
    })
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeWritable()
    const append = prepareAppend(session, events, options)
    const { result, isNew } = await this.#writer.write(() => this.#append(append))
    if (isNew) this.#subscriptions.notify()
    return result
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    const { event, lastSeq, isNew } = await this.#write(() => this.#redact(session, redaction, options))
    if (isNew) this.#subscriptions.notify()
    const wiped = await wipeLog(this.#connection, this.#settings.busyTimeout)
    return { event, lastSeq, wiped }
  }

  async restore(records: readonly StoredRecord[]): Promise<void> {
    await this.#write(() => this.#restore(records))
    this.#subscriptions.notify()
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    if (range.id !== undefined) {
      const event = this.#events.find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    const last = Math.min(to, this.#events.lastSeq(session))
    for (let next = Math.max(1, from); next <= last; ) {
      this.#mustBeOpen()
      const page = this.#events.pageOfSession(session, next, last)
      for (const event of page) {
        yield event
        next = event.seq + 1
      }
    }
  }

  async *readAll(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    let after = wholePosition(options.after ?? 0)
    const last = this.#events.lastPosition()
    while (after < last) {
      this.#mustBeOpen()
      const page = this.#events.pageOfLedger(after, last)
      for (const positioned of page) {
        yield positioned
        after = positioned.position
      }
    }
  }

  async find(session: string, id: string): Promise<TodoEvent | undefined> {
    this.#mustBeOpen()
    return this.#events.find(session, id)
  }

  async sessions(): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    return this.#events.sessions()
  }

  async listSessions(query: SessionsQuery = {}): Promise<SessionsPage> {
    this.#mustBeOpen()
    const wanted = wholeQuery(query)
    // An older program's ledger that is only read keeps no index.
    const hasIndex = this.#settings.schema >= schemaWithList
    const found = hasIndex
      ? this.#index.page(wanted)
      : newestFirst(summariesOf(this.#events.readableRecords()), wanted)
    return pageOf(found, wanted)
  }

  subscribe(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    return this.#subscriptions.from(wholePosition(options.after ?? this.#events.lastPosition()))
  }

  ledger(): string {
    const { ledger } = this.#settings
    if (ledger !== null) return ledger
    throw new StoreError(
      'old-schema',
      `${this.#connection.name} was written by an older todo-ledger and has no hashes yet. Open it once for writing, which adds them.`,
    )
  }

  async *records(range: RecordRange = {}): AsyncIterable<StoredRecord | UnreadableRecord> {
    this.ledger()
    for (const end of [range.after, range.to]) wholePosition(end ?? 0)
    yield* readRecords(this.#connection, range, () => this.#mustBeOpen())
  }

  async beat(owner: string, at: Date | null): Promise<void> {
    const column = asColumn(owner)
    await this.#write(() => {
      if (at === null) this.#connection.run('DELETE FROM owners WHERE id = ?', column)
      else {
        this.#connection.run('INSERT OR REPLACE INTO owners VALUES (?, ?)', column, at.getTime())
        this.#connection.run('DELETE FROM owners WHERE beat < ?', at.getTime() - beatKept)
      }
    })
  }

  async lastBeat(owner: string): Promise<Date | null> {
    this.#mustBeOpen()
    if (this.#settings.schema < schemaWithActors) return null
    const row = this.#connection.get('SELECT beat FROM owners WHERE id = ?', asColumn(owner))
    return row === undefined ? null : new Date(this.#connection.number(row, 'beat'))
  }

  async warnings(): Promise<readonly string[]> {
    this.#mustBeOpen()
    if (this.#settings.schema < schemaWithList) return []
    const missing = this.#events.missingGuards()
    if (missing.length === 0) return []
    return [
      `triggers that keep events from being changed are not there: ${missing.join(', ')}; a redaction makes them anew`,
    ]
  }

  async backup(path: string): Promise<void> {
    this.#mustBeOpen()
    this.ledger()
    backUp(this.#connection, path)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#subscriptions.close()
    await this.#writer.idle()
    if (!this.#settings.ownsConnection) return
    if (!this.#settings.readOnly) this.#moveIntoFile()
    this.#connection.close()
  }

  /** Within the transaction: decides with what is stored now, and stores. */
  #append(append: PreparedAppend): { readonly result: AppendResult; readonly isNew: boolean } {
    const { session } = append
    const next = this.#events.storeNext(append, this.#settings.random)
    if (next !== null) {
      const { events } = next
      this.#list(session, next)
      return { result: { lastSeq: append.expectedSeq + events.length, events }, isNew: true }
    }
    this.#events.insertGathered()
    const ids = append.events.map(({ event }) => event.id)
    const end = this.#events.endOf(session, ids)
    const find = (id: string) => (end.known ? this.#events.find(session, id) : undefined)
    const plan = planAppend(append, { ...end, find })
    const isNew = plan.fresh.length > 0
    const fresh = isNew ? this.#store(session, plan.fresh, end) : []
    const result = { lastSeq: end.lastSeq + fresh.length, events: [...plan.stored, ...fresh] }
    return { result, isNew }
  }

  /** Within the transaction: decides with what is stored now, takes contents out, and says so in the log. */
  #redact(
    session: string,
    redaction: Redaction,
    { expectedSeq }: AppendOptions,
  ): Omit<RedactionResult, 'wiped'> & { readonly isNew: boolean } {
    const { random } = this.#settings
    const plan = planRedaction(
      redaction,
      {
        session,
        expectedSeq,
        last: this.#events.lastRecord(session),
        stored: this.#events.find(session, redaction.id),
        records: () => this.#events.records(session),
      },
      random,
    )
    const end = this.#events.endOf(session)
    if (plan.event === null) return { event: plan.stored, lastSeq: end.lastSeq, isNew: false }
    this.#events.redact(session, plan.changes)
    this.#index.remake(session)
    const [stored] = this.#store(session, [plan.event], end)
    const event = { ...plan.event.event, ...(stored?.hash === undefined ? {} : { hash: stored.hash }) }
    return { event, lastSeq: event.seq, isNew: true }
  }

  /** Within the transaction: stores records as they are, and takes out what was taken out of them. */
  #restore(records: readonly StoredRecord[]): void {
    const [first] = records
    if (first === undefined) return
    const stored = this.#events.recordsBetween(first.position, first.position + records.length - 1)
    const byPosition = new Map(stored.map((record) => [record.position, record]))
    const { fresh, changed } = planRestore(records, byPosition, this.#events.lastPosition())
    this.#events.insert(fresh)
    const own = bySession(fresh)
    const news = Array.from(summariesOf(fresh), (summary) => {
      const [{ seq } = first] = own.get(summary.session) ?? []
      return { summary, before: seq - 1 }
    })
    const to = first.position + records.length - 1
    if (fresh.length > 0) this.#index.stored(to - fresh.length, to, news)
    for (const [session, taken] of bySession(changed)) {
      this.#events.redact(session, taken)
      this.#index.remake(session)
    }
  }

  /** Within the transaction: stores events, and what they say for the list of sessions. */
  #store(session: string, events: readonly EncodedEvent[], end: SessionEnd): readonly TodoEvent[] {
    const stored = this.#events.store(events, end, this.#settings.random)
    this.#list(session, stored)
    return stored.events
  }

  /** Within the transaction: has the list say what was stored. */
  #list(session: string, { events, position }: StoredEvents): void {
    const [first] = events
    if (first === undefined) return
    const before = first.seq - 1
    const summary = { session, lastSeq: before + events.length, fields: summaryOf(events), number: position }
    const to = position + events.length - 1
    this.#index.stored(position - 1, to, [{ summary, before }])
  }

  #undone(): void {
    this.#events.undone()
    this.#index.undone()
  }

  async #write<Result>(run: () => Result): Promise<Result> {
    this.#mustBeWritable()
    return await this.#writer.write(() => {
      this.#events.insertGathered()
      return run()
    })
  }

  /** Moves what stands in the write-ahead log into the file, so that a copy of the file alone is whole. */
  #moveIntoFile(): void {
    try {
      // A log without a name must not be written over a file that others have gone on with.
      this.#settings.files?.requireFile()
      this.#connection.get('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // Nothing is lost: the log stays beside the file, and the next one to open it reads both.
    }
  }

  #mustBeWritable(): void {
    this.#mustBeOpen()
    if (!this.#settings.readOnly) return
    throw new StoreError(
      'read-only',
      `${this.#connection.name} was opened to be read. Open it without readOnly.`,
    )
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', `${this.#connection.name} is closed. Open it again.`)
  }
}

/** How often to look whether other readers are done, in milliseconds. */
const pause = 10

/**
 * Moves the write-ahead log into the file and cuts it to nothing, so that the old bytes stand in neither: in the file
 * they are overwritten, as `secure_delete` is on. Waits for other readers without blocking the event loop.
 * @param patience how long to wait for them, in milliseconds; it is also what the connection's own timeout is set to
 * @returns false when the log could not be cut, since somebody still reads from it
 */
async function wipeLog(connection: SqliteConnection, patience: number): Promise<boolean> {
  for (let waited = 0; ; waited += pause) {
    if (cutLog(connection, patience)) return true
    if (waited >= patience) return false
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function cutLog(connection: SqliteConnection, patience: number): boolean {
  connection.setBusyTimeout(0)
  try {
    const row = connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
    return row !== undefined && connection.number(row, 'busy') === 0
  } finally {
    connection.setBusyTimeout(patience)
  }
}
