/** The recordings of a folder and of the folders in it. */

import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { formatsOf, isRecordingDatabase } from '@todo-ledger/recordings'

/** The names of files that can be recordings, also compressed. */
const recordingName = /\.(?:jsonl?|traj)(?:\.(?:gz|zst))?$/i
/** What agents note beside their recordings. */
const notes: readonly RegExp[] = formatsOf().flatMap((format) => format.notes ?? [])
/** The names of files that can be databases; those of an agent hold recordings. */
const databaseName = /\.(?:db|sqlite3?)$/i
/** Folders that hold other things, by the thousand. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git'])
/** As many names of a folder are read at once. */
const bufferSize = 1024

/** What is in a folder. */
export interface FolderContents {
  /** The files that can be recordings, sorted by path. */
  readonly files: readonly string[]
  /** The folders that may not be opened, sorted. */
  readonly closed: readonly string[]
  /** The links to recordings and folders elsewhere, which are not followed, sorted. */
  readonly linksOut: readonly string[]
}

/** How a folder is looked through. */
export interface FolderReading {
  /** Is given how many recordings were found, now and then. */
  readonly onProgress?: (files: number) => void
}

/**
 * The files that can be recordings, so that the order is the same everywhere. A link is followed to a file in the folder
 * alone: one that leads elsewhere may lead to the whole disk. Of other files nothing is held, however many there are.
 */
export async function recordingsIn(folder: string, reading: FolderReading = {}): Promise<FolderContents> {
  const root = await realpath(folder)
  const found: string[] = []
  const closed: string[] = []
  const linksOut: string[] = []
  /** Links to files, by the real path of what they lead to. */
  const links = new Map<string, string>()

  const follow = async (path: string): Promise<void> => {
    const real = await realpath(path).catch(() => null)
    const kind = real === null ? 'other' : await kindBehind(real)
    if (real === null || kind === 'other' || (kind === 'file' && !(await canBeRecording(path)))) return
    const isInside = real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)
    if (!isInside) linksOut.push(path)
    else if (kind === 'file' && !(path > (links.get(real) ?? path))) links.set(real, path)
  }

  const open = [folder]
  const folders = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    folders.add(join(root, relative(folder, next)))
    const inner: string[] = []
    try {
      for await (const entry of await opendir(next, { bufferSize })) {
        const path = join(next, entry.name)
        const kind = await kindOf(entry, path)
        if (kind === 'folder' && !passedOver.has(entry.name)) inner.push(path)
        if (kind === 'link') await follow(path)
        if (kind === 'file' && (await canBeRecording(path))) {
          found.push(path)
          if (found.length % bufferSize === 0) reading.onProgress?.(found.length)
        }
      }
    } catch (error) {
      if (next === folder) throw error
      closed.push(next)
    }
    open.push(...inner)
  }
  // A file that a link leads to is taken once, by its own name where its folder was looked through.
  const isFoundByItself = (real: string) =>
    (recordingName.test(real) || databaseName.test(real)) && folders.has(dirname(real))
  const linked = [...links].filter(([real]) => !isFoundByItself(real)).map(([, path]) => path)
  return { files: [...found, ...linked].sort(), closed: closed.sort(), linksOut: linksOut.sort() }
}

/** What an entry of a folder leads to. */
type EntryKind = 'file' | 'folder' | 'link' | 'other'

async function canBeRecording(path: string): Promise<boolean> {
  if (notes.some((note) => note.test(path))) return false
  return recordingName.test(path) || (databaseName.test(path) && (await isRecordingDatabase(path)))
}

/** Some file systems do not say in a folder what its entries are. */
async function kindOf(entry: Dirent, path: string): Promise<EntryKind> {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  const isKnown = entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice()
  return isKnown ? 'other' : kindBehind(path)
}

/** What a path leads to; a link that leads nowhere leads to nothing of use. */
async function kindBehind(path: string): Promise<'file' | 'folder' | 'other'> {
  try {
    const entry = await stat(path)
    if (entry.isDirectory()) return 'folder'
    return entry.isFile() ? 'file' : 'other'
  } catch {
    return 'other'
  }
}
