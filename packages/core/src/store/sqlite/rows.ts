/**
 * Rows of the table `events` as records and back. A row is read as one run of bytes: the driver ends the process at a
 * text that is not UTF-8, and cuts one at a NUL, and a file may have been damaged or changed.
 */

import { textOf } from '../codec/utf8.js'
import type { StoredRecord } from '../stored-record.js'
import type { SqliteConnection, SqliteRow, SqliteValue } from './connection.js'
import { asColumn, fromColumn } from './tables.js'

/** In the order in which they are packed. The data comes last: it is large, and may hold what parts the others. */
const columns = [
  'position',
  'session',
  'seq',
  'id',
  'turn',
  'at',
  'type',
  'version',
  'source',
  'actor',
  'salt',
  'digest',
  'hash',
  'link',
  'data',
] as const

/** What SQLite says the values' types are, by their first letters: integer, text, null. */
const rightTypes = /^ititiiti[tn][tn][tn]ttt[tn]$/

/** Stands between two values. No value but the data holds it, or the row is no record. */
const separator = '\u001f'

/** Selects a row as bytes, under the name `record`. @param data what is selected as its data */
export function packedWith(data: string): string {
  const values = columns.map((column) => (column === 'data' ? data : column))
  const types = values.map((value) => `substr(typeof(${value}), 1, 1)`).join(' || ')
  return `CAST(${[types, ...values.map((value) => `ifnull(${value}, '')`)].join(' || char(31) || ')} AS BLOB) AS record`
}

/** Selects a row as bytes, under the name `record`. */
export const packedRecord: string = packedWith('data')

const insertInto = `INTO events (${columns.join(', ')}) VALUES `
const oneRow = `(${columns.map(() => '?').join(', ')})`

/** Stores a record, unless one of its position, seq or id is there. */
export const insertNewRecord: string = `INSERT OR IGNORE ${insertInto}${oneRow}`

/** What stores 1 record, 2, and so on. A row of many takes three quarters of the time of one by itself. */
const inserts: readonly string[] = Array.from(
  { length: 16 },
  (_, index) =>
    `INSERT ${insertInto}${Array(index + 1)
      .fill(oneRow)
      .join(', ')}`,
)

/** Stores records. To be called within a transaction. */
export function insertRecords(connection: SqliteConnection, records: readonly StoredRecord[]): void {
  for (let from = 0; from < records.length; from += inserts.length) {
    const chunk = records.slice(from, from + inserts.length)
    const [insert = ''] = inserts.slice(chunk.length - 1)
    const values: SqliteValue[] = []
    for (const record of chunk) values.push(...rowOf(record))
    connection.run(insert, ...values)
  }
}

/** What a statement that stores a record is given. */
export function rowOf(record: StoredRecord): SqliteValue[] {
  const {
    position,
    session,
    seq,
    id,
    turn,
    at,
    type,
    version,
    source,
    actor,
    salt,
    digest,
    hash,
    link,
    data,
  } = record
  return [
    position,
    asColumn(session),
    seq,
    asColumn(id),
    turn,
    at,
    type,
    version,
    source,
    actor,
    salt,
    digest,
    hash,
    link,
    data,
  ]
}

/** What a row holds: a record, or why it is none. */
type ReadRow =
  | { readonly record: StoredRecord; readonly unreadable?: never; readonly position: number }
  | { readonly record?: never; readonly unreadable: string; readonly position: number }

/** Reads the bytes of `packedRecord`. Two rows that differ never give the same record. */
export function readRow(bytes: Uint8Array): ReadRow {
  const text = textOf(bytes)
  // What is not UTF-8 stands after the position.
  const values = valuesOf(text ?? Buffer.from(bytes).toString('latin1'))
  const position = Number(values?.[1] ?? Number.NaN)
  if (text === undefined) return { unreadable: 'holds a text that is not UTF-8', position }
  if (values === null) return { unreadable: 'holds values that cannot be told apart', position }
  return recordOf(values, position)
}

/**
 * The records behind a position in order, without what can't be read: that is left to `verify`.
 * @param pageAfter the next rows behind a position, as `readRow` takes them; none at the end
 */
export function* readableRecords(
  connection: SqliteConnection,
  after: number,
  pageAfter: (after: number) => readonly SqliteRow[],
): Generator<StoredRecord> {
  for (let last = after; ; ) {
    const rows = pageAfter(last)
    if (rows.length === 0) return
    for (const row of rows) {
      const { record, position } = readRow(connection.bytes(row, 'record'))
      // SQLite goes where the pages of a damaged file lead, be it back.
      if (!(position > last)) return
      last = position
      if (record !== undefined) yield record
    }
  }
}

/** The types, then the values in the order of the columns; null where there are too few. */
function valuesOf(text: string): readonly string[] | null {
  const values: string[] = []
  let start = 0
  for (let count = 0; count < columns.length; count += 1) {
    const end = text.indexOf(separator, start)
    if (end === -1) return null
    values.push(text.slice(start, end))
    start = end + 1
  }
  values.push(text.slice(start))
  return values
}

function recordOf(values: readonly string[], position: number): ReadRow {
  const [kinds = '', , sessionColumn = '', seqText, idColumn = '', turnText, atText, type = '', ...others] =
    values
  const [versionText, source = '', actor = '', salt = '', digest = '', hash = '', link = '', data = ''] =
    others
  const unreadable = (why: string): ReadRow => ({ unreadable: `holds ${why}`, position })
  if (!rightTypes.test(kinds)) return unreadable('a value of another type than its column')
  const [seq, turn, at, version] = [seqText, turnText, atText, versionText].map(Number)
  if (!isWhole(position) || !isWhole(seq) || !isWhole(turn) || !isWhole(at) || !isWhole(version)) {
    return unreadable('a number that is too large')
  }
  const session = fromColumn(sessionColumn)
  if (session === undefined) return unreadable('a session that is not written as JSON writes it')
  const id = fromColumn(idColumn)
  if (id === undefined) return unreadable('an id that is not written as JSON writes it')
  const record = {
    position,
    session,
    seq,
    id,
    turn,
    at,
    type,
    version,
    source: kinds[8] === 'n' ? null : source,
    actor: kinds[9] === 'n' ? null : actor,
    data: kinds[14] === 'n' ? null : data,
    salt: kinds[10] === 'n' ? null : salt,
    digest,
    hash,
    link,
  }
  return { record, position }
}

function isWhole(value: number | undefined): value is number {
  return Number.isSafeInteger(value)
}
