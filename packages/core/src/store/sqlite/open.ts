/** Opens an SQLite database so that what it acknowledges is on the disk. */

import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HostError, StoreError } from '../../errors.js'
import type { RandomBytes } from '../chain/salts.js'
import { databaseAddress } from './address.js'
import { SqliteConnection, type SqliteDatabase, sqliteFailure } from './connection.js'
import { Database } from './driver.js'
import { FileIdentity } from './file-identity.js'
import { copyTables, showAsOfToday } from './migrations.js'
import { ensureLedger, ledgerId, pragma, requireLedger } from './schema.js'
import { schemaVersion } from './tables.js'
import { logProblem } from './write-ahead-log.js'

/** How to open a database. */
export interface OpenOptions {
  /** True: an existing ledger, and nothing is written. */
  readonly readOnly: boolean
  /** How long to wait for another writer, in milliseconds. */
  readonly busyTimeout: number
  /** What an acknowledged write outlives; `full` when absent. */
  readonly durability?: Durability
  /** Gives the random bytes of the ledger's id and of salts. */
  readonly random: RandomBytes
  /** The id of a ledger that is created; a new one when absent. */
  readonly ledger?: string | undefined
}

/** A database that was opened. */
interface OpenLedger {
  /** The connection to it. */
  readonly connection: SqliteConnection
  /** The version of its tables: an older one where it is only to be read. */
  readonly schema: number
  /**
   * The ledger's id; null for a ledger of schema 1 that is only to be read. It has no hashes yet, and is read from a copy
   * in memory that was brought up to date.
   */
  readonly ledger: string | null
  /** The files that are written to; null where there are none, or nothing is written. */
  readonly files: FileIdentity | null
}

/**
 * What an acknowledged write outlives. `full`: a crash of the program, of the system and a power cut. `relaxed`: a
 * crash of the program; a power cut or a crash of the system may take the last writes, and leaves the ledger whole.
 */
export type Durability = 'full' | 'relaxed'

/**
 * Opens the file of a ledger; creates it where there is none, unless it is only to be read.
 * @param path a path, or `:memory:`
 * @throws StoreError when it cannot be a ledger; it says why and what to do
 */
export function openFile(path: string, options: OpenOptions): OpenLedger {
  const name = `The ledger ${JSON.stringify(path)}`
  const log = options.readOnly || path === ':memory:' ? null : logProblem(path, name)
  // Of a relaxed one a power cut may take what stands behind a bad frame.
  if (log !== null && options.durability !== 'relaxed') throw damagedLog(name, log)
  const database = openDatabase(path, name, options.readOnly)
  try {
    const open = openGiven(database, options, name, path)
    // It is taken: what is left of it would be found again.
    if (log !== null) open.connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
    // It was copied.
    if (open.ledger === null) database.close()
    return open
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
  file?: string,
): OpenLedger {
  const connection = new SqliteConnection(database, name, file === ':memory:' ? undefined : file)
  connection.setBusyTimeout(options.busyTimeout)
  if (options.readOnly) {
    const schema = requireLedger(connection)
    if (schema > 1) {
      showAsOfToday(connection, schema)
      return { connection, schema, ledger: ledgerId(connection), files: null }
    }
    const copy = upToDateCopy(connection, options.random)
    return { connection: copy, schema: schemaVersion, ledger: null, files: null }
  }
  // Left where the database was opened to be read.
  connection.exec('DROP VIEW IF EXISTS temp.events')
  // What is taken out of the ledger, or moved within it by a newer program, is overwritten.
  connection.exec('PRAGMA secure_delete = ON')
  // Creating a ledger and bringing one up to date must not end half-way on the disk.
  connection.exec('PRAGMA synchronous = FULL')
  ensureLedger(connection, options.random, options.ledger)
  requireDurable(connection, options.durability ?? 'full')
  const ledger = ledgerId(connection)
  return { connection, schema: schemaVersion, ledger, files: FileIdentity.of(connection) }
}

/** Opening it for writing would lose for good what SQLite ignores. */
function damagedLog(name: string, problem: string): StoreError {
  return new StoreError(
    'damaged-file',
    `${name} was not opened for writing, which would overwrite events: ${problem}. Keep it and its -wal as they are, and go on with a copy from before that verifies.`,
  )
}

/** A copy of a ledger of schema 1, in memory, as this program would have it. */
function upToDateCopy(connection: SqliteConnection, random: RandomBytes): SqliteConnection {
  const copy = new SqliteConnection(new Database(':memory:'), connection.name)
  try {
    copyTables(connection, copy)
    ensureLedger(copy, random)
    return copy
  } catch (error) {
    copy.close()
    throw error
  }
}

/** What `PRAGMA synchronous` says for each. Source: sqlite.org/pragma.html#pragma_synchronous */
const synchronousOf: ReadonlyMap<string, readonly [word: string, number: number]> = new Map<
  Durability,
  readonly [word: string, number: number]
>([
  ['full', ['FULL', 2]],
  ['relaxed', ['NORMAL', 1]],
])

/**
 * Sets what makes acknowledged writes last, and looks whether it took effect.
 * @throws StoreError `not-durable` where it did not; HostError `bad-option` for another word
 */
function requireDurable(connection: SqliteConnection, durability: Durability): void {
  const wanted = synchronousOf.get(durability)
  if (wanted === undefined) {
    throw new HostError(
      'bad-option',
      `${JSON.stringify(durability)} is no durability. Pass 'full', or 'relaxed' where a power cut may take the last events.`,
    )
  }
  const [word, number] = wanted
  // To the end: the commit of the switch comes after its row, and only it says whether the disk took it.
  const [answer] = connection.all('PRAGMA journal_mode = WAL')
  const journal = answer?.get('journal_mode')
  connection.exec(`PRAGMA synchronous = ${word}`)
  const synchronous = pragma(connection, 'synchronous')
  // A database in memory has its journal there, and nothing that could be lost.
  const journalHolds = journal === 'wal' || (journal === 'memory' && connection.file() === null)
  if (!journalHolds || synchronous !== number) {
    throw new StoreError(
      'not-durable',
      `${connection.name} has the journal mode ${JSON.stringify(journal)} and synchronous ${synchronous}, and needs wal and ${number} (${word}) to keep what it acknowledges. Put it on a local disk.`,
    )
  }
  // Elsewhere these do nothing; on macOS a plain sync stops in the drive's cache.
  const drive = durability === 'full' ? 1 : 0
  for (const name of ['fullfsync', 'checkpoint_fullfsync']) {
    connection.exec(`PRAGMA ${name} = ${drive}`)
    if (pragma(connection, name) !== drive) {
      throw new StoreError(
        'not-durable',
        `${connection.name} has ${name} ${drive === 1 ? 'off' : 'on'} and cannot change it. Open it with another build of SQLite.`,
      )
    }
  }
}

function openDatabase(path: string, name: string, readOnly: boolean): SqliteDatabase {
  const address = path === ':memory:' && !readOnly ? path : addressOf(path, name, readOnly)
  try {
    return new Database(address)
  } catch (error) {
    // The driver has SQLite's code in the message alone.
    const [, code = 14] = /: (\d+)"\)$/.exec(error instanceof Error ? error.message : '') ?? []
    const { code: ours, message } = sqliteFailure({ rawCode: Number(code) }, name)
    throw new StoreError(ours, message, { cause: error })
  }
}

/** What the driver is given. It would read `http:` as a server and end the process at a NUL. */
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
    if (file !== undefined) requireWritable(whole, name)
    return databaseAddress(whole)
  }
  if (file === undefined) {
    throw new StoreError('no-file', `${name} does not exist. Give the path of a ledger.`)
  }
  // Reading beside a writer needs a file of its own in the folder. Where nobody can write there, nobody does.
  const immutable = !canWrite(dirname(whole)) && !existsSync(`${whole}-wal`)
  return databaseAddress(whole, { mode: 'ro', immutable })
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Not allowed to look, or a part of the path is no folder: the same to whoever wants to open it.
    return undefined
  }
}

/**
 * SQLite opens a file to be read where it may not write it; who wants to write is refused at once.
 * @throws StoreError `read-only`
 */
function requireWritable(file: string, name: string): void {
  // One that may not even be read is refused when it is opened.
  if (!may(constants.R_OK, file)) return
  if (!may(constants.W_OK, file)) {
    throw new StoreError('read-only', sqliteFailure({ rawCode: 8 }, name).message)
  }
  const log = `${file}-wal`
  if (existsSync(log) ? !may(constants.W_OK, log) : !canWrite(dirname(file))) {
    throw new StoreError(
      'read-only',
      `${name} stands in a folder that can only be read, and writing needs more files there. Open it where you may write, or with readOnly to read it.`,
    )
  }
}

function canWrite(folder: string): boolean {
  return may(constants.W_OK, folder)
}

function may(mode: number, path: string): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
