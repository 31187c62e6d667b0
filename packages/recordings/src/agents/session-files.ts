/** What the homes of agents are written with: which files are sessions, the newest of a folder, the first records of a file. */

import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isObject, type JsonObject, parsedJson } from '../json.js'
import type { AgentHome, SessionFile, UserHome } from './agent.js'

/** Where sessions are: a folder, and the path below it, each part a name or what names match. */
export interface SessionPlace {
  readonly root: string
  readonly path: readonly (string | RegExp)[]
}

/** Places in a folder; none where the environment does not say which. */
export function placesIn(
  root: string | null,
  ...paths: readonly SessionPlace['path'][]
): readonly SessionPlace[] {
  return root === null ? [] : paths.map((path) => ({ root, path }))
}

/** Where an agent keeps its sessions, each in a file or folder. */
export interface SessionLayout extends Pick<AgentHome, 'isProjectInFile'> {
  /** @param folders those whose sessions are wanted, null for all; more may be named */
  places(folders: readonly string[] | null): readonly SessionPlace[]
  /** False for what is in such a place and is no session that a person began. */
  isSession?(path: string): boolean
  /** The same, where it must be looked into. */
  isOfSubagent?(path: string): Promise<boolean>
  /** The folder in which a session was begun; null where nothing says it. @param known folders that it may be */
  projectOf(path: string, known: ReadonlySet<string>): Promise<string | null>
}

export function agentHome(layout: SessionLayout): AgentHome {
  const { places, isSession = () => true, isOfSubagent, projectOf, isProjectInFile } = layout
  return {
    roots: [...new Set(places(null).map(({ root }) => root))],
    async files(folders) {
      const found = await severalAtOnce(places(folders ?? null), filesIn)
      return found.flat().filter(({ path }) => isSession(path))
    },
    isProjectInFile,
    projects: async (path, known) => ({
      all: await projectOf(path, known),
      each: [],
      isOfSubagent: (await isOfSubagent?.(path)) === true,
    }),
  }
}

/** As many of the newest files are opened to see which folder they are of. */
const mostOpened = 2_000

/**
 * The newest session that a person began in a folder, with its id where its file holds others, too.
 * @param folders the folder by all its names: as it was called, and with its links resolved
 */
export async function newestOf(home: AgentHome, folders: readonly string[]) {
  const known = new Set(folders)
  let newest: (SessionFile & { readonly session?: string }) | null = null
  for (const { path, at } of newestFirst(await home.files(folders)).slice(0, mostOpened)) {
    if (newest !== null && newest.at >= at) break
    const { all, each, isOfSubagent = false } = await home.projects(path, known)
    if (all !== null && !isOfSubagent && (await isOneOf(folders, all))) return { path, at }
    for (const { session, folder, at } of each)
      if (at > (newest?.at ?? Number.NEGATIVE_INFINITY) && (await isOneOf(folders, folder)))
        newest = { path, at, session }
  }
  return newest
}

/** The files and folders in a place, with their times; what else lies there, such as a pipe, is passed over. */
export async function filesIn({ root, path }: SessionPlace): Promise<readonly SessionFile[]> {
  let found: readonly string[] = [root]
  for (const part of path) {
    const below = await severalAtOnce(found, async (folder) => {
      const isNamed = typeof part === 'string'
      const names = isNamed ? [part] : (await namesIn(folder)).filter((name) => part.test(name))
      return names.map((name) => join(folder, name))
    })
    found = below.flat()
  }
  const entries = await severalAtOnce(found, entryAt)
  return entries.flatMap((entry) => entry ?? [])
}

async function entryAt(path: string): Promise<SessionFile | null> {
  const entry = await stat(path).catch(() => null)
  return entry?.isFile() === true || entry?.isDirectory() === true ? { path, at: entry.mtimeMs } : null
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

/** The files below a folder that a recording names, in whatever folders: one that leads elsewhere has none. */
export async function filesUnder(
  folder: string,
  name: string,
  ...below: string[]
): Promise<readonly string[]> {
  if (name === '' || name !== basename(resolve(folder, name))) return []
  const path = join(folder, name, ...below)
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}

/** Newest first; of the same moment, by path. */
export function newestFirst<File extends SessionFile>(files: readonly File[]): readonly File[] {
  return files.toSorted((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1))
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

/** So large may a file be that is read as a whole, as a record may be. */
const largestJson = 32 * 1024 * 1024

/** The JSON in a file; null where it can't be read, is none, or is too large. */
export async function jsonOf(path: string): Promise<unknown> {
  const entry = await stat(path).catch(() => null)
  if (entry?.isFile() !== true || entry.size > largestJson) return null
  return parsedJson(await readFile(path, 'utf8').catch(() => '')) ?? null
}

/** The folder that a variable names, where `~` is the person's home; null where the variable is not set. */
export function setFolder({ env, home }: UserHome, variable: string): string | null {
  const given = env[variable]?.trim()
  if (given === undefined || given === '') return null
  const below = /^~(?:$|[/\\](?<rest>.*))/.exec(given)
  return below === null ? resolve(given) : join(home ?? homedir(), below.groups?.['rest'] ?? '')
}

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
