/** Opens an SQLite database so that what it acknowledges is on the disk. */

import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { StoreError } from '../errors.js'
import { SqliteConnection, type SqliteDatabase, sqliteFailure } from './sqlite-connection.js'
import { ensureLedger, pragma, requireLedger } from './sqlite-schema.js'

/** How to open a database. */
export interface OpenOptions {
  /** True: an existing ledger, and nothing is written. */
  readonly readOnly: boolean
  /** How long to wait for another writer, in milliseconds. */
  readonly busyTimeout: number
}

/**
 * Opens the file of a ledger; creates it where there is none, unless it is only to be read.
 * @param path a path, or `:memory:`
 * @throws StoreError when it cannot be a ledger; it says why and what to do
 */
export function openFile(path: string, options: OpenOptions): SqliteConnection {
  const name = `The ledger ${JSON.stringify(path)}`
  const database = openDatabase(path, name, options.readOnly)
  try {
    return openGiven(database, options, name)
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Makes a ledger of an open database, or reads the one in it.
 * @throws StoreError when it cannot be a ledger, or would not keep what it acknowledges
 */
export function openGiven(
  database: SqliteDatabase,
  options: OpenOptions,
  name = 'The given database',
): SqliteConnection {
  const connection = new SqliteConnection(database, name)
  connection.get(`PRAGMA busy_timeout = ${Math.max(0, Math.trunc(options.busyTimeout))}`)
  if (options.readOnly) {
    requireLedger(connection)
    return connection
  }
  ensureLedger(connection)
  // A database in memory has a journal there, and nothing that could be lost.
  const journal = connection.get('PRAGMA journal_mode = WAL')?.get('journal_mode')
  connection.exec('PRAGMA synchronous = FULL')
  const synchronous = pragma(connection, 'synchronous')
  if ((journal !== 'wal' && journal !== 'memory') || synchronous !== 2) {
    throw new StoreError(
      'not-durable',
      `${name} has the journal mode ${JSON.stringify(journal)} and synchronous ${synchronous}, and needs wal and 2 (FULL) to keep what it acknowledges. Put it on a local disk.`,
    )
  }
  return connection
}

function openDatabase(path: string, name: string, readOnly: boolean): SqliteDatabase {
  const address = path === ':memory:' && !readOnly ? path : addressOf(path, name, readOnly)
  try {
    return new Database(address)
  } catch (error) {
    // The driver gives no code here; with the checks before it, what is left is a file that may not be opened.
    throw new StoreError('cannot-open', sqliteFailure({ rawCode: 14 }, name).message, { cause: error })
  }
}

/** What the driver is given. It would read `http:` as a server and end the process at a NUL, so it gets a whole path. */
function addressOf(path: string, name: string, readOnly: boolean): string {
  if (path === '' || path.includes('\0')) {
    throw new StoreError(
      'bad-path',
      `${JSON.stringify(path)} is no path of a file. Give one, such as todos.db.`,
    )
  }
  const whole = resolve(path)
  const file = statOf(whole)
  if (file !== undefined && !file.isFile()) {
    throw new StoreError('not-a-database', `${name} is no file. Give the path of a ledger, or of a new file.`)
  }
  if (!readOnly) {
    if (statOf(dirname(whole))?.isDirectory() !== true) {
      throw new StoreError(
        'no-folder',
        `${name} cannot be created: its folder does not exist. Create the folder first.`,
      )
    }
    return whole
  }
  if (file === undefined) {
    throw new StoreError('no-file', `${name} does not exist. Give the path of a ledger.`)
  }
  const address = pathToFileURL(whole)
  address.searchParams.set('mode', 'ro')
  // Reading beside a writer needs a file of its own in the folder. Where nobody can write there, nobody does.
  if (!canWrite(dirname(whole)) && !existsSync(`${whole}-wal`)) address.searchParams.set('immutable', '1')
  return address.href
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Not allowed to look, or a part of the path is no folder: the same to whoever wants to open it.
    return undefined
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
