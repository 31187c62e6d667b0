/** A store in a schema of a PostgreSQL database: many processes write at a time, sessions side by side. */

import { ConcurrencyError, StoreError, type TodoEvent } from '@todo-ledger/core'
import {
  AppendListeners,
  type AppendOptions,
  type AppendResult,
  chainRecord,
  decodeRecord,
  type EncodedEvent,
  type EventStore,
  firstHash,
  type LedgerEntry,
  type LedgerRange,
  newLedgerId,
  planAppend,
  planRedaction,
  planRestore,
  prepareAppend,
  type RandomBytes,
  type ReadRange,
  type Redaction,
  type RedactionResult,
  type SideTable,
  type StoredRecord,
  type StoredSession,
  systemRandom,
  type UnreadableRecord,
  wholePosition,
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
import { asColumn, fromColumn, keyOf, recordColumns, recordOf, wholeNumber } from './rows.js'
import { postgresSideTable } from './side-table.js'
import { durable, guards, inSchema, openTables, quotedName } from './tables.js'

/** How to open a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /** The schema that the tables stand in; `todo_ledger` by default. It is made if it is missing. */
  readonly schema?: string
  /** True: open an existing ledger and write nothing. Events that nobody has given a position yet are not seen. */
  readonly readOnly?: boolean
  /** Connections at most, if an address is given; 10 by default. */
  readonly connections?: number
  /** Gives the random bytes of the ledger's id and of the salts; the system's by default. */
  readonly random?: RandomBytes
  /** The id of the ledger if it is created: that of another, whose copy it is to be. A new one by default. */
  readonly ledger?: string
}

/**
 * Opens a store in PostgreSQL 14 or newer, and makes its tables if there are none. What an append acknowledges is
 * committed with `synchronous_commit` at least `on`.
 * @param target an address, such as `postgres://user:password@host:5432/name`, or a database that stays the host's
 * @throws StoreError `no-connection`, `not-a-ledger`, `newer-schema`, `altered-schema` or what the database says
 */
export async function postgresStore(
  target: string | PostgresDatabase,
  options: PostgresStoreOptions = {},
): Promise<EventStore> {
  const { readOnly = false, connections = 10, random = systemRandom() } = options
  const schema = quotedName(options.schema ?? 'todo_ledger')
  const isOwn = typeof target === 'string'
  const database = withStoreErrors(isOwn ? openDatabase(target, connections) : target)
  try {
    const newId = () => options.ledger ?? newLedgerId(random)
    const ledger = await openTables(database, schema, { readOnly, newId })
    const store = new PostgresStore({ database, schema, ledger, readOnly, random, isOwn })
    await store.requireGuards()
    return store
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
  readonly readOnly: boolean
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
/** Events that are given their positions in one transaction. */
const placedAtOnce = 1000
/** How long appends wait for others to be given their positions together, in milliseconds. Readers do not wait. */
const placingDelay = 20

const none: ReadonlyMap<string, TodoEvent> = new Map()

const endColumns = 's.last_seq, s.hash AS last_hash, s.forgotten'
const sessionOf = '(SELECT number FROM $schema.sessions WHERE name_key = $1)'
const eventColumns =
  'session, seq, id_key, id, turn, at, type, version, source, actor, data, salt, digest, hash'
const given = `seq bigint, id_key text, id text, turn bigint, at bigint, type text, version integer, source text, actor text,
  data text, salt text, digest text, hash text`
const placed = `SELECT p.position, p.link, s.name, ${recordColumns} FROM $schema.positions p
  JOIN $schema.sessions s ON s.number = p.session
  LEFT JOIN $schema.events e ON e.session = p.session AND e.seq = p.seq`

/** What an append sends: the new events, which are stored only if the session's row could be moved on. */
const storing = `, stored AS (
    INSERT INTO $schema.events (${eventColumns}) SELECT moved.number, e.* FROM moved, json_to_recordset($5::json) AS e(${given})),
  waiting AS (
    INSERT INTO $schema.unlinked (session, seq, hash)
    SELECT moved.number, e.seq, e.hash FROM moved, json_to_recordset($5::json) AS e(seq bigint, hash text) ORDER BY e.seq)
  SELECT number, ${durable} FROM moved`

const queries = {
  end: `SELECT ${endColumns} FROM $schema.sessions s WHERE name_key = $1`,
  lockedEnd: `SELECT ${endColumns} FROM $schema.sessions s WHERE name_key = $1 FOR UPDATE`,
  /** $1 key, $2 new last seq, $3 new hash, $4 last seq now. The row is looked at once more when its lock is had. */
  append: `WITH moved AS (
    UPDATE $schema.sessions SET last_seq = $2::bigint, hash = $3
    WHERE name_key = $1 AND last_seq = $4::bigint AND hash = $6 RETURNING number)${storing}`,
  begin: `WITH moved AS (
    INSERT INTO $schema.sessions (name_key, last_seq, hash, name) SELECT $1, $2::bigint, $3, $6 WHERE $4::bigint = 0
    ON CONFLICT (name_key) DO NOTHING RETURNING number)${storing}`,
  known: `SELECT ${endColumns}, ${recordColumns} FROM $schema.sessions s
    LEFT JOIN $schema.events e ON e.session = s.number AND e.id_key IN (
      SELECT value FROM json_array_elements_text($2::json))
    WHERE s.name_key = $1`,
  bySeq: `SELECT ${recordColumns} FROM $schema.events e WHERE session = ${sessionOf} AND seq BETWEEN $2 AND $3
    ORDER BY seq LIMIT ${pageSize}`,
  byPosition: `${placed} WHERE p.position > $1 AND p.position <= $2 ORDER BY p.position LIMIT ${pageSize}`,
  place: 'SELECT $schema.place($1) AS placed',
  lastPosition: 'SELECT position FROM $schema.about',
  sessions: `SELECT number, name, last_seq FROM $schema.sessions WHERE number > $1 ORDER BY number LIMIT ${pageSize}`,
  allowRedaction: `SELECT set_config('todo_ledger.change', 'redaction', true), ${durable}`,
  redact: `UPDATE $schema.events e SET data = c.data, salt = c.salt FROM json_to_recordset($2::json)
    AS c(seq bigint, data text, salt text) WHERE e.session = ${sessionOf} AND e.seq = c.seq`,
  dropSide: `DELETE FROM $schema.side WHERE session = ${sessionOf}`,
  noteRedaction: 'UPDATE $schema.sessions SET last_redaction = $2, forgotten = $3 WHERE name_key = $1',
  lockedPosition: `SELECT position, (SELECT count(*) FROM $schema.unlinked) AS waiting, ${durable} FROM $schema.about FOR UPDATE`,
  storedBetween: `${placed} WHERE p.position BETWEEN $1 AND $2`,
  restoreSessions: `INSERT INTO $schema.sessions (name_key, name, last_seq, hash)
    SELECT * FROM json_to_recordset($1::json) AS s(name_key text, name text, last_seq bigint, hash text)
    ON CONFLICT (name_key) DO UPDATE SET last_seq = EXCLUDED.last_seq, hash = EXCLUDED.hash`,
  restoreEvents: `INSERT INTO $schema.events (${eventColumns})
    SELECT s.number, e.seq, e.id_key, e.id, e.turn, e.at, e.type, e.version, e.source, e.actor, e.data, e.salt, e.digest,
      e.hash FROM json_to_recordset($1::json) AS e(name_key text, ${given})
    JOIN $schema.sessions s ON s.name_key = e.name_key`,
  restorePositions: `INSERT INTO $schema.positions (position, session, seq, link)
    SELECT e.position, s.number, e.seq, e.link FROM json_to_recordset($1::json)
      AS e(name_key text, position bigint, seq bigint, link text)
    JOIN $schema.sessions s ON s.name_key = e.name_key`,
  moveEnd: 'UPDATE $schema.about SET position = $1, link = $2',
  /** $1 a table of the schema. */
  guards: `SELECT c.relname || '.' || t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_class one ON one.oid = to_regclass($1) AND one.relnamespace = c.relnamespace WHERE t.tgenabled = 'O'`,
} as const

class PostgresStore implements EventStore {
  readonly side: SideTable
  readonly #settings: PostgresStoreSettings
  readonly #listeners = new AppendListeners()
  /** Where sessions ended when this process wrote to them last; another may have gone on. */
  readonly #ends = new Map<string, SessionEnd>()
  readonly #statements = new Map<string, string>()
  /** Who asks for the last position and then reads has between both all there is: reads and appends wait for the answer. */
  #asked: Promise<unknown> = Promise.resolve()
  #placing: Promise<void> = Promise.resolve()
  #nextPlacing: Promise<void> | null = null
  #placingTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(settings: PostgresStoreSettings) {
    this.#settings = settings
    this.side = postgresSideTable(
      (statement, values) => this.#query(statement, values),
      (statement, values) => {
        this.#mustBeWritable()
        return this.#query(statement, values)
      },
    )
  }

  ledger(): string {
    return this.#settings.ledger
  }

  readonly onAppend = this.#listeners.add

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult> {
    this.#mustBeWritable()
    const prepared = prepareAppend(session, events, options)
    await this.#asked
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
        this.#placeSoon()
        return { lastSeq: end.lastSeq + fresh.length, events: [...plan.stored, ...fresh] }
      }
      this.#ends.delete(session)
      isUsual = false
    }
    throw new ConcurrencyError(session, options.expectedSeq, (await this.#endOf(session)).lastSeq)
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult> {
    this.#mustBeWritable()
    const { database, random } = this.#settings
    this.#ends.delete(session)
    const done = await database.transaction(async (connection) => {
      const end = await this.#endOf(session, connection)
      const records = await collected(this.#recordsOf(session, 1, end.lastSeq, connection))
      const asked = records.find(({ id }) => id === redaction.id)
      const stored = asked === undefined ? undefined : this.#eventOf(asked)
      const plan = planRedaction(redaction, { session, ...options, records, stored }, random)
      if (plan.event === null) return { event: plan.stored, lastSeq: end.lastSeq }
      await this.#query(queries.allowRedaction, [], connection)
      await this.#query(queries.redact, [keyOf(session), JSON.stringify(plan.changes)], connection)
      await this.#query(queries.dropSide, [keyOf(session)], connection)
      const [event] = (await this.#store(session, [plan.event], end, connection)) ?? []
      if (event === undefined) throw new ConcurrencyError(session, options.expectedSeq, end.lastSeq)
      const forgotten = end.forgotten || plan.changes.some(({ seq, data }) => seq === 1 && data === null)
      await this.#query(queries.noteRedaction, [keyOf(session), event.seq, forgotten], connection)
      const { hash } = event
      return { event: { ...plan.event.event, ...(hash === undefined ? {} : { hash }) }, lastSeq: event.seq }
    })
    this.#ends.delete(session)
    this.#placeSoon()
    await this.#query('VACUUM $schema.events', []).catch(() => undefined)
    // Bytes of old rows may stay in the server's files and its log until it writes over them.
    return { ...done, wiped: false, canWipe: false }
  }

  async restore(records: readonly StoredRecord[]): Promise<void> {
    this.#mustBeWritable()
    await this.#settings.database.transaction((connection) => this.#restore(records, connection))
    this.#ends.clear()
    this.#listeners.call()
  }

  async *read(session: string, range: ReadRange = {}): AsyncIterable<TodoEvent> {
    this.#mustBeOpen()
    await this.#asked
    if (range.id !== undefined) {
      const [row] = await this.#query(queries.known, [keyOf(session), JSON.stringify([keyOf(range.id)])])
      if (row !== undefined && row['seq'] !== null) yield this.#eventOf(recordOf(row, session))
      return
    }
    const { from, to } = wholeRange(range)
    const { lastSeq } = await this.#endOf(session)
    for await (const record of this.#recordsOf(session, Math.max(from, 1), Math.min(to, lastSeq))) {
      yield this.#eventOf(record)
    }
  }

  async *readAll(range: LedgerRange = {}): AsyncIterable<LedgerEntry> {
    this.#mustBeOpen()
    let after = wholePosition(range.after ?? 0)
    const to = wholePosition(range.to ?? Number.MAX_SAFE_INTEGER)
    await this.#place()
    // Not the end that the ledger says of itself: what stands after it is to be found, too.
    for (let isLast = false; !isLast; ) {
      const rows = await this.#query(queries.byPosition, [after, to])
      isLast = rows.length < pageSize
      for (const row of rows) {
        const position = wholeNumber(row['position'])
        const record = this.#checkedRecord(row, position)
        const eventOf = () => this.#eventOf(record)
        yield {
          position,
          record,
          get event() {
            return eventOf()
          },
        }
        after = position
      }
    }
  }

  lastPosition(): Promise<number> {
    const asked = async (): Promise<number> => {
      this.#mustBeOpen()
      await this.#place()
      const [row] = await this.#query(queries.lastPosition, [])
      return wholeNumber(row?.['position'] ?? 0)
    }
    const answer = asked()
    this.#asked = Promise.all([this.#asked, answer.catch(() => undefined)])
    return answer
  }

  async sessions(only?: string): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    if (only !== undefined) {
      const { lastSeq } = await this.#endOf(only)
      return lastSeq === 0 ? [] : [{ session: only, lastSeq }]
    }
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

  async close(): Promise<void> {
    if (this.#closed) return
    clearTimeout(this.#placingTimer)
    if (this.#placingTimer !== undefined) await this.#place().catch(() => undefined)
    this.#closed = true
    this.#listeners.call()
    await this.#placing
    if (this.#settings.isOwn) await this.#settings.database.close()
  }

  /** @throws StoreError `altered-schema` if what keeps events from being changed is not there, or off */
  async requireGuards(): Promise<void> {
    const { schema, database } = this.#settings
    const found = await this.#query(queries.guards, [`${schema}.about`])
    const names = new Set(found.map(({ name }) => name))
    const missing = guards.filter((name) => !names.has(name))
    if (missing.length === 0) return
    throw new StoreError(
      'altered-schema',
      `${database.name} lacks triggers that keep events from being changed, or they are off: ${missing.join(', ')}. Somebody changed it; go on with a copy from before that verifies.`,
    )
  }

  async #query(
    statement: string,
    values: readonly PostgresValue[],
    connection: PostgresConnection = this.#settings.database,
  ): Promise<readonly PostgresRow[]> {
    this.#mustBeOpen()
    let inOwn = this.#statements.get(statement)
    if (inOwn === undefined) {
      inOwn = inSchema(statement, this.#settings.schema)
      this.#statements.set(statement, inOwn)
    }
    return await connection.query(inOwn, values)
  }

  /** Gives all events that are committed by now their positions, if we may write. Calls that wait at once share one run. */
  #place(): Promise<void> {
    if (this.#settings.readOnly) return Promise.resolve()
    this.#nextPlacing ??= this.#placing.then(async () => {
      this.#nextPlacing = null
      const run = this.#placeAll()
      this.#placing = run.catch(() => undefined)
      await run
    })
    return this.#nextPlacing
  }

  async #placeAll(): Promise<void> {
    for (let count = placedAtOnce; count === placedAtOnce; ) {
      const [row] = await this.#query(queries.place, [placedAtOnce])
      count = wholeNumber(row?.['placed'] ?? 0)
      if (count > 0) this.#listeners.call()
    }
  }

  /** Readers of the whole ledger see events once they have their positions; no append waits for that. */
  #placeSoon(): void {
    if (this.#placingTimer !== undefined) return
    this.#placingTimer = setTimeout(() => {
      this.#placingTimer = undefined
      if (!this.#closed) this.#place().catch(() => undefined)
    }, placingDelay)
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
    const [lastSeq, hash] = [wholeNumber(row['last_seq']), String(row['last_hash'])]
    return { lastSeq, hash, forgotten: row['forgotten'] === true }
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
   * @returns the events as stored; null if the session ends elsewhere by now, or holds one of the ids
   */
  async #store(
    session: string,
    events: readonly EncodedEvent[],
    end: SessionEnd,
    connection?: PostgresConnection,
  ): Promise<readonly TodoEvent[] | null> {
    let { hash } = end
    const rows = events.map((encoded) => {
      const ends = { position: 0, link: '', hash }
      const record = chainRecord(encoded.event, encoded, ends, this.#settings.random)
      hash = record.hash
      return rowOf(record)
    })
    const lastSeq = end.lastSeq + events.length
    const isNew = end.lastSeq === 0
    const [statement, guard] = isNew ? [queries.begin, asColumn(session)] : [queries.append, end.hash]
    const values = [keyOf(session), lastSeq, hash, end.lastSeq, JSON.stringify(rows), guard]
    try {
      const moved = await this.#query(statement, values, connection)
      if (moved.length === 0) return null
    } catch (error) {
      if (isDuplicate(error) && connection === undefined) return null
      throw error
    }
    this.#remember(session, { lastSeq, hash, forgotten: false })
    return events.map(({ event }, index) => ({ ...event, hash: rows[index]?.hash ?? '' }))
  }

  #remember(session: string, end: SessionEnd): void {
    this.#ends.delete(session)
    this.#ends.set(session, end)
    const [oldest] = this.#ends.keys()
    if (this.#ends.size > mostEnds && oldest !== undefined) this.#ends.delete(oldest)
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
    const lastOf = new Map(fresh.map((record) => [record.session, record]))
    const ends = Array.from(lastOf, ([session, { seq, hash }]) => {
      return { name_key: keyOf(session), name: asColumn(session), last_seq: seq, hash }
    })
    const written = JSON.stringify(
      fresh.map((record) => ({ ...rowOf(record), name_key: keyOf(record.session) })),
    )
    await ask(queries.restoreSessions, [JSON.stringify(ends)])
    await ask(queries.restoreEvents, [written])
    await ask(queries.restorePositions, [written])
    const last = fresh.at(-1)
    if (last !== undefined) await ask(queries.moveEnd, [last.position, last.link])
    if (changed.size > 0) await ask(queries.allowRedaction, [])
    for (const [session, taken] of changed) {
      await ask(queries.redact, [keyOf(session), JSON.stringify(taken)])
      await ask(queries.dropSide, [keyOf(session)])
    }
    for (const { session, seq, type } of fresh) {
      if (type !== 'session.redacted') continue
      const [begun] = await collected(this.#recordsOf(session, 1, 1, connection))
      await ask(queries.noteRedaction, [keyOf(session), seq, begun?.data === null])
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

  #eventOf(record: StoredRecord | UnreadableRecord): TodoEvent {
    if ('unreadable' in record) {
      throw new StoreError(
        'bad-event',
        `${this.#placeOf(record.position)} ${record.unreadable}. Run todo-replay verify.`,
      )
    }
    const { seq, session } = record
    return decodeRecord(
      record,
      `Event ${seq} of session ${JSON.stringify(session)} in ${this.#settings.database.name}`,
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
    if (this.#closed) {
      throw new StoreError('closed', `${this.#settings.database.name} is closed. Open it again.`)
    }
  }
}

/** A record as statements take it. */
function rowOf({ session: _session, ...record }: StoredRecord) {
  return { ...record, id: asColumn(record.id), id_key: keyOf(record.id) }
}

async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}
