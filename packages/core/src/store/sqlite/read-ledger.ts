/** Reads a whole ledger in SQLite, for checking, too: whatever stands there. */

import { StoreError } from '../../errors.js'
import type { StoredRecord, UnreadableRecord } from '../event-store.js'
import type { SqliteConnection, SqliteRow } from './connection.js'
import { packedRecord, readRow } from './rows.js'

/** Records in memory at once. */
const pageSize = 64

// Positions go in and out as text: a changed one may be larger than a number can say. All are read in the order of the
// rows themselves, not through an index, which might say something else.
const pageQuery = `SELECT CAST(position AS TEXT) AS place, ${packedRecord} FROM events
  WHERE position >= CAST(? AS INTEGER) AND position <= CAST(? AS INTEGER) ORDER BY position LIMIT ${pageSize}`
const lastQuery = 'SELECT CAST(ifnull(max(position), 0) AS TEXT) AS place FROM events'

const lowest = -(2n ** 63n)

/**
 * The records of a range in the order of their positions. A row that can't be read is named, and passed; where the file
 * itself is damaged, that is the last thing that is given.
 */
export function* readLedger(
  connection: SqliteConnection,
  { after = 0, to }: { readonly after?: number; readonly to?: number | undefined },
  mustBeOpen: () => void,
): Generator<StoredRecord | UnreadableRecord> {
  // From the beginning on, what someone put before the first position is given, too.
  let next = after === 0 ? lowest : BigInt(after) + 1n
  const damagedAt = (place: bigint) => {
    const position = Number(place > 0n ? place : 1n)
    return { position, unreadable: `the file is damaged at position ${position}, or its disk failed` }
  }
  mustBeOpen()
  try {
    const [end] = to === undefined ? connection.all(lastQuery) : []
    const last = end === undefined ? BigInt(to ?? 0) : placeOf(connection, end)
    while (next <= last) {
      mustBeOpen()
      const rows = connection.all(pageQuery, String(next), String(last))
      if (rows.length === 0) return
      for (const row of rows) {
        const place = placeOf(connection, row)
        // SQLite goes where the pages of a damaged file lead, be it back.
        if (place < next || place > last) return yield damagedAt(next)
        mustBeOpen()
        yield recordIn(connection, row, place)
        next = place + 1n
      }
    }
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'damaged-file')) throw error
    yield damagedAt(next)
  }
}

function recordIn(connection: SqliteConnection, row: SqliteRow, place: bigint) {
  const read = readRow(connection.bytes(row, 'record'))
  if ('record' in read) return read.record
  return { position: Number(place), unreadable: `the row at position ${place} ${read.unreadable}` }
}

function placeOf(connection: SqliteConnection, row: SqliteRow): bigint {
  return BigInt(connection.text(row, 'place'))
}
