/** Opens an SQLite database so that what it acknowledges is on the disk. */

import { accessSync, constants, existsSync, realpathSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HostError, StoreError } from '../../errors.js'
import { newLedgerId, type RandomBytes } from '../chain/chain.js'
import { SqliteConnection } from './connection.js'
import { Database, databaseAddress, type SqliteDatabase } from './driver.js'
import { sqliteFailure } from './failures.js'
import { FileIdentity } from './file-identity.js'
import { ensureLedger, requireLedger } from './schema.js'
import { logProblem } from './write-ahead-log.js'

/** How to open a database. */
export interface OpenOptions {
  /** True: an existing ledger, and nothing is written. */
  readonly readOnly: boolean
  /** How long to wait for another writer, in milliseconds. */
  readonly busyTimeout: number
  /** What an acknowledged write outlives; `full` by default. */
  readonly durability?: Durability
  /** Gives the random bytes of the ledger's id. */
  readonly random: RandomBytes
  /** The id of a ledger that is created; a new one by default. */
  readonly ledger?: string | undefined
}

/** A database that was opened. */
interface OpenLedger {
  readonly connection: SqliteConnection
  /** The ledger's id. */
  readonly ledger: string
  /** The files that are written to; null if there are none, or nothing is written. */
  readonly files: FileIdentity | null
}

/**
 * What an acknowledged write outlives. `full`: a crash of the program, of the system and a power cut. `relaxed`: a
 * crash of the program; a power cut or a crash of the system may take the last writes, and leaves the ledger whole.
 */
export type Durability = 'full' | 'relaxed'

/**
 * Opens the file of a ledger; creates it if there is none, unless it is only to be read.
 * @param path a path, or `:memory:`
 * @throws StoreError if it can't be a ledger; it says why and what to do
 */
export function openFile(path: string, options: OpenOptions): OpenLedger {
  const name = `The ledger ${JSON.stringify(path)}`
  const isFile = path !== ':memory:' || options.readOnly
  const file = isFile ? checkedFile(path, name, options.readOnly) : path
  const log = options.readOnly || !isFile ? null : logProblem(file, name)
  // Of a relaxed one a power cut may take what stands behind a bad frame.
  if (log !== null && options.durability !== 'relaxed') throw damagedLog(name, log)
  const database = openDatabase(isFile ? addressOf(file, options.readOnly) : file, name)
  try {
    const open = openGiven(database, options, name, isFile ? file : undefined)
    // It is taken: what is left of it would be found again.
    if (log !== null) open.connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
    return open
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Makes a ledger of an open database, or reads the one in it.
 * @throws StoreError if it can't be a ledger, or would not keep what it acknowledges
 */
export function openGiven(
  database: SqliteDatabase,
  options: OpenOptions,
  name = 'The given database',
  file?: string,
): OpenLedger {
  const connection = new SqliteConnection(database, name, file)
  connection.setBusyTimeout(options.busyTimeout)
  // Whoever made the file: its schema calls no function that could do harm.
  connection.exec('PRAGMA trusted_schema = OFF')
  if (options.readOnly) return { connection, ledger: requireLedger(connection), files: null }
  // What is taken out of the ledger is overwritten. Creating a ledger must not end half-way on the disk.
  connection.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL')
  const ledger = ensureLedger(connection, () => options.ledger ?? newLedgerId(options.random))
  requireDurable(connection, options.durability ?? 'full')
  return { connection, ledger, files: FileIdentity.of(connection) }
}

/** Opening it for writing would lose for good what SQLite ignores. */
function damagedLog(name: string, problem: string): StoreError {
  return new StoreError(
    'damaged-file',
    `${name} was not opened for writing, which would overwrite events: ${problem}. Keep it and its -wal as they are, and go on with a copy from before that verifies.`,
  )
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
 * @throws StoreError `not-durable` if it did not; HostError `bad-option` for another word
 */
function requireDurable(connection: SqliteConnection, durability: Durability): void {
  const wanted = synchronousOf.get(durability)
  if (wanted === undefined) {
    throw new HostError(
      'bad-option',
      `${JSON.stringify(durability)} is no durability. Pass 'full', or 'relaxed' if a power cut may take the last events.`,
    )
  }
  const [word, number] = wanted
  // To the end: the commit of the switch comes after its row, and only it says whether the disk took it.
  const [answer] = connection.all('PRAGMA journal_mode = WAL')
  const journal = answer?.get('journal_mode')
  connection.exec(`PRAGMA synchronous = ${word}`)
  const synchronous = connection.pragma('synchronous')
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
    if (connection.pragma(name) !== drive) {
      throw new StoreError(
        'not-durable',
        `${connection.name} has ${name} ${drive === 1 ? 'off' : 'on'} and can't change it. Open it with another build of SQLite.`,
      )
    }
  }
}

function openDatabase(address: string, name: string): SqliteDatabase {
  try {
    const database = new Database(address)
    // No value of a ledger is near it; a cell of somebody else's may be. It holds for the whole process.
    database.exec('PRAGMA hard_heap_limit = 268435456')
    return database
  } catch (error) {
    // The driver has SQLite's code in the message alone.
    const [, code = 14] = /: (\d+)"\)$/.exec(error instanceof Error ? error.message : '') ?? []
    const { code: ours, message } = sqliteFailure({ rawCode: Number(code) }, name)
    throw new StoreError(ours, message, { cause: error })
  }
}

/**
 * The file of a path, links followed once and for all: what is opened later is not what a link may lead to by then. Creates
 * an empty one, for its owner alone, if there is none and it is to be written; SQLite gives its other files the same mode.
 * The driver would read `http:` as a server, and end the process at a NUL.
 */
function checkedFile(path: string, name: string, readOnly: boolean): string {
  if (path === '' || path.includes('\0')) {
    throw new StoreError(
      'bad-path',
      `${JSON.stringify(path)} is not a path of a file. Give one, such as todos.db.`,
    )
  }
  const whole = resolve(path)
  const stats = statOf(whole)
  if (stats !== undefined && !stats.isFile()) {
    throw new StoreError(
      'not-a-database',
      `${name} is not a file. Give the path of a ledger, or of a new file.`,
    )
  }
  if (readOnly) {
    if (stats === undefined) {
      throw new StoreError('no-file', `${name} does not exist. Give the path of a ledger.`)
    }
    const file = behindLinks(whole, name)
    requireReadableLog(file, name)
    return file
  }
  if (statOf(dirname(whole))?.isDirectory() !== true) {
    throw new StoreError(
      'no-folder',
      `${name} can't be created: its folder does not exist. Create the folder first.`,
    )
  }
  if (stats === undefined) create(whole)
  else requireWritable(whole, name)
  return statOf(whole) === undefined ? whole : behindLinks(whole, name)
}

/** Reading a log needs shared memory beside it. @throws StoreError `cannot-open` if there is none and none can be made */
function requireReadableLog(file: string, name: string): void {
  const log = `${file}-wal`
  if ((statOf(log)?.size ?? 0) === 0 || existsSync(`${file}-shm`) || may(constants.W_OK, dirname(file)))
    return
  throw new StoreError(
    'cannot-open',
    `${name} can't be read where it is: ${JSON.stringify(log)} holds events of it, and reading them needs a file more in its folder, where you may not write. Copy both files into a folder of your own, and read the copy.`,
  )
}

/** @throws StoreError `file-replaced` if the log of what stood in a link's place is left: its events would be gone */
function behindLinks(path: string, name: string): string {
  const file = realpathSync(path)
  const log = `${path}-wal`
  if (file === path || (statOf(log)?.size ?? 0) === 0 || realpathSync(log) === `${file}-wal`) return file
  throw new StoreError(
    'file-replaced',
    `${name} is a link to ${JSON.stringify(file)}, and ${JSON.stringify(log)} holds events of a file that stood in its place. Move the file back there, or the log to where the file is if it was moved.`,
  )
}

function create(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
  } catch {
    // Another process was faster, or it can't be created: opening it says so.
  }
}

function addressOf(file: string, readOnly: boolean): string {
  if (!readOnly) return databaseAddress(file)
  // Reading beside a writer needs a file of its own in the folder. If nobody can write there, nobody does.
  const isLeft = (statOf(`${file}-wal`)?.size ?? 0) === 0 && !existsSync(`${file}-shm`)
  const immutable = isLeft && !may(constants.W_OK, dirname(file))
  return databaseAddress(file, { mode: 'ro', immutable })
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
 * SQLite opens a file to be read if it may not write it; who wants to write is refused at once.
 * @throws StoreError `read-only`
 */
function requireWritable(file: string, name: string): void {
  // One that may not even be read is refused when it is opened.
  if (!may(constants.R_OK, file)) return
  if (!may(constants.W_OK, file)) {
    throw new StoreError('read-only', sqliteFailure({ rawCode: 8 }, name).message)
  }
  const log = `${file}-wal`
  if (existsSync(log) ? !may(constants.W_OK, log) : !may(constants.W_OK, dirname(file))) {
    throw new StoreError(
      'read-only',
      `${name} stands in a folder that can only be read, and writing needs more files there. Open it where you may write, or with readOnly to read it.`,
    )
  }
}

function may(mode: number, path: string): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
