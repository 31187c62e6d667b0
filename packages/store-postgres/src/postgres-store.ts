/** A store in a schema of a PostgreSQL database: many processes write at a time, sessions side by side. */

import { ConcurrencyError, HostError, StoreError, type TodoEvent } from '@todo-ledger/core'
import {
  AppendListeners,
  asColumn,
  chained,
  type EncodedEvent,
  type EventStore,
  eventOf,
  firstHash,
  ledgerEntry,
  newLedgerId,
  planAppend,
  planRedaction,
  planRestore,
  prepareAppend,
  type RandomBytes,
  type ReadRange,
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
    const what = 'A schema is named by letters, digits and underscores, and a ledger by hexadecimal digits.'
    throw new HostError('bad-option', what)
  }
  const isOwn = typeof target === 'string'
  const database = isOwn ? openDatabase(target) : target
  const ask = askIn(database, `"${schema}"`)
  const close = async () => (isOwn ? database.close() : undefined)
  try {
    const { name } = database
    const id = await openTables(ask, { schema: `"${schema}"`, name, ledger: readOnly ? null : ledger })
    return storeOver({ name, asked: ask, closeDatabase: close, ledger: id, readOnly, random })
  } catch (error) {
    await close()
    throw error
  }
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
    about AS (UPDATE $schema.about SET position = $2::bigint, link = coalesce($3, link)
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

interface OpenedDatabase {
  /** What messages call it. */
  readonly name: string
  readonly asked: Ask
  readonly closeDatabase: () => Promise<void>
  readonly ledger: string
  readonly readOnly: boolean
  readonly random: RandomBytes
}

function storeOver({ name, asked, closeDatabase, ledger, readOnly, random }: OpenedDatabase): EventStore {
  const listeners = new AppendListeners()
  /** Where sessions ended when this process wrote to them last; another may have gone on. */
  const remembered = new Map<string, SessionEnd>()
  let placingTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const mustBeOpen = () => {
    if (isClosed) throw new StoreError('closed', `${name} is closed. Open it again.`)
  }
  const mustBeWritable = () => {
    mustBeOpen()
    if (readOnly) throw new StoreError('read-only', `${name} was opened read-only. Open it without readOnly.`)
  }
  const mustBeWhole = (session: string, { isWhole }: KnownSession) => {
    if (isWhole) return
    const what = `The end of session ${JSON.stringify(session)} in ${name} is not what was stored, and nothing is added to it. Run todo-replay verify.`
    throw new StoreError('damaged-log', what)
  }
  const ask: Ask = async (statement, values) => {
    mustBeOpen()
    return await asked(statement, values)
  }
  const write: Ask = async (statement, values) => {
    mustBeWritable()
    return await asked(statement, values)
  }

  const askKnown = batched<KnownCall, KnownSession>(async (calls) => {
    const places = calls.flatMap(({ session, ids }, place) => {
      const name_key = keyOf(session)
      const byId = ids.map((id) => ({ place, name_key, id_key: keyOf(id) }))
      return byId.length === 0 ? [{ place, name_key }] : byId
    })
    const found = calls.map((): PostgresRow[] => [])
    for (const row of await ask(queries.known, [JSON.stringify(places)]))
      found[wholeNumber(row['place'])]?.push(row)
    return (place) => {
      const { session = '' } = calls[place] ?? {}
      const own = found[place] ?? []
      const [row] = own
      if (row === undefined) {
        const hash = firstHash(ledger, session)
        return { end: { lastSeq: 0, hash, forgotten: false }, isWhole: true, stored: new Map() }
      }
      const stored = own
        .filter(({ seq }) => seq !== null)
        .map((each) => eventOf(recordOf(each, session), name))
      const [lastSeq, hash] = [wholeNumber(row['last_seq']), String(row['last_hash'])]
      return {
        end: { lastSeq, hash, forgotten: row['forgotten'] === true },
        isWhole: row['whole'] === true,
        stored: new Map(stored.map((event) => [event.id, event])),
      }
    }
  })
  /** Where a session ends and which events it holds under ids, at one moment: others write meanwhile. */
  const knownOf = (session: string, ids: readonly string[] = []) =>
    askKnown({ session, ids, size: ids.length * 64 })

  /** Gives all events that are committed by now their positions, if we may write. */
  const placeWaiting = batched<BatchedCall, void>(async () => {
    for (let count = placedAtOnce; count === placedAtOnce; ) {
      const [row] = await ask(queries.place, [placedAtOnce])
      count = wholeNumber(row?.['placed'] ?? 0)
      if (count > 0) listeners.call()
    }
    return () => undefined
  })
  const place = async () => {
    if (!readOnly) await placeWaiting({ size: 0 })
  }
  /** Readers of the whole ledger see events once they have their positions; no append waits for that. */
  const placeSoon = () => {
    placingTimer ??= setTimeout(() => {
      placingTimer = undefined
      if (!isClosed) place().catch(() => undefined)
    }, placingDelay)
  }

  /** Events after the end of their session, as they are stored then, and what stores them. */
  const chainedAfter = <Event extends TodoEvent>(
    session: string,
    events: readonly EncodedEvent<Event>[],
    before: SessionEnd,
  ) => {
    const { records, stored } = chained(events, { ...before, position: 0, link: '' }, random)
    const size = records.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
    return { append: { session, before, records, size }, stored }
  }

  const storeAll = async (statement: string, appends: readonly Append[], ...more: string[]) => {
    const ends = appends.map(({ session, before, records }, place) => ({
      ...{ place, name_key: keyOf(session), name: asColumn(session) },
      ...{ seq_before: before.lastSeq, hash_before: before.hash, ...endOf(records) },
    }))
    const fresh = appends.flatMap(({ records }, place) =>
      records.map((record) => ({ place, ...rowOf(record) })),
    )
    const rows = await ask(statement, [JSON.stringify(ends), JSON.stringify(fresh), ...more])
    const stored = new Set(rows.map(({ place }) => wholeNumber(place)))
    if (remembered.size > mostEnds) remembered.clear()
    for (const [place, { session, records }] of appends.entries()) {
      remembered.delete(session)
      const { last_seq: lastSeq, hash } = endOf(records)
      if (stored.has(place)) remembered.set(session, { lastSeq, hash, forgotten: false })
    }
    return (place: number) => stored.has(place)
  }
  const storeTogether = batched<Append, boolean>((appends) => storeAll(queries.storeTogether, appends))
  const storeAlone = async (statement: string, append: Append, ...more: string[]) =>
    (await storeAll(statement, [append], ...more))(0)

  /** The records of a range of a session, up to its last when the reading begins. */
  async function* recordsOf(session: string, range: ReadRange) {
    const { from, to } = wholeRange(range)
    let last = to
    for (let next = Math.max(from, 1); next <= last; ) {
      const rows = await ask(queries.bySeq, [keyOf(session), next, last])
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
  async function* placedRecords(after: number, to: number) {
    let isLast = false
    for (let position = after; !isLast; ) {
      const rows = await ask(queries.byPosition, [position, to])
      isLast = rows.length < pageSize
      for (const row of rows) {
        position = wholeNumber(row['position'])
        yield placedRecord(row, position)
      }
    }
  }

  const lastPosition = async () => {
    mustBeOpen()
    await place()
    const [row] = await ask(queries.lastPosition, [])
    return wholeNumber(row?.['position'] ?? 0)
  }

  return {
    side: postgresSideTable(ask, write),
    ledger: () => ledger,
    onAppend: listeners.add,
    lastPosition,

    async append(session, events, options) {
      mustBeWritable()
      const prepared = prepareAppend(session, events, options)
      const ids = events.map(({ id }) => id)
      const end = remembered.get(session)
      // Whoever expects the end that we remember has something new; what else comes is looked up.
      let known: KnownSession | null =
        end?.lastSeq === options.expectedSeq ? { end, isWhole: true, stored: new Map() } : null
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        known ??= await knownOf(session, ids)
        const { end, stored } = known
        const plan = planAppend(prepared, { ...end, find: (id) => stored.get(id) })
        if (plan.fresh.length === 0) return { lastSeq: end.lastSeq, events: plan.stored }
        mustBeWhole(session, known)
        const { append, stored: fresh } = chainedAfter(session, plan.fresh, end)
        // One that has to try again waits for whoever has locked the session.
        if (await (attempt === 0 ? storeTogether(append) : storeAlone(queries.storeAlone, append))) {
          placeSoon()
          return { lastSeq: end.lastSeq + fresh.length, events: [...plan.stored, ...fresh] }
        }
        known = null
      }
      throw new ConcurrencyError(session, options.expectedSeq, (await knownOf(session)).end.lastSeq)
    },

    async redact(session, redaction, options) {
      mustBeWritable()
      // Bytes of old rows may stay in the server's files and its log until it writes over them.
      const result = { wiped: false, canWipe: false }
      const known = await knownOf(session)
      mustBeWhole(session, known)
      const { lastSeq } = known.end
      const records: StoredRecord[] = []
      for await (const record of recordsOf(session, { to: lastSeq })) records.push(record)
      const same = records.find(({ id }) => id === redaction.id)
      const before = same && eventOf(same, name)
      const plan = planRedaction(redaction, { session, ...options, records, stored: before }, random)
      if (plan.event === null) return { event: plan.stored, lastSeq, ...result }
      const { append, stored } = chainedAfter(session, [plan.event], known.end)
      if (!(await storeAlone(queries.redact, append, JSON.stringify(plan.changes))))
        throw new ConcurrencyError(session, options.expectedSeq, (await knownOf(session)).end.lastSeq)
      remembered.delete(session)
      placeSoon()
      await ask('VACUUM $schema.events').catch(() => undefined)
      return { event: stored[0] ?? null, lastSeq: lastSeq + 1, ...result }
    },

    async restore(records) {
      mustBeWritable()
      const [first] = records
      if (first === undefined) return
      const last = await lastPosition()
      const stored = new Map<number, StoredRecord>()
      for await (const record of placedRecords(first.position - 1, first.position + records.length - 1))
        if (!('unreadable' in record)) stored.set(record.position, record)
      const { fresh, changed } = planRestore(records, stored, last)
      const end = fresh.at(-1)
      const ends = Array.from(new Set(fresh.map(({ session }) => session)), (session) => ({
        ...{ name_key: keyOf(session), name: asColumn(session) },
        ...endOf(fresh.filter((record) => record.session === session)),
      }))
      const rows = fresh.map((record) => ({ ...rowOf(record), name_key: keyOf(record.session) }))
      const taken = Array.from(changed, ([session, changes]) => ({ name_key: keyOf(session), changes }))
      const lists = [ends, rows, taken].map((list) => JSON.stringify(list))
      const done = await ask(queries.restore, [last, end?.position ?? last, end?.link ?? null, ...lists])
      if (done.length === 0) {
        const what =
          'The copy is no beginning of the ledger: somebody else writes to it. Copy to another place.'
        throw new StoreError('ledgers-differ', what)
      }
      remembered.clear()
      listeners.call()
    },

    async *read(session, range = {}) {
      mustBeOpen()
      if (range.id === undefined) {
        for await (const record of recordsOf(session, range)) yield eventOf(record, name)
        return
      }
      const event = (await knownOf(session, [range.id])).stored.get(range.id)
      if (event !== undefined) yield event
    },

    async *readAll(range = {}) {
      mustBeOpen()
      const after = wholePosition(range.after ?? 0)
      // Not the end that the ledger says of itself: what stands after it is to be found, too.
      const to = wholePosition(range.to ?? Number.MAX_SAFE_INTEGER)
      await place()
      for await (const record of placedRecords(after, to)) yield ledgerEntry(record, name)
    },

    async sessions(only) {
      mustBeOpen()
      if (only !== undefined) {
        const { lastSeq } = (await knownOf(only)).end
        return lastSeq === 0 ? [] : [{ session: only, lastSeq }]
      }
      const sessions: StoredSession[] = []
      for (let after = 0; ; ) {
        const rows = await ask(queries.sessions, [after])
        if (rows.length === 0) return sessions
        for (const row of rows) {
          after = wholeNumber(row['number'])
          sessions.push({ session: textOf(row['name']), lastSeq: wholeNumber(row['last_seq']) })
        }
      }
    },

    async close() {
      if (isClosed) return
      clearTimeout(placingTimer)
      if (placingTimer !== undefined) await place().catch(() => undefined)
      isClosed = true
      listeners.call()
      await closeDatabase()
    },
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
    if (row['seq'] !== null) return recordOf(row, textOf(row['name']))
    return { position, unreadable: `what stood at position ${position} is not there any more` }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { position, unreadable: `the row at position ${position} holds a value that belongs in no event` }
  }
}
