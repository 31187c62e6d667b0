/** Whether the files that a connection writes to are still the ones that others find under their names. */

import { lstatSync } from 'node:fs'
import { StoreError } from '../../errors.js'
import type { SqliteConnection } from './connection.js'

/** A file's device and inode, as a name; null without a file. A link is another file than the one it leads to. */
function inodeOf(file: string): string | null {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`
}

/** The ledgers that this process has lost, by inode: as long as it runs, it would share what is left of them. */
const lost = new Set<string | null>()

/**
 * Notes the file of a database that is open to be written and was read since, its write-ahead log and its shared memory. A
 * process that closes any descriptor of a database's file, as copying it does, drops its own locks on it; the next process to
 * close the database then takes it for its own and removes the log. What is written to a log without a name is gone with its
 * last descriptor, and who has another shared memory than the others writes over what they wrote.
 * @returns throws `file-replaced` if any of the files was removed, moved, replaced or hidden by a link
 * @throws StoreError `not-durable` without a write-ahead log, `file-replaced` if this process lost it before
 */
export function fileIdentity(connection: SqliteConnection): () => void {
  const { name } = connection
  const file = connection.file()
  if (file === null) return () => {}
  // Where no other connection may use it meanwhile there is no shared memory.
  const isShared = connection.get('PRAGMA locking_mode')?.get('locking_mode') !== 'exclusive'
  const files = [file, `${file}-wal`, ...(isShared ? [`${file}-shm`] : [])]
  const inodes = files.map(inodeOf)
  const [main = null, log, shared] = inodes
  const replaced = () => {
    lost.add(main)
    return new StoreError(
      'file-replaced',
      `${name} is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.`,
    )
  }
  if (main !== null && log === null) {
    throw new StoreError(
      'not-durable',
      `${name} has no write-ahead log, although SQLite was told to keep one. Check the disk, then open it again.`,
    )
  }
  // The driver may still hold what this process shared when it had the ledger open before, and nobody else would see it.
  if (main !== null && (shared === null || lost.has(main))) throw replaced()
  return () => {
    if (files.some((each, index) => inodeOf(each) !== inodes[index])) throw replaced()
  }
}
