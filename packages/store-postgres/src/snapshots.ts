/** Snapshots in the database of their ledger, in the table `snapshots`. */

import type { SnapshotQuery, SnapshotStore, StoredSnapshot } from '@todo-ledger/core/store'
import type { PostgresRow, PostgresValue } from './database.js'
import { keyOf, wholeNumber } from './rows.js'

/** What snapshots need of the store whose they are. */
interface PostgresSnapshotsContext {
  /** Runs a statement, `$schema.` standing for the schema. @throws StoreError where the store is closed */
  readonly read: (statement: string, values: readonly PostgresValue[]) => Promise<readonly PostgresRow[]>
  /** The same for what writes. @throws StoreError where the store is closed or can only be read */
  readonly write: (statement: string, values: readonly PostgresValue[]) => Promise<readonly PostgresRow[]>
}

/** Snapshots in memory at once while listing: a state may be large. */
const pageSize = 16

const columns = 'seq, turn, latest_at, schema, reducer, hash, state, digest'
const ofSession = '(SELECT number FROM $schema.sessions WHERE name_key = $1)'

const queries = {
  lastSeq: 'SELECT last_seq FROM $schema.sessions WHERE name_key = $1',
  // The session's row is locked, and its newest version looked at: no redaction comes between that and the insert.
  save: `WITH owner AS (
      SELECT number FROM $schema.sessions WHERE name_key = $1 AND last_redaction <= $10 FOR SHARE)
    INSERT INTO $schema.snapshots (session, ${columns})
    SELECT number, $2::bigint, $3::bigint, $4::bigint, $5::integer, $6, $7, $8, $9 FROM owner
    ON CONFLICT (session, seq) DO UPDATE SET turn = EXCLUDED.turn, latest_at = EXCLUDED.latest_at,
      schema = EXCLUDED.schema, reducer = EXCLUDED.reducer, hash = EXCLUDED.hash, state = EXCLUDED.state,
      digest = EXCLUDED.digest
    RETURNING seq`,
  newest: `SELECT ${columns} FROM $schema.snapshots WHERE session = ${ofSession} AND seq <= $2 AND turn <= $3
    AND latest_at <= $4 AND schema = $5 AND reducer = $6 ORDER BY seq DESC LIMIT 1`,
  list: `SELECT ${columns} FROM $schema.snapshots WHERE session = ${ofSession} AND seq > $2 ORDER BY seq LIMIT ${pageSize}`,
  drop: `DELETE FROM $schema.snapshots WHERE session = ${ofSession}`,
  dropOthers: `DELETE FROM $schema.snapshots WHERE session = ${ofSession} AND NOT (schema = $2 AND reducer = $3)`,
} as const

/** Keeps snapshots in PostgreSQL. */
export class PostgresSnapshots implements SnapshotStore {
  readonly #context: PostgresSnapshotsContext

  /** @param context what it needs of its store */
  constructor(context: PostgresSnapshotsContext) {
    this.#context = context
  }

  /** The seq of a session's last event. */
  async lastSeq(session: string): Promise<number> {
    const [row] = await this.#context.read(queries.lastSeq, [keyOf(session)])
    return row === undefined ? 0 : wholeNumber(row['last_seq'])
  }

  /** Keeps a snapshot, unless texts were taken out of its session after `asOf`. */
  async save(snapshot: StoredSnapshot, asOf: number): Promise<boolean> {
    const { session, seq, turn, latestAt, schema, reducer, hash, state, digest } = snapshot
    const values = [keyOf(session), seq, turn, latestAt, schema, reducer, hash, state, digest, asOf]
    return (await this.#context.write(queries.save, values)).length > 0
  }

  /** The snapshot of the highest seq that the query allows. */
  async newest(session: string, query: SnapshotQuery): Promise<StoredSnapshot | undefined> {
    const { seq, turn = Number.MAX_SAFE_INTEGER, latestAt = Number.MAX_SAFE_INTEGER, schema, reducer } = query
    const values = [keyOf(session), seq, turn, latestAt, schema, reducer]
    const [row] = await this.#context.read(queries.newest, values)
    return row === undefined ? undefined : snapshotOf(row, session)
  }

  /** All snapshots of a session in the order of their seqs. */
  async *list(session: string): AsyncIterable<StoredSnapshot> {
    for (let after = 0; ; ) {
      const page = await this.#context.read(queries.list, [keyOf(session), after])
      if (page.length === 0) return
      for (const row of page) {
        const snapshot = snapshotOf(row, session)
        yield snapshot
        after = snapshot.seq
      }
    }
  }

  /** Removes a session's snapshots. */
  async drop(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): Promise<void> {
    if (keep === undefined) await this.#context.write(queries.drop, [keyOf(session)])
    else await this.#context.write(queries.dropOthers, [keyOf(session), keep.schema, keep.reducer])
  }
}

function snapshotOf(row: PostgresRow, session: string): StoredSnapshot {
  return {
    session,
    seq: wholeNumber(row['seq']),
    turn: wholeNumber(row['turn']),
    latestAt: wholeNumber(row['latest_at']),
    schema: wholeNumber(row['schema']),
    reducer: String(row['reducer']),
    hash: String(row['hash']),
    state: String(row['state']),
    digest: String(row['digest']),
  }
}
