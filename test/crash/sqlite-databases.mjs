/** The driver that the store uses, opened directly: for settings of one connection and for a second one beside it. */

import { createRequire } from 'node:module'
import { databaseAddress } from '@todo-ledger/core/sqlite'

/**
 * @typedef {object} Statement
 * @property {(...values: (string | number | null)[]) => unknown} run
 * @property {(...values: (string | number | null)[]) => unknown} get
 * @property {(...values: (string | number | null)[]) => unknown[]} all
 *
 * @typedef {object} SqliteDatabase
 * @property {(sql: string) => Statement} prepare
 * @property {(sql: string) => unknown} exec
 * @property {() => unknown} close
 */

// It is a dependency of core alone, so it is found from there.
const requireOfCore = createRequire(import.meta.resolve('@todo-ledger/core/sqlite'))
/** @type {new (path: string) => SqliteDatabase} */
const Database = requireOfCore('libsql')

/** Opens a database as the store does. @param {string} path */
export function openDatabase(path) {
  return new Database(databaseAddress(path))
}

/** How a checkpoint may be asked for. */
export const checkpointModes = /** @type {const} */ (['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'])

/** @param {SqliteDatabase} database @param {string} mode */
export function checkpoint(database, mode) {
  try {
    database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()
  } catch {
    // A writer in between: a checkpoint that cannot be made now is made later.
  }
}
