/** The table `side` of a ledger in PostgreSQL: derived data that can be thrown away. */

import { asColumn, type SideEntry, type SideTable } from '@todo-ledger/core/store'
import type { Ask, PostgresRow } from './database.js'
import { keyOf, textOf, wholeNumber } from './rows.js'

const pageSize = 16
const sessionOf = '(SELECT number FROM $schema.sessions WHERE name_key = $1)'
const columns =
  'SELECT s.number, s.name, d.kind, d.seq, d.value FROM $schema.side d JOIN $schema.sessions s ON s.number = d.session'

const queries = {
  put: `WITH own AS (SELECT number FROM $schema.sessions WHERE name_key = $1 AND last_redaction <= $2::bigint FOR UPDATE),
    stored AS (INSERT INTO $schema.side (kind, session, seq, value)
      SELECT d.kind, own.number, d.seq, d.value FROM own, json_to_recordset($3::json) AS d(kind text, seq bigint, value text)
      ON CONFLICT (kind, session, seq) DO UPDATE SET value = EXCLUDED.value)
    SELECT number FROM own`,
  newest: `${columns} WHERE d.session = ${sessionOf} AND d.kind = $2 AND d.seq <= $3 ORDER BY d.seq DESC LIMIT 1`,
  entries: `${columns} WHERE d.kind = $1 AND (d.session, d.seq) > ($2::bigint, $3::bigint) ORDER BY d.session, d.seq LIMIT ${pageSize}`,
  remove: `DELETE FROM $schema.side WHERE session = ${sessionOf} AND kind = $2`,
} as const

/** The side table of one ledger. @param read, write the store's ways to ask */
export function postgresSideTable(read: Ask, write: Ask): SideTable {
  return {
    async put(session, entries, asOf) {
      const values = JSON.stringify(entries.map((entry) => ({ ...entry, kind: asColumn(entry.kind) })))
      return (await write(queries.put, [keyOf(session), asOf, values])).length > 0
    },

    async newest(session, kind, seq) {
      const [row] = await read(queries.newest, [keyOf(session), asColumn(kind), seq])
      return row === undefined ? undefined : entryOf(row)
    },

    async *entries(kind) {
      for (let [session, seq] = [0, -1]; ; ) {
        const rows = await read(queries.entries, [asColumn(kind), session, seq])
        if (rows.length === 0) return
        for (const row of rows) {
          const entry = entryOf(row)
          session = wholeNumber(row['number'])
          seq = entry.seq
          yield entry
        }
      }
    },

    async remove(session, kind) {
      await write(queries.remove, [keyOf(session), asColumn(kind)])
    },
  }
}

function entryOf(row: PostgresRow): SideEntry {
  return {
    session: textOf(row['name']),
    kind: textOf(row['kind']),
    seq: wholeNumber(row['seq']),
    value: String(row['value']),
  }
}
