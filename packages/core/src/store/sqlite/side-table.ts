/** The table `side` of a ledger in SQLite: derived data that can be thrown away. */

import { StoreError } from '../../errors.js'
import { longestData } from '../codec.js'
import type { SideEntry, SideTable, SideValue } from '../event-store.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { boundedColumn } from './lengths.js'
import { asColumn, fromColumn } from './schema.js'

/** What the table needs of its store. */
interface SideContext {
  readonly mustBeOpen: () => void
  readonly write: <Result>(run: () => Result) => Promise<Result>
}

const pageSize = 16

/** The file may have been damaged or changed. */
const columns = `${boundedColumn('side', 'session')}, ${boundedColumn('side', 'kind')}, seq, ${boundedColumn('side', 'value')}`

const queries = {
  put: 'INSERT OR REPLACE INTO side (session, kind, seq, value) VALUES (?, ?, ?, ?)',
  redactedAfter: `SELECT seq FROM events WHERE session = ? AND seq > ? AND type = 'session.redacted' LIMIT 1`,
  newest: `SELECT ${columns} FROM side WHERE session = ? AND kind = ? AND seq <= ? ORDER BY side.seq DESC LIMIT 1`,
  ofKind: `SELECT ${columns} FROM side INDEXED BY side_by_kind WHERE kind = ? AND (session, seq) > (?, ?) ORDER BY side.session, side.seq LIMIT ${pageSize}`,
  ofSession: `SELECT ${columns} FROM side WHERE session = ? AND (kind, seq) > (?, ?) ORDER BY side.kind, side.seq LIMIT ${pageSize}`,
  remove: 'DELETE FROM side WHERE session = ?',
  removeKind: 'DELETE FROM side WHERE session = ? AND kind = ?',
} as const

/** Removes all entries of a session. To be called within a transaction. */
export function removeSide(connection: SqliteConnection, session: string): void {
  connection.run(queries.remove, asColumn(session))
}

/** The side table of one ledger. */
export class SqliteSideTable implements SideTable {
  readonly #connection: SqliteConnection
  readonly #context: SideContext

  /** @param connection the ledger's; @param context what it needs of its store */
  constructor(connection: SqliteConnection, context: SideContext) {
    this.#connection = connection
    this.#context = context
  }

  put(session: string, entries: readonly SideValue[], asOf: number): Promise<boolean> {
    return this.#context.write(() => {
      if (this.#connection.get(queries.redactedAfter, asColumn(session), asOf) !== undefined) return false
      for (const { kind, seq, value } of entries) {
        // It can be derived again, and a larger one could not be read.
        if (Buffer.byteLength(value) > longestData) continue
        this.#connection.run(queries.put, asColumn(session), asColumn(kind), seq, value)
      }
      return true
    })
  }

  async newest(session: string, kind: string, seq: number): Promise<SideEntry | undefined> {
    this.#context.mustBeOpen()
    const row = this.#connection.get(queries.newest, asColumn(session), asColumn(kind), seq)
    return row === undefined ? undefined : this.#entry(row)
  }

  async *entries({ kind, session }: { kind?: string; session?: string }): AsyncIterable<SideEntry> {
    let last: readonly [string, number] = ['', Number.MIN_SAFE_INTEGER]
    for (;;) {
      this.#context.mustBeOpen()
      const [query, of] = session === undefined ? [queries.ofKind, kind] : [queries.ofSession, session]
      const rows = this.#connection.all(query, asColumn(of ?? ''), ...last)
      if (rows.length === 0) return
      for (const row of rows) {
        const entry = this.#entry(row)
        const place = [asColumn(session === undefined ? entry.session : entry.kind), entry.seq] as const
        // SQLite goes where the pages of a damaged file lead, be it back.
        if (!isAfter(place, last)) throw this.#damaged('leads back to earlier entries')
        last = place
        if (kind === undefined || entry.kind === kind) yield entry
      }
    }
  }

  async remove(session: string, kinds: readonly string[]): Promise<void> {
    await this.#context.write(() => {
      for (const kind of kinds) this.#connection.run(queries.removeKind, asColumn(session), asColumn(kind))
    })
  }

  #entry(row: SqliteRow): SideEntry {
    const [session, kind] = ['session', 'kind'].map((name) => fromColumn(this.#connection.text(row, name)))
    if (session === undefined || kind === undefined) throw this.#damaged('holds a bad name')
    const seq = this.#connection.number(row, 'seq')
    return { session, kind, seq, value: this.#connection.text(row, 'value') }
  }

  #damaged(how: string): StoreError {
    return new StoreError(
      'damaged-file',
      `${this.#connection.name} is damaged: its side table ${how}. Run todo-replay verify, or restore it from a copy.`,
    )
  }
}

/** In the order of SQLite's texts, which is that of their bytes. */
function isAfter(
  [name, seq]: readonly [string, number],
  [last, lastSeq]: readonly [string, number],
): boolean {
  const order = Buffer.compare(Buffer.from(name), Buffer.from(last))
  return order > 0 || (order === 0 && seq > lastSeq)
}
