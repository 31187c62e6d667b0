/** Rows of the tables as records, and records as statements take them. */

import { createHash } from 'node:crypto'
import { StoreError } from '@todo-ledger/core'
import { asColumn, fromColumn, type StoredRecord } from '@todo-ledger/core/store'
import type { PostgresRow } from './database.js'

/** What an event is read by. */
export const recordColumns = `e.seq, e.id, e.turn, e.at, e.type, e.version, e.source, e.actor, e.data, e.salt, e.digest, e.hash`

/** An index holds no text over some 2,700 bytes: a longer one is found by its digest. */
const longestKey = 500

/** A text that an index can hold, another one for each text. */
export function keyOf(text: string): string {
  const written = asColumn(text)
  return written.length <= longestKey
    ? `=${written}`
    : `#${createHash('sha256').update(written).digest('hex')}`
}

/** A record as statements take it. */
export function rowOf({ session: _session, ...record }: StoredRecord) {
  return { ...record, id: asColumn(record.id), id_key: keyOf(record.id) }
}

/** A record of a row; `position` and `link` are 0 and '' where the row has none. @throws StoreError `bad-event` */
export function recordOf(row: PostgresRow, session: string): StoredRecord {
  return {
    position: wholeNumber(row['position'] ?? 0),
    session,
    seq: wholeNumber(row['seq']),
    id: textOf(row['id']),
    turn: wholeNumber(row['turn']),
    at: wholeNumber(row['at']),
    type: String(row['type']),
    version: wholeNumber(row['version']),
    source: textOrNull(row['source']),
    actor: textOrNull(row['actor']),
    data: textOrNull(row['data']),
    salt: textOrNull(row['salt']),
    digest: String(row['digest']),
    hash: String(row['hash']),
    link: String(row['link'] ?? ''),
  }
}

/** The text that a column holds as JSON writes it. @throws StoreError `bad-event` */
export function textOf(column: unknown): string {
  const text = fromColumn(String(column))
  if (text !== undefined) return text
  throw new StoreError('bad-event', 'A row of the ledger holds a name that is not written as JSON writes it.')
}

/** A number of a bigint, which drivers give as text. @throws StoreError `bad-event` */
export function wholeNumber(value: unknown): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  const what = `A row of the ledger holds ${String(value)} where a whole number belongs.`
  throw new StoreError('bad-event', what)
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
