/** A store in a schema of a PostgreSQL database: many processes write at a time, sessions side by side. */

import { ConcurrencyError, HostError, StoreError, type TodoEvent } from '@todo-ledger/core'
import {
  AppendListeners,
  type AppendOptions,
  asColumn,
  chained,
  type EncodedEvent,
  type EventStore,
  eventOf,
  firstHash,
  type LedgerRange,
  ledgerEntry,
  newLedgerId,
  planAppend,
  planRedaction,
  planRestore,
  prepareAppend,
  type RandomBytes,
  type ReadRange,
  type Redaction,
  type StoredRecord,
  type StoredSession,
  systemRandom,
  type UnreadableRecord,
  wholePosition,
  wholeRange,
} from '@todo-ledger/core/store'
import { type BatchedCall, batched } from './batches.js'
import { type Ask, askIn, openDatabase, type PostgresDatabase, type PostgresRow } from './database.js'
import { keyOf, recordColumns, recordOf, rowOf, textOf, wholeNumber } from './rows.js'
import { postgresSideTable } from './side-table.js'
import { durable, openTables } from './tables.js'

/** How to open a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /** The schema that the tables stand in; `todo_ledger` by default. It is made if it is missing. */
  readonly schema?: string
  /** True: open an existing ledger and write nothing. Events that nobody has given a position yet are not seen. */
  readonly readOnly?: boolean
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
  const { readOnly = false, random = systemRandom(), schema = 'todo_ledger' } = options
  const { ledger = newLedgerId(random) } = options
  if (!/^\w{1,63}$/.test(schema) || !/^[0-9a-f]{8,128}$/.test(ledger)) {
    throw new HostError(
      'bad-option',
      'A schema is named by letters, digits and underscores, and a ledger by hexadecimal digits.',
    )
  }
  const isOwn = typeof target === 'string'
  const database = isOwn ? openDatabase(target) : target
  const ask = askIn(database, `"${schema}"`)
  const close = async () => (isOwn ? database.close() : undefined)
  try {
    const { name } = database
    const id = await openTables(ask, { schema: `"${schema}"`, name, ledger: readOnly ? null : ledger })
    return new PostgresStore({ name, ask, close, ledger: id, readOnly, random })
  } catch (error) {
    await close()
    throw error
  }
}

interface PostgresStoreSettings {
  /** What messages call the database. */
  readonly name: string
  readonly ask: Ask
  readonly close: () => Promise<void>
  readonly ledger: string
  readonly readOnly: boolean
  readonly random: RandomBytes
}

/** Where a session ends. */
interface SessionEnd {
  readonly lastSeq: number
  readonly hash: string
  readonly forgotten: boolean
}

/** What a session holds, as far as an append must know. */
interface KnownSession {
  readonly end: SessionEnd
  /** False where the session's row and its last event say another hash. */
  readonly isWhole: boolean
  /** Those of the events that were asked about, by id. */
  readonly stored: ReadonlyMap<string, TodoEvent>
}

/** What asks for a session. */
interface KnownCall extends BatchedCall {
  readonly session: string
  readonly ids: readonly string[]
}

/** Events to store after the end of their session. */
interface Append extends BatchedCall {
  readonly session: string
  readonly before: SessionEnd
  readonly records: readonly StoredRecord[]
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
const placingDelay = 50

const eventColumns = 'seq, id_key, id, turn, at, type, version, source, actor, data, salt, digest, hash'
const given = `seq bigint, id_key text, id text, turn bigint, at bigint, type text, version integer, source text, actor text,
  data text, salt text, digest text, hash text`
const placed = `SELECT p.position, p.link, s.name, ${recordColumns} FROM $schema.positions p
  JOIN $schema.sessions s ON s.number = p.session
  LEFT JOIN $schema.events e ON e.session = p.session AND e.seq = p.seq`

/**
 * Stores appends, $1, with their events, $2, in one statement and so in one transaction. One whose session ends elsewhere by
 * now, or holds one of its ids, is left out; so is one whose session somebody else has locked, where `SKIP LOCKED` says so:
 * then no append waits for another session. New sessions are made in the order of their keys, so that nobody waits in a ring.
 */
const storing = ({ locked = '', where = '' }): string => `WITH
  asked AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS a(place integer, name_key text, name text,
    last_seq bigint, hash text, seq_before bigint, hash_before text, redaction bigint) ${where}),
  fresh AS MATERIALIZED (SELECT * FROM json_to_recordset($2::json) AS f(place integer, ${given})),
  own AS MATERIALIZED (SELECT s.number, a.* FROM asked a JOIN $schema.sessions s ON s.name_key = a.name_key
    FOR UPDATE OF s ${locked}),
  moved AS (UPDATE $schema.sessions s
    SET last_seq = own.last_seq, hash = own.hash, last_redaction = greatest(s.last_redaction, own.redaction)
    FROM own WHERE s.number = own.number AND s.last_seq = own.seq_before AND s.hash = own.hash_before AND NOT EXISTS
      (SELECT 1 FROM fresh f JOIN $schema.events e ON e.session = own.number AND e.id_key = f.id_key WHERE f.place = own.place)
    RETURNING s.number, s.hash),
  begun AS (INSERT INTO $schema.sessions (name_key, name, last_seq, hash)
    SELECT name_key, name, last_seq, hash FROM asked WHERE seq_before = 0 ORDER BY name_key
    ON CONFLICT (name_key) DO NOTHING RETURNING number, hash),
  done AS (SELECT ends.number, a.place FROM (SELECT * FROM moved UNION ALL SELECT * FROM begun) AS ends
    JOIN asked a ON a.hash = ends.hash),
  stored AS (INSERT INTO $schema.events (session, ${eventColumns})
    SELECT done.number, ${eventColumns} FROM done JOIN fresh USING (place)),
  waiting AS (INSERT INTO $schema.unlinked (session, seq, hash)
    SELECT done.number, f.seq, f.hash FROM done JOIN fresh f USING (place) ORDER BY f.place, f.seq)
  SELECT place, ${durable} FROM done`

const queries = {
  storeTogether: storing({ locked: 'SKIP LOCKED' }),
  storeAlone: storing({}),
  /** Takes $3 out of the session, too. */
  redact: storing({ where: 'WHERE $schema.take_out(a.name_key, a.hash_before, $3::json)' }),
  /** $1: sessions with an id each, or none. */
  known: `SELECT a.place, s.last_seq, s.hash AS last_hash, ${recordColumns},
      (SELECT hash FROM $schema.events WHERE session = s.number AND seq = s.last_seq) IS NOT DISTINCT FROM s.hash AS whole,
      EXISTS (SELECT 1 FROM $schema.events WHERE session = s.number AND seq = 1 AND data IS NULL) AS forgotten
    FROM json_to_recordset($1::json) AS a(place integer, name_key text, id_key text)
    JOIN $schema.sessions s ON s.name_key = a.name_key
    LEFT JOIN $schema.events e ON e.session = s.number AND e.id_key = a.id_key`,
  bySeq: `SELECT s.last_seq, ${recordColumns} FROM $schema.sessions s JOIN $schema.events e ON e.session = s.number
    WHERE s.name_key = $1 AND e.seq BETWEEN $2 AND $3 ORDER BY e.seq LIMIT ${pageSize}`,
  byPosition: `${placed} WHERE p.position > $1 AND p.position <= $2 ORDER BY p.position LIMIT ${pageSize}`,
  place: 'SELECT $schema.place($1) AS placed',
  lastPosition: 'SELECT position FROM $schema.about',
  sessions: `SELECT number, name, last_seq FROM $schema.sessions WHERE number > $1 ORDER BY number LIMIT ${pageSize}`,
  /**
   * Moves the ledger's end from $1 to $2 and $3, with sessions $4, records $5, and what is taken out of others, $6. As with
   * appends, sessions that are there are locked before new ones are made, all in the order of their keys.
   */
  restore: `WITH
    about AS (UPDATE $schema.about SET position = $2::bigint, link = $3
      WHERE position = $1::bigint AND NOT EXISTS (SELECT 1 FROM $schema.unlinked) RETURNING position),
    locked AS MATERIALIZED (SELECT s.number FROM about, $schema.sessions s WHERE s.name_key IN
      (SELECT name_key FROM json_to_recordset($4::json) AS a(name_key text) UNION
        SELECT name_key FROM json_to_recordset($6::json) AS t(name_key text)) ORDER BY s.name_key FOR UPDATE OF s),
    own AS (INSERT INTO $schema.sessions AS s (name_key, name, last_seq, hash, last_redaction)
      SELECT a.* FROM about, json_to_recordset($4::json)
        AS a(name_key text, name text, last_seq bigint, hash text, redaction bigint)
      WHERE (SELECT count(*) FROM locked) >= 0 ORDER BY a.name_key
      ON CONFLICT (name_key) DO UPDATE SET last_seq = EXCLUDED.last_seq, hash = EXCLUDED.hash,
        last_redaction = greatest(s.last_redaction, EXCLUDED.last_redaction) RETURNING number, name_key),
    fresh AS (SELECT own.number, f.* FROM json_to_recordset($5::json)
      AS f(name_key text, position bigint, link text, ${given}) JOIN own USING (name_key)),
    stored AS (INSERT INTO $schema.events (session, ${eventColumns}) SELECT number, ${eventColumns} FROM fresh),
    placed AS (INSERT INTO $schema.positions (position, session, seq, link) SELECT position, number, seq, link FROM fresh),
    taken AS MATERIALIZED (SELECT $schema.take_out(t.name_key, NULL, t.changes) AS is_taken
      FROM about, json_to_recordset($6::json) AS t(name_key text, changes json))
    SELECT ${durable}, (SELECT count(is_taken) FROM taken) FROM about`,
} as const

class PostgresStore implements EventStore {
  readonly side
  readonly #settings: PostgresStoreSettings
  readonly #listeners = new AppendListeners()
  /** Where sessions ended when this process wrote to them last; another may have gone on. */
  readonly #ends = new Map<string, SessionEnd>()
  readonly #known = batched<KnownCall, KnownSession>((calls) => this.#askKnown(calls))
  readonly #append = batched<Append, boolean>((appends) => this.#store(queries.storeTogether, appends))
  readonly #placeAll = batched<BatchedCall, void>(() => this.#placeWaiting())
  #placingTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(settings: PostgresStoreSettings) {
    this.#settings = settings
    this.side = postgresSideTable(this.#ask, (...asked) => {
      this.#mustBeWritable()
      return this.#ask(...asked)
    })
  }

  ledger(): string {
    return this.#settings.ledger
  }

  readonly onAppend = this.#listeners.add

  async append(session: string, events: readonly TodoEvent[], options: AppendOptions) {
    this.#mustBeWritable()
    const prepared = prepareAppend(session, events, options)
    const ids = events.map(({ id }) => id)
    const remembered = this.#ends.get(session)
    // Whoever expects the end that we remember has something new; what else comes is looked up.
    let known: KnownSession | null =
      remembered?.lastSeq === options.expectedSeq
        ? { end: remembered, isWhole: true, stored: new Map() }
        : null
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      known ??= await this.#knownOf(session, ids)
      const { end, stored } = known
      const plan = planAppend(prepared, { ...end, find: (id) => stored.get(id) })
      if (plan.fresh.length === 0) return { lastSeq: end.lastSeq, events: plan.stored }
      this.#mustBeWhole(session, known)
      const { append, stored: fresh } = this.#chained(session, plan.fresh, end)
      // One that has to try again waits for whoever has locked the session.
      if (await (attempt === 0 ? this.#append(append) : this.#storeAlone(queries.storeAlone, append))) {
        this.#placeSoon()
        return { lastSeq: end.lastSeq + fresh.length, events: [...plan.stored, ...fresh] }
      }
      known = null
    }
    const { end } = await this.#knownOf(session)
    throw new ConcurrencyError(session, options.expectedSeq, end.lastSeq)
  }

  async redact(session: string, redaction: Redaction, options: AppendOptions) {
    this.#mustBeWritable()
    const { random, name } = this.#settings
    // Bytes of old rows may stay in the server's files and its log until it writes over them.
    const result = { wiped: false, canWipe: false }
    const known = await this.#knownOf(session)
    this.#mustBeWhole(session, known)
    const { lastSeq } = known.end
    const records: StoredRecord[] = []
    for await (const record of this.#recordsOf(session, { to: lastSeq })) records.push(record)
    const asked = records.find(({ id }) => id === redaction.id)
    const before = asked === undefined ? undefined : eventOf(asked, name)
    const plan = planRedaction(redaction, { session, ...options, records, stored: before }, random)
    if (plan.event === null) return { event: plan.stored, lastSeq, ...result }
    const { append, stored } = this.#chained(session, [plan.event], known.end)
    if (!(await this.#storeAlone(queries.redact, append, JSON.stringify(plan.changes))))
      throw new ConcurrencyError(session, options.expectedSeq, (await this.#knownOf(session)).end.lastSeq)
    this.#ends.delete(session)
    this.#placeSoon()
    await this.#ask('VACUUM $schema.events').catch(() => undefined)
    return { event: stored[0] ?? null, lastSeq: lastSeq + 1, ...result }
  }

  async restore(records: readonly StoredRecord[]): Promise<void> {
    this.#mustBeWritable()
    const [first] = records
    if (first === undefined) return
    const last = await this.lastPosition()
    const stored = new Map<number, StoredRecord>()
    for await (const record of this.#placed(first.position - 1, first.position + records.length - 1))
      if (!('unreadable' in record)) stored.set(record.position, record)
    const { fresh, changed } = planRestore(records, stored, last)
    const end = fresh.at(-1) ?? stored.get(last) ?? first
    const ends = Array.from(new Set(fresh.map(({ session }) => session)), (session) => ({
      ...{ name_key: keyOf(session), name: asColumn(session) },
      ...endOf(fresh.filter((record) => record.session === session)),
    }))
    const rows = fresh.map((record) => ({ ...rowOf(record), name_key: keyOf(record.session) }))
    const taken = Array.from(changed, ([session, changes]) => ({ name_key: keyOf(session), changes }))
    const lists = [ends, rows, taken].map((list) => JSON.stringify(list))
    const done = await this.#ask(queries.restore, [last, end.position, end.link, ...lists])
    if (done.length === 0) {
      throw new StoreError(
        'ledgers-differ',
        'The copy is no beginning of the ledger: somebody else writes to it. Copy to another place.',
      )
    }
    this.#ends.clear()
    this.#listeners.call()
  }

  async *read(session: string, range: ReadRange = {}) {
    this.#mustBeOpen()
    if (range.id === undefined) {
      for await (const record of this.#recordsOf(session, range)) yield eventOf(record, this.#settings.name)
      return
    }
    const event = (await this.#knownOf(session, [range.id])).stored.get(range.id)
    if (event !== undefined) yield event
  }

  async *readAll(range: LedgerRange = {}) {
    this.#mustBeOpen()
    const after = wholePosition(range.after ?? 0)
    // Not the end that the ledger says of itself: what stands after it is to be found, too.
    const to = wholePosition(range.to ?? Number.MAX_SAFE_INTEGER)
    await this.#place()
    for await (const record of this.#placed(after, to)) yield ledgerEntry(record, this.#settings.name)
  }

  async lastPosition(): Promise<number> {
    this.#mustBeOpen()
    await this.#place()
    const [row] = await this.#ask(queries.lastPosition, [])
    return wholeNumber(row?.['position'] ?? 0)
  }

  async sessions(only?: string): Promise<readonly StoredSession[]> {
    this.#mustBeOpen()
    if (only !== undefined) {
      const { lastSeq } = (await this.#knownOf(only)).end
      return lastSeq === 0 ? [] : [{ session: only, lastSeq }]
    }
    const sessions: StoredSession[] = []
    for (let after = 0; ; ) {
      const rows = await this.#ask(queries.sessions, [after])
      if (rows.length === 0) return sessions
      for (const row of rows) {
        after = wholeNumber(row['number'])
        sessions.push({ session: textOf(row['name']), lastSeq: wholeNumber(row['last_seq']) })
      }
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    clearTimeout(this.#placingTimer)
    if (this.#placingTimer !== undefined) await this.#place().catch(() => undefined)
    this.#closed = true
    this.#listeners.call()
    await this.#settings.close()
  }

  readonly #ask: Ask = async (statement, values) => {
    this.#mustBeOpen()
    return await this.#settings.ask(statement, values)
  }

  /** Gives all events that are committed by now their positions, if we may write. */
  async #place(): Promise<void> {
    if (!this.#settings.readOnly) await this.#placeAll({ size: 0 })
  }

  async #placeWaiting() {
    for (let count = placedAtOnce; count === placedAtOnce; ) {
      const [row] = await this.#ask(queries.place, [placedAtOnce])
      count = wholeNumber(row?.['placed'] ?? 0)
      if (count > 0) this.#listeners.call()
    }
    return () => undefined
  }

  /** Readers of the whole ledger see events once they have their positions; no append waits for that. */
  #placeSoon(): void {
    if (this.#placingTimer !== undefined) return
    this.#placingTimer = setTimeout(() => {
      this.#placingTimer = undefined
      if (!this.#closed) this.#place().catch(() => undefined)
    }, placingDelay)
  }

  /** Where a session ends and which events it holds under ids, at one moment: others write meanwhile. */
  #knownOf(session: string, ids: readonly string[] = []): Promise<KnownSession> {
    return this.#known({ session, ids, size: ids.length * 64 })
  }

  async #askKnown(calls: readonly KnownCall[]) {
    const asked = calls.flatMap(({ session, ids }, place) => {
      const name_key = keyOf(session)
      return ids.length === 0
        ? [{ place, name_key }]
        : ids.map((id) => ({ place, name_key, id_key: keyOf(id) }))
    })
    const rows = await this.#ask(queries.known, [JSON.stringify(asked)])
    const found = calls.map((): PostgresRow[] => [])
    for (const row of rows) found[wholeNumber(row['place'])]?.push(row)
    return (place: number): KnownSession => {
      const { session = '' } = calls[place] ?? {}
      const own = found[place] ?? []
      const [row] = own
      if (row === undefined) {
        const hash = firstHash(this.#settings.ledger, session)
        return { end: { lastSeq: 0, hash, forgotten: false }, isWhole: true, stored: new Map() }
      }
      const stored = own
        .filter(({ seq }) => seq !== null)
        .map((each) => eventOf(recordOf(each, session), this.#settings.name))
      const [lastSeq, hash] = [wholeNumber(row['last_seq']), String(row['last_hash'])]
      return {
        end: { lastSeq, hash, forgotten: row['forgotten'] === true },
        isWhole: row['whole'] === true,
        stored: new Map(stored.map((event) => [event.id, event])),
      }
    }
  }

  /** Events after the end of their session, as they are stored then, and what stores them. */
  #chained<Event extends TodoEvent>(
    session: string,
    events: readonly EncodedEvent<Event>[],
    before: SessionEnd,
  ) {
    const { records, stored } = chained(events, { ...before, position: 0, link: '' }, this.#settings.random)
    const size = records.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
    const append: Append = { session, before, records, size }
    return { append, stored }
  }

  async #storeAlone(statement: string, append: Append, ...more: string[]): Promise<boolean> {
    return (await this.#store(statement, [append], ...more))(0)
  }

  async #store(statement: string, appends: readonly Append[], ...more: string[]) {
    const asked = appends.map(({ session, before, records }, place) => ({
      ...{ place, name_key: keyOf(session), name: asColumn(session) },
      ...{ seq_before: before.lastSeq, hash_before: before.hash, ...endOf(records) },
    }))
    const fresh = appends.flatMap(({ records }, place) =>
      records.map((record) => ({ place, ...rowOf(record) })),
    )
    const rows = await this.#ask(statement, [JSON.stringify(asked), JSON.stringify(fresh), ...more])
    const stored = new Set(rows.map(({ place }) => wholeNumber(place)))
    if (this.#ends.size > mostEnds) this.#ends.clear()
    for (const [place, { session, records }] of appends.entries()) {
      this.#ends.delete(session)
      const { last_seq: lastSeq, hash } = endOf(records)
      if (stored.has(place)) this.#ends.set(session, { lastSeq, hash, forgotten: false })
    }
    return (place: number): boolean => stored.has(place)
  }

  /** The records of a range of a session, up to its last when the reading begins. */
  async *#recordsOf(session: string, range: ReadRange) {
    const { from, to } = wholeRange(range)
    let last = to
    for (let next = Math.max(from, 1); next <= last; ) {
      const rows = await this.#ask(queries.bySeq, [keyOf(session), next, last])
      for (const row of rows) {
        last = Math.min(last, wholeNumber(row['last_seq']))
        const record = recordOf(row, session)
        yield record
        next = record.seq + 1
      }
      if (rows.length < pageSize) return
    }
  }

  /** What stands at positions after one up to another. */
  async *#placed(after: number, to: number) {
    let isLast = false
    for (let position = after; !isLast; ) {
      const rows = await this.#ask(queries.byPosition, [position, to])
      isLast = rows.length < pageSize
      for (const row of rows) {
        position = wholeNumber(row['position'])
        yield placedRecord(row, position)
      }
    }
  }

  #mustBeWhole(session: string, { isWhole }: KnownSession): void {
    if (isWhole) return
    throw new StoreError(
      'damaged-log',
      `The end of session ${JSON.stringify(session)} in ${this.#settings.name} is not what was stored, and nothing is added to it. Run todo-replay verify.`,
    )
  }

  #mustBeWritable(): void {
    this.#mustBeOpen()
    if (!this.#settings.readOnly) return
    throw new StoreError(
      'read-only',
      `${this.#settings.name} was opened to be read. Open it without readOnly.`,
    )
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', `${this.#settings.name} is closed. Open it again.`)
  }
}

/** Where a session ends with these, its last ones, and the last redaction among them. */
function endOf(records: readonly StoredRecord[]) {
  const { seq = 0, hash = '' } = records.at(-1) ?? {}
  const redaction = records.findLast(({ type }) => type === 'session.redacted')?.seq ?? 0
  return { last_seq: seq, hash, redaction }
}

/** The record of a place of the ledger, or why there is none. */
function placedRecord(row: PostgresRow, position: number): StoredRecord | UnreadableRecord {
  try {
    if (row['seq'] === null)
      return { position, unreadable: `what stood at position ${position} is not there any more` }
    return recordOf(row, textOf(row['name']))
  } catch (error) {
    if (error instanceof StoreError)
      return {
        position,
        unreadable: `the row at position ${position} holds a value that belongs in no event`,
      }
    throw error
  }
}
