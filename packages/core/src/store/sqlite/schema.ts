/** The tables of a ledger in SQLite, and how a file is recognised as one. */

import { StoreError } from '../../errors.js'
import type { SqliteConnection } from './connection.js'

/** What the header of a ledger says it is: `todo` in ASCII. Source: sqlite.org/fileformat.html, "application ID" */
const applicationId = 0x746f646f

/** The version of the tables, in the header as `user_version`. */
const schemaVersion = 1

/**
 * A row of `events` is a `StoredRecord`. Session and event ids stand in their columns as JSON writes them, without the
 * quotes: SQLite's text is UTF-8 and ends at a NUL, and an id may hold a lone surrogate and anything else.
 */
const events = `CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  version INTEGER NOT NULL,
  source TEXT,
  actor TEXT,
  salt TEXT,
  digest TEXT NOT NULL,
  hash TEXT NOT NULL,
  link TEXT NOT NULL,
  data TEXT,
  UNIQUE (session, seq),
  UNIQUE (session, id)
) STRICT`

const side = `CREATE TABLE side (
  session TEXT NOT NULL,
  kind TEXT NOT NULL,
  seq INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (session, kind, seq)
) STRICT, WITHOUT ROWID`

/**
 * What is stored is not changed, whoever has the file open. What may take contents out drops these within its transaction
 * and makes them again there: so nobody else ever finds them gone, and nothing that is left behind lets anybody through.
 */
const guard = (
  name: string,
  change: string,
): string => `CREATE TRIGGER ${name} BEFORE ${change} ON events BEGIN
  SELECT RAISE(ABORT, 'Events of todo-ledger are never changed or removed. Use redact() or forget() of the ledger.');
END`

/** Name and statement of each guard. */
export const guards: readonly (readonly [name: string, sql: string])[] = [
  ['events_unchanged', guard('events_unchanged', 'UPDATE')],
  ['events_kept', guard('events_kept', 'DELETE')],
]

/** The whole schema: by kind, name and table what each part is made with. SQLite makes those without a text by itself. */
const schema: ReadonlyMap<string, string> = new Map([
  ['table ledger ledger', 'CREATE TABLE ledger (id TEXT NOT NULL) STRICT'],
  ['table events events', events],
  ['index sqlite_autoindex_events_1 events', ''],
  ['index sqlite_autoindex_events_2 events', ''],
  // So that listing the sessions takes as long as there are sessions, not events.
  ['index first_events events', 'CREATE INDEX first_events ON events (position, session) WHERE seq = 1'],
  ['table side side', side],
  ['index side_by_kind side', 'CREATE INDEX side_by_kind ON side (kind, session, seq)'],
  ...guards.map(([name, sql]) => [`trigger ${name} events`, sql] as const),
])

// Cut, so that a file can't fill the memory; as bytes, since the driver ends the process at a text that is not UTF-8.
const schemaQuery = `SELECT CAST(substr(type || ' ' || name || ' ' || tbl_name, 1, 200) AS BLOB) AS name,
  CAST(substr(ifnull(sql, ''), 1, 4000) AS BLOB) AS sql FROM sqlite_schema LIMIT 64`

/**
 * Makes sure that a database is a ledger of this version, and creates the tables in an empty one.
 * @param newId gives the id of a new ledger
 * @returns the ledger's id
 * @throws StoreError as `requireLedger`
 */
export function ensureLedger(connection: SqliteConnection, newId: () => string): string {
  if (isEmpty(connection)) {
    connection.transaction(() => {
      // Another process may have been faster.
      if (!isEmpty(connection)) return
      for (const sql of schema.values()) if (sql !== '') connection.exec(sql)
      connection.run('INSERT INTO ledger VALUES (?)', [newId()])
      connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
    })
  }
  return requireLedger(connection)
}

/**
 * Makes sure that a database is a ledger, without writing. The schema is compared with ours byte for byte before anything is
 * asked of a table: a view or a trigger of somebody else's may do anything.
 * @returns the ledger's id
 * @throws StoreError `not-a-ledger`, `newer-schema`, `altered-schema` or `damaged-file`
 */
export function requireLedger(connection: SqliteConnection): string {
  const { name } = connection
  if (connection.pragma('application_id') !== applicationId) {
    throw new StoreError(
      'not-a-ledger',
      `${name} is not a ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.`,
    )
  }
  const version = connection.pragma('user_version') ?? 0
  if (version > schemaVersion) {
    throw new StoreError(
      'newer-schema',
      `${name} was written by a newer todo-ledger (schema ${version}; this one knows ${schemaVersion}). Update todo-ledger.`,
    )
  }
  const difference = schemaDifference(connection)
  if (version !== schemaVersion || difference !== undefined) {
    throw new StoreError(
      'altered-schema',
      `${name} is not as todo-ledger makes it: ${difference ?? `it says schema ${version}`}. Somebody changed it; go on with a copy from before that verifies.`,
    )
  }
  const row = connection.get(
    `SELECT CASE WHEN octet_length(id) = 32 THEN CAST(id AS BLOB) ELSE x'' END AS id FROM ledger LIMIT 1`,
  )
  const id = row === undefined ? '' : connection.text(row, 'id')
  if (/^[0-9a-f]{32}$/.test(id)) return id
  throw new StoreError('damaged-file', `${name} does not say its id. Restore it from a copy.`)
}

/** The first difference of the schema from ours, in words; undefined where there is none. */
function schemaDifference(connection: SqliteConnection): string | undefined {
  const found = new Map(
    connection
      .all(schemaQuery)
      .map((row) => [connection.text(row, 'name'), connection.text(row, 'sql')] as const),
  )
  for (const name of schema.keys())
    if (!found.has(name)) return `the ${name.split(' ').slice(0, 2).join(' ')} is missing`
  const other = Array.from(found).find(([name, sql]) => schema.get(name) !== sql)
  return other === undefined ? undefined : `${JSON.stringify(other[0].slice(0, 60))} is not what it should be`
}

/** Runs what changes stored events, within a transaction: nobody else ever finds the guards gone. */
export function withoutGuards(connection: SqliteConnection, run: () => void): void {
  for (const [name] of guards) connection.exec(`DROP TRIGGER ${name}`)
  run()
  for (const [, sql] of guards) connection.exec(sql)
}

function isEmpty(connection: SqliteConnection): boolean {
  const row = connection.get('SELECT count(*) AS parts FROM (SELECT 1 FROM sqlite_schema LIMIT 1)')
  return (
    row !== undefined &&
    connection.number(row, 'parts') === 0 &&
    connection.pragma('application_id') === 0 &&
    connection.pragma('user_version') === 0
  )
}
