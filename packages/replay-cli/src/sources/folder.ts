/** The recordings of a folder and of the folders in it. */

import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
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
}

/** How a folder is looked through. */
export interface FolderReading {
  /** Is given how many recordings were found, now and then. */
  readonly onProgress?: (files: number) => void
}

/**
 * The files that can be recordings, so that the order is the same everywhere. Links are followed, and a file or a folder
 * that is reached twice is taken once. Of other files nothing is held, however many there are.
 */
export async function recordingsIn(folder: string, reading: FolderReading = {}): Promise<FolderContents> {
  const search = new Search(reading)
  await search.through(folder)
  return search.contents()
}

/** What an entry of a folder leads to. */
type EntryKind = 'file' | 'folder' | 'link' | 'other'

class Search {
  readonly #reading: FolderReading
  readonly #found: string[] = []
  readonly #closed: string[] = []
  /** The folders that were looked through, by their real paths. */
  readonly #folders = new Set<string>()
  /** Links to files, by the real path of what they lead to. */
  readonly #links = new Map<string, string>()

  constructor(reading: FolderReading) {
    this.#reading = reading
  }

  async through(folder: string): Promise<void> {
    const open = [folder]
    // A folder is known by its own name, so those that links lead to come last.
    const linked: string[] = []
    for (let next = open.pop(); next !== undefined; next = open.pop() ?? linked.shift()) {
      const real = await realPath(next)
      if (real === null && next !== folder) this.#closed.push(next)
      if (real === null || this.#folders.has(real)) continue
      this.#folders.add(real)
      const inner: string[] = []
      try {
        for await (const entry of await opendir(next, { bufferSize })) {
          await this.#take(next, entry, inner, linked)
        }
      } catch (error) {
        if (next === folder) throw error
        this.#closed.push(next)
      }
      open.push(...inner.sort().reverse())
      linked.sort()
    }
  }

  contents(): FolderContents {
    const linked = [...this.#links].filter(([real]) => !this.#isFoundByItself(real)).map(([, path]) => path)
    return { files: [...this.#found, ...linked].sort(), closed: this.#closed.sort() }
  }

  async #take(folder: string, entry: Dirent, inner: string[], linked: string[]): Promise<void> {
    const path = join(folder, entry.name)
    const kind = await kindOf(entry, path)
    if (kind === 'folder' && !passedOver.has(entry.name)) inner.push(path)
    if (kind === 'file' && (await canBeRecording(path))) this.#add(path)
    if (kind === 'link') await this.#follow(path, linked)
  }

  async #follow(path: string, linked: string[]): Promise<void> {
    const real = await realPath(path)
    const kind = real === null ? 'other' : await kindBehind(real)
    if (kind === 'folder' && !passedOver.has(basename(path))) linked.push(path)
    if (real === null || kind !== 'file' || !(await canBeRecording(path))) return
    const known = this.#links.get(real)
    if (known === undefined || path < known) this.#links.set(real, path)
  }

  #add(path: string): void {
    this.#found.push(path)
    if (this.#found.length % bufferSize === 0) this.#reading.onProgress?.(this.#found.length)
  }

  /** A file that a link leads to is taken once, by its own name where its folder was looked through. */
  #isFoundByItself(real: string): boolean {
    return (recordingName.test(real) || databaseName.test(real)) && this.#folders.has(dirname(real))
  }
}

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

async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    return null
  }
}
