/** Reads a whole ledger in SQLite, for checking, too: whatever stands there, and past what can't be read. */

import { StoreError } from '../../errors.js'
import type { LedgerEntry } from '../event-store.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { packedRecord, readRow } from './rows.js'

/** Records in memory at once. */
const pageSize = 64

/** No record takes fewer bytes: its digest, hash and link are texts of 64 digits. */
const leastBytes = 192

// Positions go in and out as text: a changed one may be larger than a number can say. All are read in the order of the
// rows themselves, not through an index, which might say something else.
const queries = {
  last: 'SELECT CAST(max(position) AS TEXT) AS place FROM events',
  // From another tree, for when the last row can't be read.
  lastIndexed: `SELECT CAST(max(position) AS TEXT) AS place
    FROM (SELECT position FROM events INDEXED BY sqlite_autoindex_events_1 LIMIT ?)`,
  from: `SELECT CAST(position AS TEXT) AS place, ${packedRecord} FROM events
    WHERE position >= CAST(? AS INTEGER) AND position <= CAST(? AS INTEGER) ORDER BY position LIMIT ?`,
} as const

const lowest = -(2n ** 63n)
const highest = 2n ** 63n - 1n

/**
 * The entries of a range in the order of their positions. A place that can't be read is named, and passed. Each place
 * is above the one before, and no more of them are passed than the file has room for: so it ends, whatever the file says.
 */
export function* readLedger(
  connection: SqliteConnection,
  { after = 0, to }: { readonly after?: number; readonly to?: number | undefined },
  mustBeOpen: () => void,
): Generator<Omit<LedgerEntry, 'event'>> {
  mustBeOpen()
  const last = to === undefined ? lastPlace(connection) : BigInt(to)
  // From the beginning on, what someone put before the first position is given, too.
  let next = after === 0 ? lowest : BigInt(after) + 1n
  let passed = 0
  let limit = pageSize
  while (next <= last) {
    mustBeOpen()
    const rows = rowsOrNull(() => connection.all(queries.from, String(next), String(last), limit))
    if (rows?.length === 0) return
    let given = 0
    for (const row of rows ?? []) {
      const place = placeOf(connection, row)
      // SQLite goes where the pages lead, be it back.
      if (place < next || place > last) break
      mustBeOpen()
      yield entryOf(connection, row, place)
      next = place + 1n
      given += 1
    }
    if (rows !== null && given === rows.length) {
      limit = pageSize
    } else if (limit > 1) {
      // There is damage ahead: one by one up to it, and past it.
      limit = 1
    } else {
      // The first place that is due is 1, whatever might stand before it.
      next = next > 0n ? next : 1n
      if (passed >= mostPlaces(connection)) return
      passed += 1
      yield unreadable(next, `the file is damaged at position ${next}`)
      next += 1n
    }
  }
}

function entryOf(connection: SqliteConnection, row: SqliteRow, place: bigint): Omit<LedgerEntry, 'event'> {
  const read = readRow(connection.bytes(row, 'record'))
  if ('record' in read) return { position: Number(place), record: read.record }
  return unreadable(place, `the row at position ${place} ${read.unreadable}`)
}

function unreadable(place: bigint, why: string): Omit<LedgerEntry, 'event'> {
  const position = Number(place)
  return { position, record: { position, unreadable: why } }
}

/** As many records as the file has room for. */
function mostPlaces(connection: SqliteConnection): number {
  const bytes = (connection.pragma('page_count') ?? 0) * (connection.pragma('page_size') ?? 0)
  return Math.ceil(bytes / leastBytes)
}

/** The last place that can be read; past the last row if none can. */
function lastPlace(connection: SqliteConnection): bigint {
  const ways = [
    () => connection.all(queries.last),
    () => connection.all(queries.lastIndexed, mostPlaces(connection)),
  ]
  for (const way of ways) {
    const [row] = rowsOrNull(way) ?? []
    if (row !== undefined) return row.get('place') === null ? 0n : placeOf(connection, row)
  }
  return highest
}

function placeOf(connection: SqliteConnection, row: SqliteRow): bigint {
  return BigInt(connection.text(row, 'place'))
}

/** The rows that a query gives, or null if the file is too damaged to give them. */
function rowsOrNull(query: () => readonly SqliteRow[]): readonly SqliteRow[] | null {
  try {
    return query()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged-file') return null
    throw error
  }
}
