/** Says whether a file is still the one that was read: by its size, its times, and what stands at its ends. */

import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a file was at one moment. */
export interface FileStamp {
  /** Another file, or the same after a change, has another. */
  readonly mark: string
  /** When it was last changed, in milliseconds. */
  readonly changedAt: number
}

/** So many bytes at each end are looked at. */
const endBytes = 4096

/** What SQLite may keep beside a database: changes that are not in the file yet. Source: sqlite.org/walformat.html. */
const besideDatabase: readonly string[] = ['-wal']

/**
 * The stamp of a file, with what a database keeps beside it, or of a folder that is a recording, with what each of its
 * files is; null where it can't be read.
 *
 * The time of the last change of the entry itself (ctime) is a part of it: nobody can set that one back, as `touch` and
 * `cp -p` do with the other.
 */
export async function fileStamp(path: string): Promise<FileStamp | null> {
  const hash = createHash('sha256')
  const changed = await addFile(hash, path)
  if (changed === null) return null
  const times = [changed]
  for (const ending of path.endsWith('.db') ? besideDatabase : []) {
    times.push((await addFile(hash, `${path}${ending}`)) ?? 0)
  }
  return { mark: hash.digest('base64url'), changedAt: Math.max(...times) }
}

/** @returns when the file was last changed, or null where it can't be read */
async function addFile(hash: Hash, path: string): Promise<number | null> {
  let file: FileHandle | null = null
  try {
    file = await open(path, 'r')
    const entry = await file.stat({ bigint: true })
    const { size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = entry
    if (entry.isDirectory()) return await addFolder(hash, path)
    hash.update(`${path}\n${size} ${mtimeNs} ${ctimeNs}\n`)
    const length = Number(size)
    const ends = Buffer.alloc(Math.min(length, 2 * endBytes))
    const head = Math.min(ends.length, endBytes)
    let read = (await file.read(ends, 0, head, 0)).bytesRead
    if (ends.length > head) {
      const tail = ends.length - head
      read += (await file.read(ends, head, tail, length - tail)).bytesRead
    }
    hash.update(ends)
    // A file that became shorter meanwhile is being changed.
    return read < ends.length ? Number.POSITIVE_INFINITY : Math.max(Number(mtimeMs), Number(ctimeMs))
  } catch {
    return null
  } finally {
    await file?.close().catch(() => undefined)
  }
}

/**
 * Of many small files the times say enough: nobody can set back when an entry was changed.
 * @returns when one was last changed, or null where the folder holds others: what is in those is not looked at
 */
async function addFolder(hash: Hash, path: string): Promise<number | null> {
  let latest = 0
  hash.update(`${path}\n`)
  for (const name of (await readdir(path)).toSorted()) {
    const entry = await stat(join(path, name), { bigint: true })
    if (entry.isDirectory()) return null
    const { size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = entry
    hash.update(`${name}\0${size} ${mtimeNs} ${ctimeNs}\n`)
    latest = Math.max(latest, Number(mtimeMs), Number(ctimeMs))
  }
  return latest
}

/** A file that was changed so shortly before it was read may be changed once more at the same time on its clock. */
const settledAfter = 3_000

/** True where a file had not been changed for a while when it was read. @param readAt when reading began, in milliseconds */
export function isSettled({ changedAt }: FileStamp, readAt: number): boolean {
  return changedAt + settledAfter < readAt
}
