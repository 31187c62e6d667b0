/** The tables of a ledger in SQLite, and how a file is recognised as one. */

import { StoreError } from '../errors.js'
import type { SqliteConnection } from './sqlite-connection.js'

/** What the header of a ledger says it is: `todo` in ASCII. Source: sqlite.org/fileformat.html, "application ID" */
const applicationId = 0x746f646f

/** The version of the tables that this program writes. */
const schemaVersion = 1

/**
 * Session and event ids stand in their columns as JSON writes them, without the quotes: SQLite's text is UTF-8 and ends
 * at a NUL, and an id may hold a lone surrogate and anything else.
 */
const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  INSERT INTO meta VALUES ('format', 'todo-ledger'), ('schema', '${schemaVersion}');
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

/** Text as JSON writes it, without the quotes. */
export function asColumn(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/**
 * Makes sure that a database is a ledger: creates the tables in an empty one.
 * @throws StoreError `not-a-ledger` for another program's database, `newer-schema` for a newer program's ledger
 */
export function ensureLedger(connection: SqliteConnection): void {
  if (isEmpty(connection)) {
    connection.transaction(() => {
      // Another process may have been faster.
      if (isEmpty(connection)) connection.exec(tables)
    })
  }
  requireLedger(connection)
}

/**
 * Makes sure that a database is a ledger, without writing.
 * @throws StoreError `not-a-ledger` or `newer-schema`
 */
export function requireLedger(connection: SqliteConnection): void {
  if (pragma(connection, 'application_id') !== applicationId) {
    throw new StoreError(
      'not-a-ledger',
      `${connection.name} is no ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.`,
    )
  }
  const row = connection.get(`SELECT value FROM meta WHERE name = 'schema'`)
  const schema = row === undefined ? Number.NaN : Number(connection.text(row, 'value'))
  if (schema > schemaVersion) {
    throw new StoreError(
      'newer-schema',
      `${connection.name} was written by a newer todo-ledger (schema ${schema}; this one knows ${schemaVersion}). Update todo-ledger.`,
    )
  }
  if (schema !== schemaVersion) {
    throw new StoreError(
      'damaged-file',
      `${connection.name} does not say its schema. Restore it from a copy.`,
    )
  }
}

/** The number that a pragma says. */
export function pragma(connection: SqliteConnection, name: string): number | undefined {
  const row = connection.get(`PRAGMA ${name}`)
  return row === undefined ? undefined : connection.number(row, name)
}

function isEmpty(connection: SqliteConnection): boolean {
  const row = connection.get('SELECT count(*) AS tables FROM sqlite_schema')
  return (
    row !== undefined &&
    connection.number(row, 'tables') === 0 &&
    pragma(connection, 'application_id') === 0 &&
    pragma(connection, 'user_version') === 0
  )
}
