/** The recordings of a folder and of the folders in it. */

import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

const extensions: ReadonlySet<string> = new Set(['.jsonl', '.json'])
/** Folders that hold other things, by the thousand. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git'])

/**
 * The files that can be recordings, sorted by path, so that the order is the same everywhere. Links are followed, and
 * a file or a folder that is reached twice is taken once. Folders that may not be opened are named in `closed`.
 */
export async function recordingsIn(
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly closed: readonly string[] }> {
  const closed: string[] = []
  const found: string[] = []
  const seen = new Set<string>()
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const real = await realPath(next)
    if (real === null || seen.has(real)) continue
    seen.add(real)
    const folders: string[] = []
    for (const name of (await namesIn(next, next === folder ? null : closed)).toSorted()) {
      const path = join(next, name)
      const kind = await kindOf(path)
      if (kind === 'folder' && !passedOver.has(name)) folders.push(path)
      if (kind !== 'file' || !extensions.has(extname(name).toLowerCase())) continue
      const file = await realPath(path)
      if (file === null || seen.has(file)) continue
      seen.add(file)
      found.push(path)
    }
    open.push(...folders.reverse())
  }
  return { files: found.toSorted(), closed: closed.toSorted() }
}

/** The names in a folder. @param closed where to note that it may not be opened; null: that is an error */
async function namesIn(folder: string, closed: string[] | null): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (closed === null) throw error
    closed.push(folder)
    return []
  }
}

/** What a path leads to; null for a link that leads nowhere, and for anything else. */
async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  try {
    const entry = await stat(path)
    if (entry.isDirectory()) return 'folder'
    return entry.isFile() ? 'file' : null
  } catch {
    return null
  }
}

async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    return null
  }
}
