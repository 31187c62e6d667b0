/** What the homes of agents are written with: which files are sessions, the newest of a folder, the first records of a file. */

import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isObject, type JsonObject, parsedJson } from '../json-value.js'
import type { AgentHome, FolderSessions, SessionFile, UserHome } from './agent.js'

/** Where an agent keeps its sessions, each in a file. */
export interface SessionLayout {
  /** The folder that all are in; null where the environment does not say. */
  readonly root: string | null
  /**
   * Their paths below it, each part a name or what names must match.
   * @param folders the folders whose sessions are wanted, null for all; more may be named
   */
  paths(folders: readonly string[] | null): readonly (readonly (string | RegExp)[])[]
  /** True: where a session was begun is known from its file alone. */
  readonly isProjectInFile: boolean
  /** The folder in which the session of a file was begun; null where nothing says it. @param known folders that it may be */
  projectOf(path: string, known: ReadonlySet<string>): Promise<string | null>
  /** True for a session that no person began. */
  isOfSubagent?(path: string): Promise<boolean>
}

const nothingKnown: ReadonlySet<string> = new Set()

/** What an agent keeps in a person's home. */
export function agentHome(layout: SessionLayout): AgentHome {
  const { root, paths, isProjectInFile, projectOf, isOfSubagent } = layout
  const filesOf = async (folders: readonly string[] | null): Promise<readonly SessionFile[]> =>
    root === null ? [] : (await severalAtOnce(paths(folders), (path) => filesAlong(root, path))).flat()
  return {
    files: () => filesOf(null),
    newest: async (folders) =>
      newestOfFolders(folders, root === null ? [] : [root], await filesOf(folders), async (path) => {
        const folder = await projectOf(path, new Set(folders))
        return folder === null || (await isOfSubagent?.(path)) === true ? null : folder
      }),
    isProjectInFile,
    projects: async (path, known) => ({
      all: await projectOf(path, isProjectInFile ? nothingKnown : known),
      each: [],
    }),
  }
}

/** The files whose path below a folder is this one. */
async function filesAlong(root: string, path: readonly (string | RegExp)[]): Promise<readonly SessionFile[]> {
  let folders: readonly string[] = [root]
  for (const part of path.slice(0, -1)) {
    const below = await severalAtOnce(folders, async (folder) => {
      const names =
        typeof part === 'string' ? [part] : (await namesIn(folder)).filter((name) => part.test(name))
      return names.map((name) => join(folder, name))
    })
    folders = below.flat()
  }
  const last = path.at(-1) ?? ''
  return filesOfFolders(folders, (name) => (typeof last === 'string' ? name === last : last.test(name)))
}

/** The names in a folder; none where it can't be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
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

/** The files of these names in the folders, in the order of the folders. */
export async function filesOfFolders(
  folders: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<readonly SessionFile[]> {
  return (await severalAtOnce(folders, (folder) => filesIn(folder, isWanted))).flat()
}

/** The files in a folder and in the folders in it. */
export async function filesUnder(folder: string): Promise<readonly string[]> {
  // An id that leads out of the folder is none.
  if (folder.split(/[/\\]/).includes('..')) return []
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

/** Newest first; of the same moment, by path. */
export function newestFirst(files: readonly SessionFile[]): readonly SessionFile[] {
  return files.toSorted((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1))
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
  for (const file of newestFirst(files).slice(0, mostOpened)) {
    const folder = await folderOf(file.path)
    if (folder !== null && (await isOneOf(folders, folder))) return { lookedIn, newest: file }
  }
  return { lookedIn, newest: null }
}

/** True where a path that was recorded is one of these folders, or leads to one by links. */
export async function isOneOf(folders: readonly string[], recorded: string): Promise<boolean> {
  if (folders.includes(recorded)) return true
  return folders.includes(await realpath(recorded).catch(() => recorded))
}

/** As much of a file is looked at to find out what it is. */
const headBytes = 2 ** 21

/** The records at the beginning of a file. Lines that are no JSON objects are passed over, and a file that can't be read has none. */
export async function* headRecords(path: string): AsyncGenerator<JsonObject, void, undefined> {
  const bytes = createReadStream(path, { end: headBytes - 1 })
  try {
    for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = parsedJson(line)
      if (isObject(record)) yield record
    }
  } catch {
    return
  } finally {
    bytes.destroy()
  }
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

/** The fields of an object; null for anything else. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  return isObject(value) ? new Map(Object.entries(value)) : null
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
