/**
 * Rows of the table `events` as records and back. A row is read as one run of bytes: the driver ends the process at a
 * text that is not UTF-8, and cuts one at a NUL, and a file may have been damaged or changed.
 */

import { StoreError } from '../../errors.js'
import { asColumn, fromColumn, longestData, longestId } from '../codec.js'
import type { StoredRecord } from '../event-store.js'
import { type SqliteConnection, textOf } from './connection.js'
import type { SqliteValue } from './driver.js'
import { resultCodeOf } from './failures.js'

/** In the order in which they are packed. The data comes last: it may hold what separates the others. */
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

const separator = '\u001f'

const packed = [
  columns.map((column) => `substr(typeof(${column}), 1, 1)`).join(' || '),
  ...columns.map((column) => `ifnull(${column}, '')`),
].join(' || char(31) || ')

/** In bytes: beside its data a record holds four texts with an id each, of which JSON writes a character with six at most. */
const longestRecord = longestData + 4 * 7 * longestId

/** Selects a row as bytes, under the name `record`; without any if it is too large to be one: SQLite knows without reading. */
export const packedRecord: string = `CASE WHEN ${columns.map((column) => `ifnull(octet_length(${column}), 0)`).join(' + ')} > ${longestRecord}
  THEN x'' ELSE CAST(${packed} AS BLOB) END AS record`

/** Selects a column as bytes; null where it is longer than it may be. */
export function boundedColumn(column: string, longest: number = 6 * longestId): string {
  return `CASE WHEN octet_length(${column}) <= ${longest} THEN CAST(${column} AS BLOB) END AS ${column}`
}

/** So many rows take three quarters of the time that they take one by one. */
export const rowsAtOnce = 16

/** SQLite's code for a row that a table refuses: here, whose id is taken. Source: sqlite.org/rescode.html */
const constraint = 19

const insert = `INSERT INTO events (${columns.join(', ')})`
const row = `(${columns.map(() => '?').join(', ')})`
/** By their number. */
const rows = Array.from({ length: rowsAtOnce + 1 }, (_, count) => Array<string>(count).fill(row).join(', '))
const inserting = rows.map((values) => `${insert} VALUES ${values}`)
const insertingAfter = rows.map(
  (values) => `${insert} SELECT * FROM (VALUES ${values})
    WHERE (SELECT link FROM events ORDER BY position DESC LIMIT 1) = ?`,
)

const valuesOf = (record: StoredRecord): SqliteValue[] =>
  columns.map((column) =>
    column === 'session' || column === 'id' ? asColumn(record[column]) : record[column],
  )

/** Stores records. To be called within a transaction. */
export function insertRecords(connection: SqliteConnection, records: readonly StoredRecord[]): void {
  for (let from = 0; from < records.length; from += rowsAtOnce) {
    const chunk = records.slice(from, from + rowsAtOnce)
    connection.run(inserting[chunk.length] ?? '', chunk.flatMap(valuesOf))
  }
}

/**
 * Stores at most `rowsAtOnce` records if the ledger still ends with a link, which covers all that stands in it, and holds
 * none of their ids: all of them or none. To be called within a transaction.
 * @returns whether they were stored
 */
export function insertAfter(
  connection: SqliteConnection,
  link: string,
  records: readonly StoredRecord[],
): boolean {
  try {
    return connection.run(insertingAfter[records.length] ?? '', [...records.flatMap(valuesOf), link]) > 0
  } catch (error) {
    if (error instanceof StoreError && (resultCodeOf(error.cause) & 0xff) === constraint) return false
    throw error
  }
}

/** Reads the bytes of `packedRecord`: a record, or why it is none. Two rows that differ never give the same record. */
export function readRow(bytes: Uint8Array): { record: StoredRecord } | { unreadable: string } {
  if (bytes.length === 0) return { unreadable: 'is too large for an event' }
  const text = textOf(bytes)
  if (text === undefined) return { unreadable: 'holds a text that is not UTF-8' }
  const values: string[] = []
  let start = 0
  while (values.length < columns.length) {
    const end = text.indexOf(separator, start)
    if (end === -1) return { unreadable: 'holds values that cannot be told apart' }
    values.push(text.slice(start, end))
    start = end + 1
  }
  const [kinds = '', position, session = '', seq, id = '', turn, at, type = '', version, ...others] = values
  const [source = '', actor = '', salt = '', digest = '', hash = '', link = ''] = others
  if (!rightTypes.test(kinds)) return { unreadable: 'holds a value of another type than its column' }
  const numbers = {
    position: Number(position),
    seq: Number(seq),
    turn: Number(turn),
    at: Number(at),
    version: Number(version),
  }
  if (!Object.values(numbers).every(Number.isSafeInteger))
    return { unreadable: 'holds a number that is too large' }
  const [ownSession, ownId] = [fromColumn(session), fromColumn(id)]
  if (ownSession === undefined || ownId === undefined)
    return { unreadable: 'holds a session or an id that is not written as JSON writes it' }
  const orNull = (column: (typeof columns)[number], value: string) =>
    kinds[columns.indexOf(column)] === 'n' ? null : value
  const record = {
    ...numbers,
    session: ownSession,
    id: ownId,
    type,
    source: orNull('source', source),
    actor: orNull('actor', actor),
    salt: orNull('salt', salt),
    digest,
    hash,
    link,
    data: orNull('data', text.slice(start)),
  }
  return { record }
}
