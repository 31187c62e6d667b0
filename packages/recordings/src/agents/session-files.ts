/** What the homes of agents are written with: folders, files, newest first, and the first records in them. */

import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parsedJson } from '../json-value.js'
import type { FolderSessions, SessionFile, UserHome } from './agent.js'

/** A record of a file: one line of JSON Lines. */
export type FileRecord = ReadonlyMap<string, unknown>

/** As much of a file is looked at to find out what it is. */
const headBytes = 2 ** 21

/** The names in a folder; none where it can't be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

/** The files of these names in a folder, with their times. */
export async function filesIn(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<readonly SessionFile[]> {
  const found: SessionFile[] = []
  for (const name of (await namesIn(folder)).filter(isWanted)) {
    const path = join(folder, name)
    const entry = await stat(path).catch(() => null)
    if (entry?.isFile() === true) found.push({ path, at: entry.mtimeMs })
  }
  return found
}

/**
 * Opens a file that was found; one that is none, such as a pipe, would be waited for without end.
 * @throws Error where it is no file, or can't be opened
 */
export async function openFound(path: string): Promise<FileHandle> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is no file`)
  return open(path, 'r')
}

/** How a file that was found begins. @throws Error where it is no file, or can't be read */
export async function startOf(path: string, bytes: number): Promise<string> {
  const file = await openFound(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The files in a folder and in the folders in it. */
export async function filesUnder(folder: string): Promise<readonly string[]> {
  // An id that leads out of the folder is none.
  if (folder.split(/[/\\]/).includes('..')) return []
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  } catch {
    return []
  }
}

/** Newest first; of the same moment, by path. */
export function newestFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  return files.toSorted((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1))
}

/** The newest file that passes a test; null where none does. */
export async function newestThat(
  files: readonly SessionFile[],
  passes: (file: SessionFile) => Promise<boolean>,
): Promise<SessionFile | null> {
  for (const file of newestFirst(files)) if (await passes(file)) return file
  return null
}

/** The records at the beginning of a file. Lines that are no JSON objects are passed over, and a file that can't be read has none. */
export async function* headRecords(path: string): AsyncGenerator<FileRecord, void, undefined> {
  const bytes = createReadStream(path, { end: headBytes - 1 })
  try {
    for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = fieldsOf(parsedJson(line))
      if (record !== null) yield record
    }
  } catch {
    return
  } finally {
    bytes.destroy()
  }
}

/** The fields of an object; null for anything else. */
export function fieldsOf(value: unknown): FileRecord | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return new Map(Object.entries(value))
}

/** True where a path that was recorded is one of these folders, or leads to one by links. */
export async function isOneOf(folders: readonly string[], recorded: string): Promise<boolean> {
  if (folders.includes(recorded)) return true
  return folders.includes(await realpath(recorded).catch(() => recorded))
}

/** So large may a file be that is read as a whole, as a record may be. */
const largestJson = 32 * 1024 * 1024

/** The JSON in a file; null where it can't be read, is none, or is too large. */
export async function jsonOf(path: string): Promise<unknown> {
  try {
    const file = await openFound(path)
    try {
      const { size } = await file.stat()
      return size > largestJson ? null : (parsedJson(await file.readFile('utf8')) ?? null)
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}

/** The folder that a variable names, where `~` is the person's home; null where the variable is not set. */
export function setFolder({ env, home }: UserHome, variable: string): string | null {
  const given = env[variable]?.trim()
  if (given === undefined || given === '') return null
  const below = /^~(?:$|[/\\](?<rest>.*))/.exec(given)
  return below === null ? resolve(given) : join(home ?? homedir(), below.groups?.['rest'] ?? '')
}

/** The first folder that is known; null where none is. */
export function firstFolder(...folders: readonly (string | null)[]): string | null {
  return folders.find((folder) => folder !== null) ?? null
}

/** A folder in the person's home; null where the environment does not say. */
export function homeFolder({ home }: UserHome, ...names: readonly string[]): string | null {
  return home === null ? null : join(home, ...names)
}

/** The files of these names in the folders, in the order of the folders. */
export async function filesOfFolders(
  folders: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<readonly SessionFile[]> {
  const found = await severalAtOnce(folders, (folder) => filesIn(folder, isWanted))
  return found.flat()
}

/** More than this only wait for each other. */
const atOnce = 16

/** Asks the same of many, several at once. @returns the answers, in the order of what was asked */
export async function severalAtOnce<Asked, Answer>(
  all: readonly Asked[],
  ask: (one: Asked) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const left = all.entries()
  const askers = Array.from({ length: atOnce }, async () => {
    for (const [index, one] of left) answers[index] = await ask(one)
  })
  await Promise.all(askers)
  return answers
}

/** As many of the newest files are opened to see which folder they are of. */
const mostOpened = 2_000

/**
 * The newest file of one of these folders, where it must be found out of each file of which it is.
 * @param lookedIn the places that the files are in; without one nothing was looked at
 */
export async function newestOfFolders(
  folders: readonly string[],
  lookedIn: readonly string[],
  files: readonly SessionFile[],
  folderOf: (path: string) => Promise<string | null>,
): Promise<FolderSessions> {
  const newest = await newestThat(newestFirst(files).slice(0, mostOpened), async ({ path }) => {
    const folder = await folderOf(path)
    return folder !== null && isOneOf(folders, folder)
  })
  return { lookedIn, newest }
}
