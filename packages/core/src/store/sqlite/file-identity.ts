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
 * The file of a database, its write-ahead log and its shared memory, as they were when it was opened. A process that closes
 * any descriptor of a database's file, as copying it does, drops its own locks on it; the next process to close the database
 * then takes it for its own and removes the log. What is written to a log without a name is gone with its last descriptor,
 * and who has another shared memory than the others writes over what they wrote.
 */
export class FileIdentity {
  readonly #name: string
  readonly #inodes: ReadonlyMap<string, string | null>

  /** Of a database that is open to be written and was read since; null for one in memory. */
  static of(connection: SqliteConnection): FileIdentity | null {
    const file = connection.file()
    if (file === null) return null
    const shares = connection.get('PRAGMA locking_mode')?.get('locking_mode') !== 'exclusive'
    return new FileIdentity(connection.name, file, shares)
  }

  /**
   * @param name what messages call the ledger; @param file as SQLite calls it; @param shares false if no other connection
   * may use it meanwhile: then there is no shared memory
   * @throws StoreError `not-durable` without a write-ahead log, `file-replaced` if this process lost it before
   */
  constructor(name: string, file: string, shares: boolean) {
    const files = [file, `${file}-wal`, ...(shares ? [`${file}-shm`] : [])]
    const [main = null, log, shared] = files.map(inodeOf)
    this.#name = name
    this.#inodes = new Map(files.map((each) => [each, inodeOf(each)]))
    if (main === null) return
    if (log === null) {
      throw new StoreError(
        'not-durable',
        `${name} has no write-ahead log, although SQLite was told to keep one. Check the disk, then open it again.`,
      )
    }
    // The driver may still hold what this process shared when it had the ledger open before, and nobody else would see it.
    if (shared === null || lost.has(main)) throw this.#gone()
  }

  /** @throws StoreError `file-replaced` if any of the files was removed, moved, replaced or hidden by a link */
  require(): void {
    for (const [file, inode] of this.#inodes) if (inodeOf(file) !== inode) throw this.#gone()
  }

  #gone(): StoreError {
    const [main = null] = this.#inodes.values()
    lost.add(main)
    return new StoreError(
      'file-replaced',
      `${this.#name} is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.`,
    )
  }
}
