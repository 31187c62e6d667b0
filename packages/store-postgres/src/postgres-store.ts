/** A store in a schema of a PostgreSQL database: many processes write at a time, sessions side by side. */

import { ConcurrencyError, StoreError, type TodoEvent } from '@todo-ledger/core'
import {
  type AppendOptions,
  type AppendResult,
  beatKept,
  bySession,
  type ChainedStore,
  chainRecord,
  decodeRecord,
  type EncodedEvent,
  firstHash,
  newLedgerId,
  type PositionedEvent,
  pageOf,
  planAppend,
  planRedaction,
  planRestore,
  prepareAppend,
  type RandomBytes,
  type ReadRange,
  type RecordRange,
  type RedactedContents,
  type Redaction,
  type RedactionResult,
  type SessionsPage,
  type SessionsQuery,
  type StoredRecord,
  type StoredSession,
  Subscriptions,
  summariesOf,
  summaryOf,
  systemRandom,
  type UnreadableRecord,
  wholePosition,
  wholeQuery,
  wholeRange,
} from '@todo-ledger/core/store'
import {
  isDuplicate,
  openDatabase,
  type PostgresConnection,
  type PostgresDatabase,
  type PostgresRow,
  type PostgresValue,
  withStoreErrors,
} from './database.js'
import { LedgerChain } from './ledger-chain.js'
import { asColumn, fromColumn, keyOf, recordColumns, recordOf, wholeNumber } from './rows.js'
import { PostgresSnapshots } from './snapshots.js'
import { placedSummary, said, saidOf, summaryNames, summaryValues, summaryWith } from './summaries.js'
import { durable, guards, inSchema, openTables, quotedName } from './tables.js'

/** How to open a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /** The schema that the tables stand in; `todo_ledger` when absent. It is made where it is missing. */
  readonly schema?: string
  /** True: open an existing ledger and write nothing. Events that nobody has given a place yet are not seen. */
  readonly readOnly?: boolean
  /** Connections at most, where an address is given; 10 when absent. One more listens from the first subscription on. */
  readonly connections?: number
  /** How often subscriptions look for new events where no notice came, in milliseconds; 1,000 when absent. */
  readonly pollInterval?: number
  /** Gives the random bytes of the ledger's id and of the salts; the system's when absent. */
  readonly random?: RandomBytes
  /** The id of the ledger where it is created: that of another, whose copy it is to be. A new one when absent. */
  readonly ledger?: string
}

/**
 * Opens a store in PostgreSQL 14 or newer, and makes its tables where there are none. What an append acknowledges is
 * committed with `synchronous_commit` at least `on`.
 * @param target an address, such as `postgres://user:password@host:5432/name`, or a database that stays the host's
 * @throws StoreError `no-connection`, `not-a-ledger`, `newer-schema` or what the database says
 */
export async function postgresStore(
  target: string | PostgresDatabase,
  options: PostgresStoreOptions = {},
): Promise<ChainedStore> {
  const { readOnly = false, connections = 10, pollInterval = 1000, random = systemRandom() } = options
  const schema = quotedName(options.schema ?? 'todo_ledger')
  const isOwn = typeof target === 'string'
  const database = withStoreErrors(isOwn ? openDatabase(target, connections) : target)
  try {
    const { id: ledger, version } = await openTables(database, schema, {
      readOnly,
      newId: () => options.ledger ?? newLedgerId(random),
    })
    return new PostgresStore({ database, schema, ledger, version, readOnly, pollInterval, random, isOwn })
  } catch (error) {
    if (isOwn) await database.close()
    throw error
  }
}

interface PostgresStoreSettings {
  readonly database: PostgresDatabase
  /** Its quoted name. */
  readonly schema: string
  readonly ledger: string
  /** The version of its tables. */
  readonly version: number
  readonly readOnly: boolean
  readonly pollInterval: number
  readonly random: RandomBytes
  readonly isOwn: boolean
}

/** Where a session ends. */
interface SessionEnd {
  readonly lastSeq: number
  readonly hash: string
  readonly forgotten: boolean
}

/** Events that are read at once. */
const pageSize = 256
/** Ends of sessions that are remembered, so that an append need not ask. */
const mostEnds = 10_000
/** How often an append begins anew when others write to its session meanwhile; they are told apart by then. */
const mostAttempts = 100

const none: ReadonlyMap<string, TodoEvent> = new Map()

const endColumns = 's.last_seq, s.hash AS last_hash, s.forgotten'
const sessionOf = '(SELECT number FROM $schema.sessions WHERE name_key = $1)'
const placed = `SELECT p.position, p.link, s.name, ${recordColumns} FROM $schema.positions p
  JOIN $schema.sessions s ON s.number = p.session
  LEFT JOIN $schema.events e ON e.session = p.session AND e.seq = p.seq`

/** What an append sends: the new events, which are stored only where the session's row could be moved on. */
const storing = `, stored AS (
    INSERT INTO $schema.events (session, seq, id_key, id, turn, at, type, version, source, actor, data, salt,
      digest, hash)
    SELECT moved.number, e.* FROM moved, json_to_recordset($5::json) AS e(seq bigint, id_key text, id text, turn bigint,
      at bigint, type text, version integer, source text, actor text, data text, salt text, digest text, hash text)),
  waiting AS (
    INSERT INTO $schema.unlinked (session, seq, hash)
    SELECT moved.number, e.seq, e.hash FROM moved, json_to_recordset($5::json) AS e(seq bigint, hash text) ORDER BY e.seq)
  SELECT number, ${durable} FROM moved`

const queries = {
  end: `SELECT ${endColumns} FROM $schema.sessions s WHERE name_key = $1`,
  lockedEnd: `SELECT ${endColumns} FROM $schema.sessions s WHERE name_key = $1 FOR UPDATE`,
  /** $1 key, $2 new last seq, $3 new hash, $4 last seq now. The row is looked at once more when its lock is had. */
  append: `WITH moved AS (
    UPDATE $schema.sessions s SET last_seq = $2::bigint, hash = $3, ${summaryWith('+')}
    FROM ${said('$7')} WHERE name_key = $1 AND last_seq = $4::bigint AND hash = $6 RETURNING s.number)${storing}`,
  begin: `WITH moved AS (
    INSERT INTO $schema.sessions (name_key, last_seq, hash, name, ${summaryNames})
    SELECT $1, $2::bigint, $3, $6, ${summaryValues} FROM ${said('$7')} WHERE $4::bigint = 0
    ON CONFLICT (name_key) DO NOTHING RETURNING number)${storing}`,
  known: `SELECT ${endColumns}, ${recordColumns} FROM $schema.sessions s
    LEFT JOIN $schema.events e ON e.session = s.number AND e.id_key IN (
      SELECT value FROM json_array_elements_text($2::json))
    WHERE s.name_key = $1`,
  bySeq: `SELECT ${recordColumns} FROM $schema.events e WHERE session = ${sessionOf} AND seq BETWEEN $2 AND $3
    ORDER BY seq LIMIT ${pageSize}`,
  byPosition: `${placed} WHERE p.position > $1 AND p.position <= $2 ORDER BY p.position LIMIT ${pageSize}`,
  lastPosition: 'SELECT position FROM $schema.about',
  sessions: `SELECT number, name, last_seq FROM $schema.sessions WHERE number > $1 ORDER BY number LIMIT ${pageSize}`,
  allowRedaction: `SELECT set_config('todo_ledger.change', 'redaction', true)`,
  redact: `UPDATE $schema.events e SET data = c.data, salt = c.salt FROM json_to_recordset($2::json)
    AS c(seq bigint, data text, salt text) WHERE e.session = ${sessionOf} AND e.seq = c.seq`,
  storedBetween: `${placed} WHERE p.position BETWEEN $1 AND $2`,
  lockedPosition: `SELECT position, (SELECT count(*) FROM $schema.unlinked) AS waiting, ${durable} FROM $schema.about FOR UPDATE`,
  restoreNew: `INSERT INTO $schema.sessions (name_key, last_seq, hash, name, ${summaryNames})
    SELECT $1, $2::bigint, $3, $4, ${summaryValues} FROM ${said('$5')}`,
  restoreMore: `UPDATE $schema.sessions s SET last_seq = $2::bigint, hash = $3, ${summaryWith('+')} FROM ${said('$4')}
    WHERE name_key = $1`,
  restoreEvents: `INSERT INTO $schema.events (session, seq, id_key, id, turn, at, type, version, source, actor, data, salt,
      digest, hash)
    SELECT s.number, e.seq, e.id_key, e.id, e.turn, e.at, e.type, e.version, e.source, e.actor, e.data, e.salt, e.digest,
      e.hash FROM json_to_recordset($1::json) AS e(name_key text, seq bigint, id_key text, id text, turn bigint, at bigint,
      type text, version integer, source text, actor text, data text, salt text, digest text, hash text)
    JOIN $schema.sessions s ON s.name_key = e.name_key`,
  restorePositions: `INSERT INTO $schema.positions (position, session, seq, link)
    SELECT e.position, s.number, e.seq, e.link FROM json_to_recordset($1::json)
      AS e(name_key text, position bigint, seq bigint, link text)
    JOIN $schema.sessions s ON s.name_key = e.name_key`,
  moveEnd: 'UPDATE $schema.about SET position = $1, link = $2',
  noteRedaction: 'UPDATE $schema.sessions SET last_redaction = $2, forgotten = $3 WHERE name_key = $1',
  beat: `WITH old AS (DELETE FROM $schema.owners WHERE beat < $2::bigint - ${beatKept} AND id_key <> $1)
    INSERT INTO $schema.owners (id_key, beat) VALUES ($1, $2::bigint)
    ON CONFLICT (id_key) DO UPDATE SET beat = EXCLUDED.beat`,
  noBeat: 'DELETE FROM $schema.owners WHERE id_key = $1',
  lastBeat: 'SELECT beat FROM $schema.owners WHERE id_key = $1',
  /** $1 a table of the schema. */
  guards: `SELECT c.relname || '.' || t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_class one ON one.oid = to_regclass($1) AND one.relnamespace = c.relnamespace WHERE t.tgenabled = 'O'`,
  remakeSummary: `UPDATE $schema.sessions s SET ${summaryWith('=')} FROM ${said('$2')} WHERE name_key = $1`,
  summaries: `SELECT number, name, last_seq, ${summaryNames} FROM $schema.sessions
    WHERE (updated, number) < ($1::bigint, $2::bigint) AND updated >= $3::bigint AND ($4::text IS NULL OR profile = $4)
    AND ($5::boolean IS NULL OR (pending + in_progress + blocked > 0) = $5)
    AND starts_with(name, $6) ORDER BY updated DESC, number DESC LIMIT $7::bigint`,
  dropSnapshots: `DELETE FROM $schema.snapshots WHERE session = ${sessionOf}`,
} as const

class PostgresStore implements ChainedStore {
  readonly snapshots: PostgresSnapshots
  readonly #settings: PostgresStoreSettings
  readonly #chain: LedgerChain
  readonly #subscriptions: Subscriptions
  /** Where sessions ended when this process wrote to them last; another may have gone on. */
  readonly #ends = new Map<string, SessionEnd>()
  /** Ends listening; null while nobody subscribed. */
  #listening: Promise<() => Promise<void>> | null = null
  /** A subscription to what comes next has to know first what there is. */
  #starting: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(settings: PostgresStoreSettings) {
    const { database, pollInterval } = settings
    this.#settings = settings
    this.snapshots = new PostgresSnapshots({
      read: (statement, values) => this.#query(statement, values),
      write: (statement, values) => {
        this.#mustBeWritable()
        return this.#query(statement, values)
      },
    })
    this.#subscriptions = new Subscriptions({
      page: async (after) => {
        await this.#catchUp()
        return await this.#page(after, Number.MAX_SAFE_INTEGER)
      },
      pollInterval,
    })
    this.#chain = new LedgerChain(database, this.#inSchema, () => {
      this.#subscriptions.notify()
      // A wake-up for other processes; who misses it looks after `pollInterval`.
      void database.query('SELECT pg_notify($1, $2)', [this.#channel, '']).catch(() => undefined)
    })
  }

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeWritable()
    await this.#starting
    const prepared = prepareAppend(session, events, options)
    let end = this.#ends.get(session)
    // Whoever expects the end that we remember has something new; what else comes is looked up.
    let isUsual = end?.lastSeq === options.expectedSeq
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const contents =
        isUsual && end !== undefined ? { end, stored: none } : await this.#known(session, events)
      end = contents.end
      const plan = planAppend(prepared, { ...end, find: (id) => contents.stored.get(id) })
      if (plan.fresh.length === 0) return { lastSeq: end.lastSeq, events: plan.stored }
      const fresh = await this.#store(session, plan.fresh, end)
      if (fresh !== null) {
        // Readers of the whole ledger see them once they have their places; nobody waits for that here.
        void this.#chain.catchUp().catch(() => undefined)
        return { lastSeq: end.lastSeq + fresh.length, events: [...plan.stored, ...fresh] }
      }
      this.#ends.delete(session)
      isUsual = false
    }
    throw new ConcurrencyError(session, options.expectedSeq, (await this.#endOf(session)).lastSeq)
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeWritable()
    await this.#starting
    const { database, random } = this.#settings
    const all = await collected(this.#recordsOf(session, 1, Number.MAX_SAFE_INTEGER))
    this.#ends.delete(session)
    const done = await database.transaction(async (connection) => {
      const end = await this.#endOf(session, connection)
      const records = all.slice(0, end.lastSeq)
      for await (const record of this.#recordsOf(session, all.length + 1, end.lastSeq, connection)) {
        records.push(record)
      }
      const asked = records.find(({ id }) => id === redaction.id)
      const stored = asked === undefined ? undefined : this.#eventOf(asked)
      const last = records.at(-1)
      const contents = { session, expectedSeq: options.expectedSeq, last, stored, records: () => records }
      const plan = planRedaction(redaction, contents, random)
      if (plan.event === null) return { event: plan.stored, lastSeq: end.lastSeq }
      const key = keyOf(session)
      await this.#query(queries.allowRedaction, [], connection)
      await this.#query(queries.redact, [key, JSON.stringify(plan.changes)], connection)
      await this.#query(queries.dropSnapshots, [key], connection)
      for (const { fields } of summariesOf(recordsAfter(records, plan.changes))) {
        await this.#query(queries.remakeSummary, [key, saidOf(fields)], connection)
      }
      const fresh = await this.#store(session, [plan.event], end, connection)
      const [event] = fresh ?? []
      if (event === undefined) throw new ConcurrencyError(session, options.expectedSeq, end.lastSeq)
      const isForgotten = plan.changes.some(({ seq, data }) => seq === 1 && data === null)
      await this.#query(queries.noteRedaction, [key, event.seq, isForgotten || end.forgotten], connection)
      const { hash } = event
      return {
        event: { ...plan.event.event, ...(hash === undefined ? {} : { hash }) },
        lastSeq: event.seq,
      }
    })
    this.#ends.delete(session)
    void this.#chain.catchUp().catch(() => undefined)
    await this.#query('VACUUM $schema.events', []).catch(() => undefined)
    // Bytes of old rows may stay in the server's files and its log until it writes over them.
    return { ...done, wiped: false, canWipe: false }
  }

  async restore(records: readonly StoredRecord[]): Promise<void> {
    this.#mustBeWritable()
    await this.#settings.database.transaction((connection) => this.#restore(records, connection))
    this.#ends.clear()
    this.#subscriptions.notify()
  }

  /** Within a transaction: stores records as they are, and takes out what was taken out of them. */
  async #restore(records: readonly StoredRecord[], connection: PostgresConnection): Promise<void> {
    const ask = (statement: string, values: readonly PostgresValue[]) =>
      this.#query(statement, values, connection)
    const [first] = records
    const [about] = await ask(queries.lockedPosition, [])
    if (first === undefined || about === undefined) return
    if (wholeNumber(about['waiting']) > 0) {
      throw new StoreError(
        'ledgers-differ',
        'The copy is no beginning of the ledger: somebody else writes to it. Copy to another place.',
      )
    }
    const rows = await ask(queries.storedBetween, [first.position, first.position + records.length - 1])
    const stored = rows.flatMap((row) => {
      const record = this.#checkedRecord(row, wholeNumber(row['position']))
      return 'unreadable' in record ? [] : [[record.position, record] as const]
    })
    const { fresh, changed } = planRestore(records, new Map(stored), wholeNumber(about['position']))
    const ofSessions = bySession(fresh)
    for (const { session, lastSeq, fields } of summariesOf(fresh)) {
      const key = keyOf(session)
      const own = ofSessions.get(session) ?? []
      const hash = own.at(-1)?.hash ?? ''
      if (own[0]?.seq === 1) {
        await ask(queries.restoreNew, [key, lastSeq, hash, asColumn(session), saidOf(fields)])
      } else await ask(queries.restoreMore, [key, lastSeq, hash, saidOf(fields)])
    }
    const written = fresh.map(({ session, ...record }) => ({
      ...record,
      id: asColumn(record.id),
      id_key: keyOf(record.id),
      name_key: keyOf(session),
    }))
    await ask(queries.restoreEvents, [JSON.stringify(written)])
    await ask(queries.restorePositions, [JSON.stringify(written)])
    const last = fresh.at(-1)
    if (last !== undefined) await ask(queries.moveEnd, [last.position, last.link])
    const changes = bySession(changed)
    if (changes.size > 0) await ask(queries.allowRedaction, [])
    for (const [session, taken] of changes) {
      const key = keyOf(session)
      await ask(queries.redact, [key, JSON.stringify(taken)])
      await ask(queries.dropSnapshots, [key])
      const now = await collected(this.#recordsOf(session, 1, Number.MAX_SAFE_INTEGER, connection))
      for (const { fields } of summariesOf(now)) await ask(queries.remakeSummary, [key, saidOf(fields)])
    }
    for (const { session, seq, type } of fresh) {
      if (type !== 'session.redacted') continue
      const isForgotten = await collected(this.#recordsOf(session, 1, 1, connection))
      await ask(queries.noteRedaction, [keyOf(session), seq, isForgotten[0]?.data === null])
    }
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    if (range.id !== undefined) {
      const event = await this.find(session, range.id)
      if (event !== undefined) yield event
      return
    }
    const { from, to } = wholeRange(range)
    // Who follows and then reads has between both all there is.
    await this.#starting
    const { lastSeq } = await this.#endOf(session)
    for await (const record of this.#recordsOf(session, Math.max(from, 1), Math.min(to, lastSeq))) {
      yield this.#eventOf(record)
    }
  }

  async *readAll(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    let after = wholePosition(options.after ?? 0)
    await this.#catchUp()
    const last = await this.#lastPosition()
    while (after < last) {
      const page = await this.#page(after, last)
      for (const positioned of page) yield positioned
      after = page.at(-1)?.position ?? last
    }
  }

  async find(session: string, id: string): Promise<TodoEvent | undefined> {
    this.#mustBeOpen()
    const [row] = await this.#query(queries.known, [keyOf(session), JSON.stringify([keyOf(id)])])
    return row === undefined || row['seq'] === null ? undefined : this.#eventOf(recordOf(row, session))
  }

  async sessions(): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    const sessions: StoredSession[] = []
    for (let after = 0; ; ) {
      const rows = await this.#query(queries.sessions, [after])
      if (rows.length === 0) return sessions
      for (const row of rows) {
        after = wholeNumber(row['number'])
        const session = fromColumn(row['name'], `The row of a session in ${this.#settings.database.name}`)
        sessions.push({ session, lastSeq: wholeNumber(row['last_seq']) })
      }
    }
  }

  async listSessions(query: SessionsQuery = {}): Promise<SessionsPage> {
    this.#mustBeOpen()
    const wanted = wholeQuery(query)
    const { prefix, profile, since, open, limit, after } = wanted
    const asked = profile === null ? null : asColumn(profile)
    const values = [after.updated, after.number, since, asked, open, asColumn(prefix), limit + 1]
    const rows = await this.#query(queries.summaries, values)
    return pageOf(rows.map(placedSummary), wanted)
  }

  subscribe(options: { readonly after?: number } = {}): AsyncIterable<PositionedEvent> {
    this.#mustBeOpen()
    this.#listening ??= this.#settings.database.listen(this.#channel, () => this.#subscriptions.notify())
    // It is tried again with each page that is read; a listener that fails is replaced by looking now and then.
    this.#listening.catch(() => undefined)
    if (options.after !== undefined) return this.#subscriptions.from(wholePosition(options.after))
    const start = this.#catchUp().then(() => this.#lastPosition())
    this.#starting = Promise.all([this.#starting, start.catch(() => undefined)])
    return this.#subscriptions.from(start)
  }

  ledger(): string {
    return this.#settings.ledger
  }

  async *records(range: RecordRange = {}): AsyncIterable<StoredRecord | UnreadableRecord> {
    this.#mustBeOpen()
    let after = wholePosition(range.after ?? 0)
    const to = wholePosition(range.to ?? Number.MAX_SAFE_INTEGER)
    await this.#catchUp()
    // Not the end that the ledger says of itself: what stands behind it is to be found, too.
    for (;;) {
      const rows = await this.#query(queries.byPosition, [after, to])
      if (rows.length === 0) return
      for (const row of rows) {
        after = wholeNumber(row['position'])
        yield this.#checkedRecord(row, after)
      }
    }
  }

  async beat(owner: string, at: Date | null): Promise<void> {
    this.#mustBeWritable()
    if (at === null) await this.#query(queries.noBeat, [keyOf(owner)])
    else await this.#query(queries.beat, [keyOf(owner), at.getTime()])
  }

  async lastBeat(owner: string): Promise<Date | null> {
    const [row] = await this.#query(queries.lastBeat, [keyOf(owner)])
    return row === undefined ? null : new Date(wholeNumber(row['beat']))
  }

  async warnings(): Promise<readonly string[]> {
    const found = await this.#query(queries.guards, [`${this.#settings.schema}.about`])
    const names = new Set(found.map(({ name }) => name))
    const missing = guards.filter((name) => !names.has(name))
    if (missing.length === 0) return []
    return [`triggers that keep events from being changed are not there, or off: ${missing.join(', ')}`]
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#subscriptions.close()
    await (await this.#listening?.catch(() => undefined))?.()
    await this.#chain.idle().catch(() => undefined)
    if (this.#settings.isOwn) await this.#settings.database.close()
  }

  get #channel(): string {
    return `todo_ledger_${this.#settings.ledger.slice(0, 32)}`
  }

  readonly #inSchema = (statement: string): string => {
    const { schema, version } = this.#settings
    // Tables of version 1, which are only read here, have no such column.
    return inSchema(version === 1 ? statement.replaceAll('e.actor', 'NULL AS actor') : statement, schema)
  }

  async #query(
    statement: string,
    values: readonly PostgresValue[],
    connection: PostgresConnection = this.#settings.database,
  ): Promise<readonly PostgresRow[]> {
    this.#mustBeOpen()
    return await connection.query(this.#inSchema(statement), values)
  }

  /** Where a session ends now; within a transaction it is locked until that is over. */
  async #endOf(session: string, connection?: PostgresConnection): Promise<SessionEnd> {
    const query = connection === undefined ? queries.end : queries.lockedEnd
    const [row] = await this.#query(query, [keyOf(session)], connection)
    return this.#end(session, row)
  }

  /** The end that a row of `sessions` says; without one the session has no events. */
  #end(session: string, row: PostgresRow | undefined): SessionEnd {
    if (row === undefined) {
      return { lastSeq: 0, hash: firstHash(this.#settings.ledger, session), forgotten: false }
    }
    return {
      lastSeq: wholeNumber(row['last_seq']),
      hash: String(row['last_hash']),
      forgotten: row['forgotten'] === true,
    }
  }

  /** Where a session ends and which events it holds under the ids of these, at one moment: others write meanwhile. */
  async #known(
    session: string,
    events: readonly TodoEvent[],
  ): Promise<{ readonly end: SessionEnd; readonly stored: ReadonlyMap<string, TodoEvent> }> {
    const keys = events.map(({ id }) => keyOf(id))
    const rows = await this.#query(queries.known, [keyOf(session), JSON.stringify(keys)])
    const stored = rows.flatMap((row) => (row['seq'] === null ? [] : [this.#eventOf(recordOf(row, session))]))
    return { end: this.#end(session, rows[0]), stored: new Map(stored.map((event) => [event.id, event])) }
  }

  /**
   * Stores events after the end of their session, in one statement and so in one transaction.
   * @returns the events as stored; null where the session ends elsewhere by now, or holds one of the ids
   */
  async #store(
    session: string,
    events: readonly EncodedEvent[],
    end: SessionEnd,
    connection?: PostgresConnection,
  ): Promise<readonly TodoEvent[] | null> {
    const { random } = this.#settings
    let last = { position: 0, link: '', hash: end.hash }
    const stored: TodoEvent[] = []
    const rows = events.map((encoded) => {
      const {
        position: _place,
        link: _later,
        session: _known,
        ...record
      } = chainRecord(encoded.event, encoded, last, random)
      last = { position: 0, link: '', hash: record.hash }
      stored.push({ ...encoded.event, hash: record.hash })
      return { ...record, id: asColumn(record.id), id_key: keyOf(record.id) }
    })
    const isNew = end.lastSeq === 0
    const lastSeq = end.lastSeq + events.length
    const values = [keyOf(session), lastSeq, last.hash, end.lastSeq, JSON.stringify(rows)]
    const summary = saidOf(summaryOf(stored))
    const [statement, guard] = isNew ? [queries.begin, asColumn(session)] : [queries.append, end.hash]
    try {
      const moved = await this.#query(statement, [...values, guard, summary], connection)
      if (moved.length === 0) return null
    } catch (error) {
      if (isDuplicate(error) && connection === undefined) return null
      throw error
    }
    this.#remember(session, { lastSeq, hash: last.hash, forgotten: false })
    return stored
  }

  #remember(session: string, end: SessionEnd): void {
    this.#ends.delete(session)
    this.#ends.set(session, end)
    if (this.#ends.size <= mostEnds) return
    for (const oldest of this.#ends.keys()) {
      this.#ends.delete(oldest)
      break
    }
  }

  async *#recordsOf(
    session: string,
    from: number,
    to: number,
    connection?: PostgresConnection,
  ): AsyncGenerator<StoredRecord> {
    for (let next = from; next <= to; ) {
      const rows = await this.#query(queries.bySeq, [keyOf(session), next, to], connection)
      if (rows.length === 0) return
      for (const row of rows) {
        const record = recordOf(row, session)
        yield record
        next = record.seq + 1
      }
    }
  }

  async #page(after: number, to: number): Promise<readonly PositionedEvent[]> {
    const rows = await this.#query(queries.byPosition, [after, to])
    return rows.map((row) => {
      const position = wholeNumber(row['position'])
      const record = this.#checkedRecord(row, position)
      if ('unreadable' in record)
        throw new StoreError('bad-event', `${this.#placeOf(position)} ${record.unreadable}. Run verify.`)
      return { position, event: this.#eventOf(record) }
    })
  }

  #checkedRecord(row: PostgresRow, position: number): StoredRecord | UnreadableRecord {
    try {
      if (row['seq'] === null) return { position, unreadable: 'is not there any more' }
      return recordOf(row, fromColumn(row['name'], this.#placeOf(position)))
    } catch (error) {
      if (error instanceof StoreError)
        return { position, unreadable: 'holds a value that belongs in no event' }
      throw error
    }
  }

  async #lastPosition(): Promise<number> {
    const [row] = await this.#query(queries.lastPosition, [])
    return wholeNumber(row?.['position'] ?? 0)
  }

  /** Gives what is committed its places, where we may write. */
  async #catchUp(): Promise<void> {
    if (!this.#settings.readOnly) await this.#chain.catchUp()
  }

  #eventOf(record: StoredRecord): TodoEvent {
    return decodeRecord(
      record,
      `Event ${record.seq} of session ${JSON.stringify(record.session)} in ${this.#settings.database.name}`,
    )
  }

  #placeOf(position: number): string {
    return `The event at position ${position} of ${this.#settings.database.name}`
  }

  #mustBeWritable(): void {
    this.#mustBeOpen()
    if (!this.#settings.readOnly) return
    throw new StoreError(
      'read-only',
      `${this.#settings.database.name} was opened to be read. Open it without readOnly.`,
    )
  }

  #mustBeOpen(): void {
    if (this.#closed)
      throw new StoreError('closed', `${this.#settings.database.name} is closed. Open it again.`)
  }
}

/** Records once contents were taken out of them. */
function recordsAfter(
  records: readonly StoredRecord[],
  changes: readonly RedactedContents[],
): readonly StoredRecord[] {
  const bySeq = new Map(changes.map((change) => [change.seq, change]))
  return records.map((record) => ({ ...record, ...bySeq.get(record.seq) }))
}

async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}
