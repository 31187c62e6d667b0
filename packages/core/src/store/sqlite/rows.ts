/**
 * Rows of the table `events` as records and back. A row is read as one run of bytes: the driver ends the process at a
 * text that is not UTF-8, and cuts one at a NUL, and a file may have been damaged or changed.
 */

import type { StoredRecord } from '../event-store.js'
import { type SqliteConnection, textOf } from './connection.js'
import type { SqliteValue } from './driver.js'
import { isLongRow } from './lengths.js'
import { asColumn, fromColumn } from './schema.js'

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

/** Selects a row as bytes, under the name `record`; without any if it is too large to be one. */
export const packedRecord: string = `CASE WHEN ${isLongRow} THEN x'' ELSE CAST(${packed} AS BLOB) END AS record`

const insertInto = `INSERT INTO events (${columns.join(', ')}) VALUES `
const oneRow = `(${columns.map(() => '?').join(', ')})`

/** Statements that store 1 record, 2, and so on: of many a row takes three quarters of the time of one by itself. */
const inserts = Array.from(
  { length: 16 },
  (_, index) =>
    insertInto +
    Array(index + 1)
      .fill(oneRow)
      .join(', '),
)

/** Stores records. To be called within a transaction. */
export function insertRecords(connection: SqliteConnection, records: readonly StoredRecord[]): void {
  for (let from = 0; from < records.length; from += inserts.length) {
    const chunk = records.slice(from, from + inserts.length)
    const values: SqliteValue[] = []
    for (const record of chunk) {
      for (const column of columns) {
        values.push(column === 'session' || column === 'id' ? asColumn(record[column]) : record[column])
      }
    }
    connection.run(inserts[chunk.length - 1] ?? '', ...values)
  }
}

/** What a row holds: a record, or why it is none. */
export type ReadRow = { readonly record: StoredRecord } | { readonly unreadable: string }

/** Reads the bytes of `packedRecord`. Two rows that differ never give the same record. */
export function readRow(bytes: Uint8Array): ReadRow {
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
  const [kinds = '', ...packedValues] = values
  if (!rightTypes.test(kinds)) return { unreadable: 'holds a value of another type than its column' }
  const at = (column: (typeof columns)[number]) => packedValues[columns.indexOf(column)] ?? ''
  const orNull = (column: (typeof columns)[number], value = at(column)) =>
    kinds[columns.indexOf(column)] === 'n' ? null : value
  const numbers = {
    position: Number(at('position')),
    seq: Number(at('seq')),
    turn: Number(at('turn')),
    at: Number(at('at')),
    version: Number(at('version')),
  }
  if (!Object.values(numbers).every(Number.isSafeInteger))
    return { unreadable: 'holds a number that is too large' }
  const [session, id] = [fromColumn(at('session')), fromColumn(at('id'))]
  if (session === undefined || id === undefined) {
    const which = session === undefined ? 'a session' : 'an id'
    return { unreadable: `holds ${which} that is not written as JSON writes it` }
  }
  const record = {
    ...numbers,
    session,
    id,
    type: at('type'),
    source: orNull('source'),
    actor: orNull('actor'),
    salt: orNull('salt'),
    digest: at('digest'),
    hash: at('hash'),
    link: at('link'),
    data: orNull('data', text.slice(start)),
  }
  return { record }
}
