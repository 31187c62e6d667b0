/** Snapshots in the SQLite file of their ledger, in the table `snapshots`. */

import { StoreError } from '../../errors.js'
import type { SnapshotQuery, SnapshotStore, StoredSnapshot } from '../snapshot-store.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { asColumn } from './schema.js'

/** What snapshots in SQLite need of the store whose they are. */
interface SqliteSnapshotsContext {
  /** The database. */
  readonly connection: SqliteConnection
  /**
   * Runs a function in a transaction that nobody else can write beside.
   * @throws StoreError where the store is closed, busy or can only be read
   */
  readonly write: <Result>(run: () => Result) => Promise<Result>
  /** Throws a StoreError where the store is closed. */
  readonly mustBeOpen: () => void
}

/** Snapshots in memory at once while listing: a state may be large. */
const pageSize = 16

const columns = 'session, seq, turn, latest_at, schema, reducer, hash, state, digest'

/** Texts as bytes: the driver can't be given a text that is damaged. */
const read = `seq, turn, latest_at, schema, CAST(reducer AS BLOB) AS reducer, CAST(hash AS BLOB) AS hash,
    CAST(state AS BLOB) AS state, CAST(digest AS BLOB) AS digest`

const queries = {
  lastSeq: 'SELECT max(seq) AS seq FROM events WHERE session = ?',
  redactedAfter: `SELECT seq FROM events WHERE session = ? AND seq > ? AND type = 'session.redacted' LIMIT 1`,
  save: `INSERT OR REPLACE INTO snapshots (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  newest: `SELECT ${read} FROM snapshots WHERE session = ? AND seq <= ? AND turn <= ? AND latest_at <= ?
    AND schema = ? AND reducer = ? ORDER BY seq DESC LIMIT 1`,
  before:
    'SELECT seq, turn, latest_at FROM snapshots WHERE session = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
  list: `SELECT ${read} FROM snapshots WHERE session = ? AND seq > ? ORDER BY seq LIMIT ${pageSize}`,
  drop: 'DELETE FROM snapshots WHERE session = ?',
  dropOthers: 'DELETE FROM snapshots WHERE session = ? AND NOT (schema = ? AND reducer = ?)',
} as const

type Limits = 'seq' | 'turn' | 'latestAt'

/** Keeps snapshots in SQLite. */
export class SqliteSnapshots implements SnapshotStore {
  readonly #context: SqliteSnapshotsContext

  /** @param context what it needs of its store */
  constructor(context: SqliteSnapshotsContext) {
    this.#context = context
  }

  /** The seq of a session's last event. */
  async lastSeq(session: string): Promise<number> {
    this.#context.mustBeOpen()
    const { connection } = this.#context
    const row = connection.get(queries.lastSeq, asColumn(session))
    return row === undefined || row.get('seq') === null ? 0 : connection.number(row, 'seq')
  }

  /** Keeps a snapshot, unless texts were taken out of its session after `asOf`. */
  async save(snapshot: StoredSnapshot, asOf: number): Promise<boolean> {
    this.#context.mustBeOpen()
    const { connection, write } = this.#context
    const session = asColumn(snapshot.session)
    const { seq, turn, latestAt, schema, reducer, hash, state, digest } = snapshot
    return await write(() => {
      if (connection.get(queries.redactedAfter, session, asOf) !== undefined) return false
      connection.run(queries.save, session, seq, turn, latestAt, schema, reducer, hash, state, digest)
      return true
    })
  }

  /** The snapshot of the highest seq that the query allows. */
  async newest(session: string, query: SnapshotQuery): Promise<StoredSnapshot | undefined> {
    this.#context.mustBeOpen()
    const { seq, turn = Number.MAX_SAFE_INTEGER, latestAt = Number.MAX_SAFE_INTEGER, schema, reducer } = query
    const row = this.#context.connection.get(
      queries.newest,
      asColumn(session),
      this.#highestSeq(session, { seq, turn, latestAt }),
      turn,
      latestAt,
      schema,
      reducer,
    )
    return row === undefined ? undefined : this.#read(row, session)
  }

  /**
   * The seq up to which turn and time allow snapshots. Neither goes back in a session, so that it is found by halves:
   * `newest` alone would pass by all later snapshots, each on a page of its own.
   */
  #highestSeq(session: string, { seq, turn, latestAt }: Required<Pick<SnapshotQuery, Limits>>): number {
    const { connection } = this.#context
    const column = asColumn(session)
    let [low, high] = [0, seq]
    for (let middle = high; low < high; middle = low + Math.ceil((high - low) / 2)) {
      const row = connection.get(queries.before, column, middle)
      const allowed =
        row === undefined ||
        (connection.number(row, 'turn') <= turn && connection.number(row, 'latest_at') <= latestAt)
      if (allowed) low = middle
      else high = connection.number(row, 'seq') - 1
    }
    return low
  }

  /** All snapshots of a session in the order of their seqs. */
  async *list(session: string): AsyncIterable<StoredSnapshot> {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      this.#context.mustBeOpen()
      const page = this.#context.connection.all(queries.list, asColumn(session), after)
      if (page.length === 0) return
      for (const row of page) {
        const snapshot = this.#read(row, session)
        // SQLite goes where the pages of a damaged file lead, be it back.
        if (snapshot.seq <= after) throw outOfOrder(this.#context.connection.name, session)
        yield snapshot
        after = snapshot.seq
      }
    }
  }

  /** Removes a session's snapshots. */
  async drop(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): Promise<void> {
    this.#context.mustBeOpen()
    await this.#context.write(() => this.dropNow(session, keep))
  }

  /** Removes them within a transaction that is under way. */
  dropNow(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): void {
    const { connection } = this.#context
    if (keep === undefined) connection.run(queries.drop, asColumn(session))
    else connection.run(queries.dropOthers, asColumn(session), keep.schema, keep.reducer)
  }

  /** The columns are typed and not null: what stands in them is judged by who uses the snapshot. */
  #read(row: SqliteRow, session: string): StoredSnapshot {
    const { connection } = this.#context
    return {
      session,
      seq: connection.number(row, 'seq'),
      turn: connection.number(row, 'turn'),
      latestAt: connection.number(row, 'latest_at'),
      schema: connection.number(row, 'schema'),
      reducer: connection.text(row, 'reducer'),
      hash: connection.text(row, 'hash'),
      state: connection.text(row, 'state'),
      digest: connection.text(row, 'digest'),
    }
  }
}

function outOfOrder(name: string, session: string): StoreError {
  return new StoreError(
    'damaged-file',
    `${name} is damaged: the snapshots of session ${JSON.stringify(session)} lead back to earlier ones. Run todo-replay verify, or restore it from a copy.`,
  )
}
