/** Distinguishes SQLite databases from other files by their first bytes. Source: sqlite.org/fileformat.html, 1.3 */

import { open, stat } from 'node:fs/promises'

const magic = 'SQLite format 3\0'
/** Where the header says which program's database it is. */
const applicationAt = 68
const headerLength = 100

/**
 * The number of the program whose database a file is, 0 where its header names none; null where it is no database, or
 * can't be looked at twice.
 */
export async function applicationOf(path: string): Promise<number | null> {
  try {
    if (!(await stat(path)).isFile()) {
      return null
    }
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerLength), 0, headerLength, 0)
      const isDatabase = bytesRead === headerLength && buffer.toString('latin1', 0, magic.length) === magic
      return isDatabase ? buffer.readUInt32BE(applicationAt) : null
    } finally {
      await file.close()
    }
  } catch {
    // Whoever opens the file says what is wrong with it.
    return null
  }
}
