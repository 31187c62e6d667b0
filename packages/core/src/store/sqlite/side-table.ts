/** The table `side` of a ledger in SQLite: derived data that can be thrown away. */

import { asColumn, fromColumn, longestData } from '../codec.js'
import type { SideEntry, SideTable, SideValue } from '../event-store.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { boundedColumn } from './rows.js'

const pageSize = 16

/** The file may have been damaged or changed. */
const columns = `${boundedColumn('session')}, ${boundedColumn('kind')}, seq, ${boundedColumn('value', longestData)}`

const queries = {
  put: 'INSERT OR REPLACE INTO side (session, kind, seq, value) VALUES (?, ?, ?, ?)',
  redactedAfter: `SELECT seq FROM events WHERE session = ? AND seq > ? AND type = 'session.redacted' LIMIT 1`,
  newest: `SELECT ${columns} FROM side WHERE session = ? AND kind = ? AND seq <= ? ORDER BY side.seq DESC LIMIT 1`,
  entries: `SELECT ${columns} FROM side INDEXED BY side_by_kind WHERE kind = ? AND (session, seq) > (?, ?) ORDER BY side.session, side.seq LIMIT ${pageSize}`,
  remove: 'DELETE FROM side WHERE session = ?',
  removeKind: 'DELETE FROM side WHERE session = ? AND kind = ?',
} as const

/** Removes all entries of a session. To be called within a transaction. */
export function removeSide(connection: SqliteConnection, session: string): void {
  connection.run(queries.remove, [asColumn(session)])
}

/**
 * The side table of one ledger.
 * @param mustBeOpen throws where the store is closed; @param write the store's way to write
 */
export function sqliteSideTable(
  connection: SqliteConnection,
  mustBeOpen: () => void,
  write: <Result>(run: () => Result) => Promise<Result>,
): SideTable {
  const entryOf = (row: SqliteRow): SideEntry => {
    const [session, kind] = ['session', 'kind'].map((name) => fromColumn(connection.text(row, name)))
    if (session === undefined || kind === undefined)
      throw connection.damaged('holds a bad name in its side table')
    return { session, kind, seq: connection.number(row, 'seq'), value: connection.text(row, 'value') }
  }
  return {
    put: (session: string, entries: readonly SideValue[], asOf: number) =>
      write(() => {
        if (connection.get(queries.redactedAfter, asColumn(session), asOf) !== undefined) return false
        for (const { kind, seq, value } of entries) {
          // It can be derived again, and a larger one could not be read.
          if (Buffer.byteLength(value) > longestData) continue
          connection.run(queries.put, [asColumn(session), asColumn(kind), seq, value])
        }
        return true
      }),

    async newest(session: string, kind: string, seq: number) {
      mustBeOpen()
      const row = connection.get(queries.newest, asColumn(session), asColumn(kind), seq)
      return row === undefined ? undefined : entryOf(row)
    },

    async *entries(kind: string) {
      let [lastSession, lastSeq] = ['', Number.MIN_SAFE_INTEGER]
      for (;;) {
        mustBeOpen()
        const rows = connection.all(queries.entries, asColumn(kind), lastSession, lastSeq)
        if (rows.length === 0) return
        for (const row of rows) {
          const entry = entryOf(row)
          const session = asColumn(entry.session)
          // In the order of SQLite's texts, which is that of their bytes; the pages of a damaged file may lead back.
          const order = Buffer.compare(Buffer.from(session), Buffer.from(lastSession))
          if (order < 0 || (order === 0 && entry.seq <= lastSeq))
            throw connection.damaged('leads back to earlier entries of its side table')
          lastSession = session
          lastSeq = entry.seq
          yield entry
        }
      }
    },

    remove: (session: string, kind: string) =>
      write(() => {
        connection.run(queries.removeKind, [asColumn(session), asColumn(kind)])
      }),
  }
}
