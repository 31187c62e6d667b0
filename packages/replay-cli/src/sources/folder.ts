/** The recordings of a folder and of the folders in it. */

import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
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
 * The files that can be recordings, by their names. No link is followed: what it leads to in the folder is found by
 * itself, and elsewhere it may lead to the whole disk. What is no file, such as a pipe, is passed over.
 * @param onProgress is given how many were found, after each folder
 */
export async function recordingsIn(
  folder: string,
  onProgress: (files: number) => void = () => undefined,
): Promise<FolderContents> {
  const root = realpathSync(folder)
  const files: string[] = []
  const closed: string[] = []
  const linksOut: string[] = []
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next, (error) => {
      if (next === folder) throw error
      closed.push(next ?? '')
    })) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) {
        if (!passedOver.has(entry.name)) open.push(path)
      } else if (entry.isSymbolicLink()) {
        if (await leadsOut(path, root)) linksOut.push(path)
      } else if (entry.isFile() && (await canBeRecording(path))) files.push(path)
    }
    onProgress(files.length)
  }
  return { files: files.sort(), closed: closed.sort(), linksOut: linksOut.sort() }
}

function entriesOf(folder: string, closed: (error: unknown) => void) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    closed(error)
    return []
  }
}

async function canBeRecording(path: string): Promise<boolean> {
  if (notes.some((note) => note.test(path))) return false
  return recordingName.test(path) || (databaseName.test(path) && (await isRecordingDatabase(path)))
}

/** True for a link to a recording or a folder that is not in this one. */
async function leadsOut(link: string, root: string): Promise<boolean> {
  let real: string
  try {
    const entry = statSync(link)
    if (!entry.isDirectory() && !(entry.isFile() && (await canBeRecording(link)))) return false
    real = realpathSync(link)
  } catch {
    // It leads nowhere, in a circle, or to what may not be opened.
    return false
  }
  return real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)
}
