/** Opens an SQLite database so that what it acknowledges is on the disk. */

import { accessSync, constants, existsSync, realpathSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HostError, StoreError } from '../../errors.js'
import { newLedgerId, type RandomBytes } from '../chain/chain.js'
import { SqliteConnection } from './connection.js'
import { Database, databaseAddress, type SqliteDatabase } from './driver.js'
import { failureOf } from './failures.js'
import { fileIdentity } from './file-identity.js'
import { ensureLedger, requireLedger } from './schema.js'
import { logProblem } from './write-ahead-log.js'

/** How to open a store in SQLite. */
export interface SqliteStoreOptions {
  /** True: open an existing ledger and write nothing. Default: false. */
  readonly readOnly?: boolean
  /**
   * How long an append waits for another process that writes, in milliseconds; 5,000 by default. The process goes on
   * meanwhile; opening, which is done at once, blocks.
   */
  readonly busyTimeout?: number
  /** What an acknowledged append outlives: with `full`, the default, a power cut too; with `relaxed` a crash of the program alone. */
  readonly durability?: Durability
  /** Gives the random bytes of the ledger's id and of the salts; the system's by default. */
  readonly random?: RandomBytes
  /** The id of the ledger if it is created: that of another, whose copy it is to be. A new one by default. */
  readonly ledger?: string
}

/** The options with all that has a default. */
export type OpenOptions = SqliteStoreOptions & Required<Omit<SqliteStoreOptions, 'ledger'>>

export interface OpenLedger {
  readonly connection: SqliteConnection
  readonly ledger: string
  /** @throws StoreError `file-replaced` where the files that are written to are not those that others find */
  readonly requireFiles: () => void
}

/**
 * What an acknowledged write outlives. `full`: a crash of the program, of the system and a power cut. `relaxed`: a
 * crash of the program; a power cut or a crash of the system may take the last writes, and leaves the ledger whole.
 */
export type Durability = 'full' | 'relaxed'

/** What `PRAGMA synchronous` says for each. Source: sqlite.org/pragma.html#pragma_synchronous */
const synchronousOf: { readonly [durability: string]: number } = { full: 2, relaxed: 1 }

/** What a statement waits for another connection once the ledger is open, in milliseconds: the event loop must go on. */
const shortWait = 5

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
  if (log !== null && options.durability !== 'relaxed') {
    throw new StoreError(
      'damaged-file',
      `${name} was not opened for writing, which would overwrite events: ${log}. Keep it and its -wal as they are, and go on with a copy from before that verifies.`,
    )
  }
  const database = openDatabase(isFile ? addressOf(file, options.readOnly) : file, name)
  try {
    const open = openGiven(database, options, name)
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
): OpenLedger {
  const connection = new SqliteConnection(database, name)
  connection.setBusyTimeout(options.busyTimeout)
  // Whoever made the file: its schema calls no function that could do harm.
  connection.exec('PRAGMA trusted_schema = OFF')
  let ledger: string
  let requireFiles = (): void => {}
  if (options.readOnly) ledger = requireLedger(connection)
  else {
    // What is taken out of the ledger is overwritten. Creating a ledger must not end half-way on the disk.
    connection.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL')
    ledger = ensureLedger(connection, () => options.ledger ?? newLedgerId(options.random))
    requireDurable(connection, options.durability)
    requireFiles = fileIdentity(connection)
  }
  connection.setBusyTimeout(Math.min(shortWait, options.busyTimeout))
  return { connection, ledger, requireFiles }
}

/**
 * Sets what makes acknowledged writes last, and looks whether it took effect.
 * @throws StoreError `not-durable` if it did not; HostError `bad-option` for another word
 */
function requireDurable(connection: SqliteConnection, durability: Durability): void {
  const wanted = synchronousOf[durability]
  if (wanted === undefined) {
    throw new HostError(
      'bad-option',
      `${JSON.stringify(durability)} is no durability. Pass 'full', or 'relaxed' if a power cut may take the last events.`,
    )
  }
  // To the end: the commit of the switch comes after its row, and only it says whether the disk took it.
  const journal = connection.all('PRAGMA journal_mode = WAL')[0]?.get('journal_mode')
  // On macOS a plain sync stops in the drive's cache; elsewhere the last two do nothing.
  const drive = durability === 'full' ? 'ON' : 'OFF'
  connection.exec(
    `PRAGMA synchronous = ${wanted}; PRAGMA fullfsync = ${drive}; PRAGMA checkpoint_fullfsync = ${drive}`,
  )
  const synchronous = connection.pragma('synchronous')
  // A database in memory has its journal there, and nothing that could be lost.
  const journalHolds = journal === 'wal' || (journal === 'memory' && connection.file() === null)
  if (journalHolds && synchronous === wanted) return
  throw new StoreError(
    'not-durable',
    `${connection.name} has the journal mode ${JSON.stringify(journal)} and synchronous ${synchronous}, and needs wal and ${wanted} to keep what it acknowledges. Put it on a local disk.`,
  )
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
    throw failureOf(Number(code), name, error)
  }
}

/**
 * The file of a path, links followed once and for all: what is opened later is not what a link may lead to by then. Creates
 * an empty one, for its owner alone, if there is none and it is to be written; SQLite gives its other files the same mode.
 * The driver would read `http:` as a server, and end the process at a NUL; opening a named pipe would never end.
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
  if (stats === undefined) {
    if (readOnly) throw new StoreError('no-file', `${name} does not exist. Give the path of a ledger.`)
    create(whole)
    return statOf(whole) === undefined ? whole : behindLinks(whole, name)
  }
  const file = behindLinks(whole, name)
  // SQLite would open it to be read. One that may not even be read is refused when it is opened.
  if (!readOnly && may(constants.R_OK, file) && !may(constants.W_OK, file)) throw failureOf(8, name)
  return file
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
  return databaseAddress(file, { mode: 'ro', immutable: isLeft && !may(constants.W_OK, dirname(file)) })
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // Not allowed to look, or a part of the path is no folder: the same to whoever wants to open it.
    return undefined
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
