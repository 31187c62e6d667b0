/** Copies a ledger while it is in use. */

import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreError } from '../../errors.js'
import { databaseAddress } from './address.js'
import type { SqliteConnection } from './connection.js'
import { logProblem } from './write-ahead-log.js'

/**
 * Writes what a database holds at this moment to a new file, which is whole and on the disk when this returns. Others
 * read and write meanwhile; the event loop waits. What was taken out of a ledger is in no part of the new file.
 * @throws StoreError `bad-path`, `no-folder`, `file-exists`, `cannot-write`, `disk-full`, or what the database could not
 * do; then there is no new file
 */
export function backUp(connection: SqliteConnection, target: string): void {
  if (target === '' || target.includes('\0')) {
    throw new StoreError(
      'bad-path',
      `${JSON.stringify(target)} is no path of a file. Give one, such as copy.db.`,
    )
  }
  const whole = resolve(target)
  const partial = `${whole}.${process.pid}.partial`
  try {
    if (isThere(whole)) throw taken(target)
    const file = connection.file()
    const log = file === null ? null : logProblem(file, connection.name)
    if (log !== null) throw incomplete(connection.name, log)
    // Whoever may not read the ledger may not read the copy, at no moment.
    const mode = file === null ? 0o666 : statSync(file).mode & 0o777
    remove(partial)
    writeFileSync(partial, '', { flag: 'wx', mode })
    connection.run('VACUUM INTO ?', databaseAddress(partial))
    sync(partial, 'r+')
    giveName(partial, whole)
    syncFolderOf(whole)
  } catch (error) {
    throw failureOf(error, target)
  } finally {
    remove(partial)
  }
}

/** Gives a finished file its name, in place of no other. */
function giveName(partial: string, whole: string): void {
  try {
    linkSync(partial, whole)
  } catch (error) {
    // There are file systems without links.
    if (isThere(whole)) throw error
    renameSync(partial, whole)
  }
}

/** Makes a new name last; takes it back where that fails. Windows knows no sync of a folder. */
function syncFolderOf(whole: string): void {
  if (process.platform === 'win32') return
  try {
    sync(dirname(whole), 'r')
  } catch (error) {
    remove(whole)
    throw error
  }
}

function remove(path: string): void {
  if (isThere(path)) rmSync(path)
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A part of the path is no folder.
    return false
  }
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function failureOf(error: unknown, target: string): StoreError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const name = `The backup ${JSON.stringify(target)}`
  if (code === 'disk-full' || code === 'ENOSPC') {
    return new StoreError('disk-full', `${name} has no room on its disk. Free some, or give another place.`, {
      cause: error,
    })
  }
  if (code === 'EEXIST') return taken(target)
  if (error instanceof StoreError) return error
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new StoreError(
      'no-folder',
      `${name} cannot be written: its folder does not exist. Create it first.`,
    )
  }
  const why = error instanceof Error ? error.message : String(error)
  return new StoreError('cannot-write', `${name} cannot be written: ${why}. Give another place.`, {
    cause: error,
  })
}

function incomplete(name: string, problem: string): StoreError {
  return new StoreError(
    'damaged-file',
    `${name} was not copied, since the copy would lack events: ${problem}. Keep its files as they are, and go on with a copy from before that verifies.`,
  )
}

function taken(target: string): StoreError {
  return new StoreError(
    'file-exists',
    `${JSON.stringify(target)} is there already. Give the name of a new file.`,
  )
}
