/** What can be read, found out before anything of it is read. */

import { constants, createReadStream, openSync, readdirSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { formatsOf, isRecordingDatabase, pathsToRead, type RecordingStream } from '@todo-ledger/recordings'
import { Failure, systemMessage } from '../failure.js'
import { isLedgerAddress } from './is-ledger-address.js'

/** What a command is pointed at. */
export type Source =
  | {
      /** A recording in a file, or one that is a folder. */
      readonly kind: 'recording'
      /** Its path as the person gave it; of a conversation that is kept an event a file, the folder of these. */
      readonly file: string
      /** The one session that is meant, where the file holds those of other folders, too; all when absent. */
      readonly session?: string
    }
  /** A recording that can be read once, such as standard input or a pipe. */
  | ({ readonly kind: 'stream' } & RecordingStream)
  | {
      readonly kind: 'folder'
      /** Its path as the person gave it. */
      readonly folder: string
      /** The files in it that can be recordings, sorted. */
      readonly files: readonly string[]
      /** The folders in it that may not be opened. */
      readonly closed: readonly string[]
      /** The files that were named one by one: those of their sub-agents beside them are read, too; none when absent. */
      readonly named?: ReadonlySet<string>
    }
  | {
      /** A ledger in an SQLite file or a database. */
      readonly kind: 'ledger'
      /** Its path or address as the person gave it; no password stands in it. */
      readonly file: string
    }

/** The names of files that can be recordings, also compressed. */
const recordingName = /\.(?:jsonl?|traj)(?:\.(?:gz|zst))?$/i
/** What agents note beside their recordings. */
const notes: readonly RegExp[] = formatsOf().flatMap((format) => format.notes ?? [])
/** The names of files that can be databases; those of an agent hold recordings. */
const databaseName = /\.(?:db|sqlite3?)$/i
/** Folders that hold other things, by the thousand. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git'])

const ledgerExtensions: ReadonlySet<string> = new Set(['.db', '.sqlite', '.sqlite3'])
/** An address such as `postgres://…`; a single letter is a drive of Windows. */
const address = /^[a-z][a-z0-9+.-]+:\/\//i

/** How a path is looked at. */
export interface PathReading {
  /** True where there may be nothing yet: its name says what it is to be. */
  readonly mayBeMissing?: boolean
  /** Is given how many recordings were found, now and then. */
  readonly onProgress?: (files: number) => void
}

/**
 * Says what a path leads to.
 * @throws Failure `no-source`, `missing`, `no-recordings`, `unknown-source`, `system`
 */
export async function sourceAt(given: string, reading: PathReading = {}): Promise<Source> {
  if (given === '')
    throw new Failure(
      'no-source',
      'Say what to read: a recorded session, a folder of them, a ledger (*.db), or - for standard input.',
    )
  if (isLedgerAddress(given)) return { kind: 'ledger', file: ledgerAddress(given) }
  if (address.test(given))
    throw new Failure(
      'unknown-source',
      `${given}: this kind of address can't be read. Give a file, a folder, or postgres://user@host/name.`,
    )
  const isNamedLedger = ledgerExtensions.has(extname(given).toLowerCase())
  try {
    const place = await stat(given).catch((error: unknown) => {
      if (reading.mayBeMissing === true && systemMessage(error)?.code === 'missing') return null
      throw error
    })
    if (place === null) return { kind: isNamedLedger ? 'ledger' : 'recording', file: given }
    if (place.isDirectory()) return await folderSource(given, reading)
    if (place.isFIFO() || place.isCharacterDevice()) return pipeSource(given, place.isFIFO())
    if (!place.isFile())
      throw new Failure('unknown-source', `${given}: this is a socket or a disk. Give a file or a folder.`)
    const isLedger = isNamedLedger || (await beginsLikeSqlite(given))
    // A database of an agent holds recordings; whatever else is one must be a ledger.
    const isRecording = !isLedger || (await isRecordingDatabase(given))
    return { kind: isRecording ? 'recording' : 'ledger', file: given }
  } catch (error) {
    const known = systemMessage(error) ?? otherTrouble(error)
    if (known === null) throw error
    const message = (known.code === 'missing' ? unreadableName(given) : null) ?? known.message
    throw new Failure(known.code, `${given}: ${message}`, { cause: error })
  }
}

/** A named pipe, or a device: opened when it is read, a pipe without waiting for its writer, which could not be given up. */
function pipeSource(name: string, isPipe: boolean): Source {
  return {
    kind: 'stream',
    name,
    get bytes() {
      if (!isPipe) return createReadStream(name)
      const fd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
      return new Socket({ fd, readable: true, writable: false })
    },
  }
}

/** What messages call a source. */
export function nameOf(source: Source): string {
  if (source.kind === 'stream') return source.name
  return source.kind === 'folder' ? source.folder : source.file
}

/** Why a path whose name is not valid UTF-8 can't be opened; null for any other path. */
export function unreadableName(path: string): string | null {
  return path.includes('\uFFFD') ? 'its name is not valid UTF-8, so it cannot be opened. Rename it.' : null
}

/** A device or a file of a broken disk fails in ways that have no words of their own. */
function otherTrouble(error: unknown): { readonly code: string; readonly message: string } | null {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error
  return isOfSystem ? { code: 'system', message: `it can't be read (${String(error.code)}).` } : null
}

/**
 * A ledger's address as it is connected to and shown: what is typed stands in lists of processes.
 * @throws Failure `bad-address`, which shows nothing of it where a password stands in it
 */
export function ledgerAddress(text: string): string {
  if (!URL.canParse(text))
    throw new Failure(
      'bad-address',
      'This is not the address of a database. Give one such as postgres://user@host:5432/name.',
    )
  const { password, searchParams, host } = new URL(text)
  if (password === '' && !searchParams.has('password')) return text
  throw new Failure(
    'bad-address',
    `The address of the database at ${host} holds a password, which others would see. Leave it out, and give it as PGPASSWORD or in ~/.pgpass.`,
  )
}

async function folderSource(folder: string, { onProgress }: PathReading): Promise<Source> {
  const { files: found, closed } = await recordingsIn(folder, onProgress)
  const files = await pathsToRead(found)
  const [only] = files
  // What was found in a folder may be the folder itself, or the one of its events.
  const own = [folder, join(folder, 'events')].map((each) => resolve(each))
  if (only !== undefined && files.length === 1 && closed.length === 0 && own.includes(resolve(only)))
    return { kind: 'recording', file: only }
  if (files.length > 0) return { kind: 'folder', folder, files, closed }
  throw new Failure(
    'no-recordings',
    `${folder}: the folder holds no recorded session (*.jsonl, *.json). Links in it are not followed.`,
  )
}

/**
 * The files of a folder and those in it that can be recordings, by their names. No link is followed: it may lead to the
 * whole disk. What is no file, such as a pipe, is passed over.
 * @param onProgress is given how many were found, after each folder
 */
export async function recordingsIn(folder: string, onProgress: (files: number) => void = () => undefined) {
  const files: string[] = []
  const closed: string[] = []
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next, folder, closed)) {
      const path = join(next, entry.name)
      if (entry.isDirectory() && !passedOver.has(entry.name)) open.push(path)
      if (!entry.isFile() || notes.some((note) => note.test(path))) continue
      const isDatabase = databaseName.test(path) && (await isRecordingDatabase(path))
      if (recordingName.test(path) || isDatabase) files.push(path)
    }
    onProgress(files.length)
  }
  return { files: files.sort(), closed: closed.sort() }
}

function entriesOf(folder: string, root: string, closed: string[]) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (folder === root) throw error
    closed.push(folder)
    return []
  }
}

/** What every SQLite file begins with. Source: sqlite.org/fileformat.html, "The Database Header". */
const sqliteMagic = Buffer.from('SQLite format 3\0')

/** @param head the beginning of a file */
export function isSqlite(head: Uint8Array): boolean {
  return sqliteMagic.equals(head.subarray(0, sqliteMagic.length))
}

export async function beginsLikeSqlite(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sqliteMagic.length), 0, sqliteMagic.length, 0)
    return isSqlite(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
