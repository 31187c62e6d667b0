/** The recordings of a folder and of the folders in it. */

import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
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

/** What is in a folder, sorted. */
export interface FolderContents {
  /** The files that can be recordings. */
  readonly files: readonly string[]
  /** The folders that may not be opened. */
  readonly closed: readonly string[]
  /** The links to recordings and folders elsewhere, which are not followed. */
  readonly linksOut: readonly string[]
}

/**
 * The files that can be recordings, by their names. A link is followed to a file in the folder alone: one that leads
 * elsewhere may lead to the whole disk. What is no file, such as a pipe, is passed over.
 * @param onProgress is given how many were found, after each folder
 */
export async function recordingsIn(
  folder: string,
  onProgress: (files: number) => void = () => undefined,
): Promise<FolderContents> {
  const root = realpathSync(folder)
  const found: string[] = []
  const closed: string[] = []
  const linksOut: string[] = []
  /** Links to files, by the real path of what they lead to. */
  const links = new Map<string, string>()

  const follow = async (path: string): Promise<void> => {
    const real = realPath(path)
    const kind = real === null ? 'other' : kindBehind(real)
    if (real === null || kind === 'other' || (kind === 'file' && !(await canBeRecording(path)))) return
    const isInside = real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)
    if (!isInside) linksOut.push(path)
    else if (kind === 'file' && !(path > (links.get(real) ?? path))) links.set(real, path)
  }

  const open = [folder]
  const folders = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    folders.add(join(root, relative(folder, next)))
    let entries: readonly Dirent[] = []
    try {
      entries = readdirSync(next, { withFileTypes: true })
    } catch (error) {
      if (next === folder) throw error
      closed.push(next)
    }
    for (const entry of entries) {
      const path = join(next, entry.name)
      const kind = kindOf(entry, path)
      if (kind === 'folder' && !passedOver.has(entry.name)) open.push(path)
      else if (kind === 'link') await follow(path)
      else if (kind === 'file' && recordingName.test(entry.name)) {
        if (!isNote(path)) found.push(path)
      } else if (kind === 'file' && databaseName.test(entry.name) && (await canBeRecording(path)))
        found.push(path)
    }
    onProgress(found.length)
  }
  // A file that a link leads to is taken once, by its own name where its folder was looked through.
  const isFoundByItself = (real: string) =>
    (recordingName.test(real) || databaseName.test(real)) && folders.has(dirname(real))
  const linked = [...links].filter(([real]) => !isFoundByItself(real)).map(([, path]) => path)
  return { files: [...found, ...linked].sort(), closed: closed.sort(), linksOut: linksOut.sort() }
}

function isNote(path: string): boolean {
  return notes.some((note) => note.test(path))
}

async function canBeRecording(path: string): Promise<boolean> {
  if (isNote(path)) return false
  return recordingName.test(path) || (databaseName.test(path) && (await isRecordingDatabase(path)))
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** What an entry of a folder leads to. Some file systems do not say it in the folder. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | 'link' | 'other' {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  const isKnown = entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice()
  return isKnown ? 'other' : kindBehind(path)
}

/** What a path leads to; a link that leads nowhere leads to nothing of use. */
function kindBehind(path: string): 'file' | 'folder' | 'other' {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry?.isDirectory() === true) return 'folder'
  return entry?.isFile() === true ? 'file' : 'other'
}
