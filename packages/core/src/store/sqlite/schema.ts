/** How a file is recognised as a ledger, created as one, and brought up to date. */

import { StoreError } from '../../errors.js'
import { newLedgerId, type RandomBytes } from '../chain/salts.js'
import type { SqliteConnection } from './connection.js'
import { migrate } from './migrations.js'
import { applicationId, schemaVersion, tableSteps } from './tables.js'

export { asColumn } from './tables.js'

/**
 * Makes sure that a database is a ledger of this version: creates the tables in an empty one, and brings those of an
 * older program up to date, all or nothing.
 * @param random gives the ledger's id and salts
 * @throws StoreError `not-a-ledger` for another program's database, `newer-schema` for a newer program's ledger,
 * `damaged-file` for an old ledger that can't be brought up to date
 */
export function ensureLedger(connection: SqliteConnection, random: RandomBytes, ledger?: string): void {
  if (isEmpty(connection)) {
    connection.transaction(() => {
      // Another process may have been faster.
      if (isEmpty(connection)) createTables(connection, ledger ?? newLedgerId(random))
    })
  }
  if (requireLedger(connection) === schemaVersion) return
  connection.transaction(() => migrate(connection, requireLedger(connection), random))
}

/**
 * Makes sure that a database is a ledger, without writing.
 * @returns its schema: this program's or an older one
 * @throws StoreError `not-a-ledger`, `newer-schema` or `damaged-file`
 */
export function requireLedger(connection: SqliteConnection): number {
  if (pragma(connection, 'application_id') !== applicationId) {
    throw new StoreError(
      'not-a-ledger',
      `${connection.name} is no ledger: it is empty or the database of another program. Give the path of a ledger, or of a new file.`,
    )
  }
  const schema = Number(meta(connection, 'schema'))
  if (schema > schemaVersion) {
    throw new StoreError(
      'newer-schema',
      `${connection.name} was written by a newer todo-ledger (schema ${schema}; this one knows ${schemaVersion}). Update todo-ledger.`,
    )
  }
  if (Number.isInteger(schema) && schema > 0) return schema
  throw new StoreError('damaged-file', `${connection.name} does not say its schema. Restore it from a copy.`)
}

/**
 * The ledger's id.
 * @throws StoreError `damaged-file` when it has none
 */
export function ledgerId(connection: SqliteConnection): string {
  const id = meta(connection, 'ledger')
  if (id !== undefined && /^[0-9a-f]{32}$/.test(id)) return id
  throw new StoreError('damaged-file', `${connection.name} does not say its id. Restore it from a copy.`)
}

/** The number that a pragma says. */
export function pragma(connection: SqliteConnection, name: string): number | undefined {
  const row = connection.get(`PRAGMA ${name}`)
  return row === undefined ? undefined : connection.number(row, name)
}

function meta(connection: SqliteConnection, name: string): string | undefined {
  const row = connection.get('SELECT CAST(value AS BLOB) AS value FROM meta WHERE name = ?', name)
  return row === undefined ? undefined : connection.text(row, 'value')
}

/** Makes the tables of a schema in an empty database. */
export function createTables(
  connection: SqliteConnection,
  ledger: string,
  schema: number = schemaVersion,
): void {
  connection.exec(`
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO meta VALUES ('format', 'todo-ledger'), ('schema', '${schema}'), ('ledger', '${ledger}');
    ${tableSteps.slice(0, schema - 1).join('')}
    PRAGMA application_id = ${applicationId};
  `)
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
