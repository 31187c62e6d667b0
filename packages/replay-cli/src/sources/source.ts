/** What can be read, found out before anything of it is read. */

import { open, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { isRecordingDatabase, pathsToRead, type RecordingStream } from '@todo-ledger/recordings'
import { Failure, systemMessage } from '../failure.js'
import { recordingsIn } from './folder.js'
import { isLedgerAddress } from './is-ledger-address.js'
import { ledgerAddress } from './ledger-address.js'

/** What a command is pointed at. */
export type Source =
  | {
      /** A recording in a file, or one that is a folder. */
      readonly kind: 'recording'
      /** Its path as the person gave it; of a conversation that is kept an event a file, the folder of these. */
      readonly file: string
      /** The one session that is meant, where the file holds those of other folders, too; all when absent. */
      readonly session?: string
      /** A folder of events, or a pipe, in which there is something when somebody writes; a file when absent. */
      readonly form?: 'folder' | 'pipe'
    }
  | ({
      /** A recording that can be read once, such as standard input. */
      readonly kind: 'stream'
    } & RecordingStream)
  | {
      /** A folder of recordings. */
      readonly kind: 'folder'
      /** Its path as the person gave it. */
      readonly folder: string
      /** The files in it that can be recordings, sorted. */
      readonly files: readonly string[]
      /** The folders in it that may not be opened, sorted. */
      readonly closed: readonly string[]
      /** The links in it that lead elsewhere and are not followed, sorted. */
      readonly linksOut: readonly string[]
      /** The files that were named one by one: those of their sub-agents beside them are read, too; none when absent. */
      readonly named?: ReadonlySet<string>
    }
  | {
      /** A ledger in an SQLite file or a database. */
      readonly kind: 'ledger'
      /** Its path or address as the person gave it; no password stands in it. */
      readonly file: string
    }

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
  if (given === '') {
    throw new Failure(
      'no-source',
      'Say what to read: a recorded session, a folder of them, a ledger (*.db), or - for standard input.',
    )
  }
  if (isLedgerAddress(given)) return { kind: 'ledger', file: ledgerAddress(given) }
  if (address.test(given)) {
    throw new Failure(
      'unknown-source',
      `${given}: this kind of address can't be read. Give a file, a folder, or postgres://user@host/name.`,
    )
  }
  const isNamedLedger = ledgerExtensions.has(extname(given).toLowerCase())
  try {
    const place = await stat(given).catch((error: unknown) => {
      if (reading.mayBeMissing === true && systemMessage(error)?.code === 'missing') return null
      throw error
    })
    if (place === null) return { kind: isNamedLedger ? 'ledger' : 'recording', file: given }
    if (place.isDirectory()) return await folderSource(given, reading)
    const what = place.isSocket() ? 'a socket' : place.isBlockDevice() ? 'a disk' : null
    if (what !== null)
      throw new Failure('unknown-source', `${given}: this is ${what}. Give a file or a folder.`)
    if (place.isFIFO() || place.isCharacterDevice()) return { kind: 'recording', file: given, form: 'pipe' }
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

/** A recording of which it is known that it is one. */
export async function recordingAt(file: string): Promise<Extract<Source, { readonly kind: 'recording' }>> {
  const place = await stat(file).catch(() => null)
  return { kind: 'recording', file, ...(place?.isDirectory() === true ? { form: 'folder' } : {}) }
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

async function folderSource(folder: string, { onProgress }: PathReading): Promise<Source> {
  const { files: found, closed, linksOut } = await recordingsIn(folder, onProgress)
  const files = await pathsToRead(found)
  const [only] = files
  if (only !== undefined && files.length === 1 && closed.length === 0 && isOf(only, folder)) {
    return recordingAt(only)
  }
  if (files.length > 0) return { kind: 'folder', folder, files, closed, linksOut }
  const unfollowed = linksOut.length === 0 ? '' : ` Links that lead out of it are not followed.`
  throw new Failure(
    'no-recordings',
    `${folder}: the folder holds no recorded session (*.jsonl, *.json).${unfollowed}`,
  )
}

/** True where what was found in a folder is the folder itself, or the one of its events. */
function isOf(found: string, folder: string): boolean {
  return [folder, join(folder, 'events')].some((each) => resolve(each) === resolve(found))
}

/** What every SQLite file begins with. Source: sqlite.org/fileformat.html, "The Database Header". */
const sqliteMagic = Buffer.from('SQLite format 3\0')

/** @param head the beginning of a file */
export function isSqlite(head: Uint8Array): boolean {
  return sqliteMagic.equals(head.subarray(0, sqliteMagic.length))
}

async function beginsLikeSqlite(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sqliteMagic.length), 0, sqliteMagic.length, 0)
    return isSqlite(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
