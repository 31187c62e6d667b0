/** Reads the records of a ledger in SQLite for checking: whatever stands there, and past what can't be read. */

import { StoreError } from '../../errors.js'
import type { RecordRange } from '../chained-store.js'
import type { StoredRecord, UnreadableRecord } from '../stored-record.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { packedRecord, readRow } from './rows.js'

/** Records in memory at once. */
const pageSize = 64

/** How many places one after the other may hold nothing that can be read. Damage makes far fewer at once. */
const longestDamage = 10_000

// Positions go in and out as text: a changed one may be larger than a number can say. All are read in the order of the
// rows themselves, not through an index, which might say something else.
const queries = {
  last: 'SELECT CAST(max(position) AS TEXT) AS place FROM events',
  // From another tree, for when the last row can't be read.
  lastIndexed: `SELECT CAST(max(position) AS TEXT) AS place
    FROM (SELECT position FROM events INDEXED BY sqlite_autoindex_events_1)`,
  from: `SELECT CAST(position AS TEXT) AS place, ${packedRecord} FROM events
    WHERE position >= CAST(? AS INTEGER) AND position <= CAST(? AS INTEGER) ORDER BY position LIMIT ${pageSize}`,
  at: `SELECT CAST(position AS TEXT) AS place, ${packedRecord} FROM events WHERE position = CAST(? AS INTEGER)`,
} as const

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n

/** The records of a range in the order of their positions. A place that can't be read is named, and passed. */
export async function* readRecords(
  connection: SqliteConnection,
  range: RecordRange,
  mustBeOpen: () => void,
): AsyncGenerator<StoredRecord | UnreadableRecord> {
  mustBeOpen()
  const last = range.to === undefined ? lastPlace(connection) : BigInt(range.to)
  // Without a place to begin after, what someone put before the first position is given, too.
  let next = range.after === undefined || range.after === 0 ? lowest : BigInt(range.after) + 1n
  while (next <= last) {
    mustBeOpen()
    const rows = rowsOrNull(() => connection.all(queries.from, String(next), String(last)))
    if (rows === null) {
      // Damage in the file. The first place that is due is 1, whatever might stand before it.
      next = next > 0n ? next : 1n
      const passed = passDamage(connection, next, last)
      for (const record of passed.records) yield record
      if (passed.next === null) return
      next = passed.next
      continue
    }
    if (rows.length === 0) return
    for (const row of rows) {
      mustBeOpen()
      const place = placeOf(connection, row)
      yield readPlace(connection, row, place)
      next = place + 1n
    }
  }
}

/** The records from a place on, one by one, until there is one again after those that can't be read. */
function passDamage(
  connection: SqliteConnection,
  from: bigint,
  last: bigint,
): { readonly records: readonly (StoredRecord | UnreadableRecord)[]; readonly next: bigint | null } {
  const records: (StoredRecord | UnreadableRecord)[] = []
  let damaged = 0
  let place = from
  for (; place <= last && damaged < longestDamage; place += 1n) {
    const rows = rowsOrNull(() => connection.all(queries.at, String(place)))
    if (rows === null) {
      damaged += 1
      records.push({ position: Number(place), unreadable: `the file is damaged at position ${place}` })
      continue
    }
    records.push(...rows.map((row) => readPlace(connection, row, place)))
    if (damaged > 0) return { records, next: place + 1n }
  }
  return { records, next: null }
}

function readPlace(
  connection: SqliteConnection,
  row: SqliteRow,
  place: bigint,
): StoredRecord | UnreadableRecord {
  const { record, unreadable } = readRow(connection.bytes(row, 'record'))
  if (record !== undefined) return record
  return { position: Number(place), unreadable: `the row at position ${place} ${unreadable}` }
}

/** The last place that can be read; past the last row where none can. */
function lastPlace(connection: SqliteConnection): bigint {
  for (const query of [queries.last, queries.lastIndexed]) {
    const rows = rowsOrNull(() => connection.all(query))
    const [row] = rows ?? []
    if (row !== undefined) return row.get('place') === null ? 0n : placeOf(connection, row)
  }
  return highest
}

function placeOf(connection: SqliteConnection, row: SqliteRow): bigint {
  return BigInt(connection.text(row, 'place'))
}

/** The rows that a query gives, or null where the file is too damaged to give them. */
function rowsOrNull(query: () => readonly SqliteRow[]): readonly SqliteRow[] | null {
  try {
    return query()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged-file') return null
    throw error
  }
}
