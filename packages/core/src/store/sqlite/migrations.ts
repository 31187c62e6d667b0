/** Brings the tables of older programs up to date: one function a step, forward only. */

import { StoreError } from '../../errors.js'
import { type ChainEnds, chainRecord, firstHash, firstLink } from '../chain/chain.js'
import { newLedgerId, type RandomBytes } from '../chain/salts.js'
import { decodeStored } from '../codec/codec.js'
import { recordTexts } from '../codec/record-codec.js'
import type { StoredRecord } from '../stored-record.js'
import type { SqliteConnection } from './connection.js'
import { SqliteEvents } from './events.js'
import { insertRecords } from './rows.js'
import { SqliteSessionIndex } from './session-index.js'
import {
  applicationId,
  fromColumn,
  schemaVersion,
  schemaWithActors,
  schemaWithList,
  tableSteps,
} from './tables.js'

/**
 * Brings a ledger up to date. To be called within a transaction, with the schema read within it.
 * @throws StoreError `damaged-file` when what stands there can't be; the ledger is to be rolled back
 */
export function migrate(connection: SqliteConnection, from: number, random: RandomBytes): void {
  if (from === 1) connection.exec('DROP INDEX first_events; ALTER TABLE events RENAME TO events_of_schema_1')
  for (const step of tableSteps.slice(from - 1)) connection.exec(step)
  if (from === 1) chainEvents(connection, random)
  if (from < schemaWithList) indexSessions(connection)
  // Until now the list was always whole.
  connection.exec(
    `UPDATE meta SET value = (SELECT CAST(ifnull(max(position), 0) AS TEXT) FROM events) WHERE name = 'listed'`,
  )
  connection.run(`UPDATE meta SET value = ? WHERE name = 'schema'`, String(schemaVersion))
}

/** Rows in memory at once. */
const pageSize = 64

/**
 * Since schema 2 a ledger has an id, an event's data stands by itself, and the events are chained by hashes.
 * In schema 1 a row's `body` is the text of the whole event, and the columns say again what stands there.
 */
function chainEvents(connection: SqliteConnection, random: RandomBytes): void {
  const ledger = newLedgerId(random)
  connection.run(`INSERT INTO meta VALUES ('ledger', ?)`, ledger)
  const hashes = new Map<string, ChainEnds['hash']>()
  let position = 0
  let link = firstLink(ledger)
  for (const event of eventsOfSchema1(connection)) {
    const { session } = event
    const hash = hashes.get(session) ?? firstHash(ledger, session)
    const record: StoredRecord = chainRecord(event, recordTexts(event), { position, link, hash }, random)
    insertRecords(connection, [record])
    position = record.position
    link = record.link
    hashes.set(session, record.hash)
  }
  connection.exec('DROP TABLE events_of_schema_1')
}

/** Has a ledger that is only to be read show what its events lack, to this connection alone. @param schema 2 or later */
export function showAsOfToday(connection: SqliteConnection, schema: number): void {
  if (schema < schemaWithActors)
    connection.exec('CREATE TEMP VIEW IF NOT EXISTS events AS SELECT *, NULL AS actor FROM main.events')
}

function* eventsOfSchema1(connection: SqliteConnection): Iterable<ReturnType<typeof decodeStored>> {
  const query = `SELECT position, CAST(session AS BLOB) AS session, seq, CAST(id AS BLOB) AS id,
    CAST(body AS BLOB) AS body FROM events_of_schema_1 WHERE position > ? ORDER BY position LIMIT ${pageSize}`
  for (let after = 0; ; ) {
    const page = connection.all(query, after)
    if (page.length === 0) return
    for (const row of page) {
      after = connection.number(row, 'position')
      const place = `The event at position ${after} of ${connection.name}`
      const event = decodeStored(connection.text(row, 'body'), place)
      const agrees =
        event.session === fromColumn(connection.text(row, 'session')) &&
        event.seq === connection.number(row, 'seq') &&
        event.id === fromColumn(connection.text(row, 'id'))
      if (!agrees) {
        throw new StoreError(
          'bad-event',
          `${place} has another session, seq or id in its row. It was damaged or changed.`,
        )
      }
      yield event
    }
  }
}

/** Since schema 3 what a list of sessions shows of each stands beside the events. */
function indexSessions(connection: SqliteConnection): void {
  const events = new SqliteEvents(connection, null, true)
  new SqliteSessionIndex(connection, (session) => events.records(session)).make(events.readableRecords())
}

/** The tables of schema 1, as they were. */
const tablesOfSchema1 = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    turn INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash TEXT,
    UNIQUE (session, seq),
    UNIQUE (session, id)
  ) STRICT;
  CREATE INDEX first_events ON events (position, session) WHERE seq = 1;
  PRAGMA application_id = ${applicationId};
`

/** Copies a ledger of schema 1, as it is, into an empty database. */
export function copyTables(from: SqliteConnection, to: SqliteConnection): void {
  to.exec(tablesOfSchema1)
  from.exec('BEGIN')
  try {
    copyRows(from, to, 'meta', ['name', 'value'])
    copyRows(from, to, 'events', ['position', 'session', 'seq', 'id', 'type', 'turn', 'at', 'body'])
  } finally {
    from.rollBack()
  }
}

/** Copies rows, their values as the bytes that they are. */
function copyRows(
  from: SqliteConnection,
  to: SqliteConnection,
  table: string,
  columns: readonly string[],
): void {
  const values = columns.map((column) => `CAST(${column} AS BLOB) AS ${column}`).join(', ')
  const page = `SELECT rowid AS place, ${values} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${pageSize}`
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  for (let after = 0; ; ) {
    const rows = from.all(page, after)
    if (rows.length === 0) return
    for (const row of rows) {
      to.run(insert, ...columns.map((column) => from.text(row, column)))
      after = from.number(row, 'place')
    }
  }
}
