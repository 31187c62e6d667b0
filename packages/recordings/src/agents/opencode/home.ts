/** Where opencode keeps its sessions: docs/sources/opencode.md#where-the-sessions-are. */

import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { AgentHome, FolderSessions, NewestFile, SessionFile, UserHome } from '../agent.js'
import { firstFolder, homeFolder, isOneOf, namesIn, setFolder, severalAtOnce } from '../session-files.js'
import { databaseSessions, type PlacedSession, storedSessions } from './session-folders.js'

const databaseName = /^opencode(?:-[\w.-]+)?\.db$/

/** What opencode keeps in a person's home. */
export function opencodeHome(user: UserHome): AgentHome {
  const data = dataFolder(user)
  const files = async (): Promise<readonly SessionFile[]> => {
    const found = (await Promise.all((await databases(user, data)).map(database))).flat()
    if (found.length > 0 || data === null) return found
    const older = await storage(join(data, 'storage'), 'message')
    return older.length > 0 ? older : oldestStorages(join(data, 'project'))
  }
  return {
    files,
    newest: async (folders) => newestIn(await files(), folders),
    isProjectInFile: true,
    async projects(path) {
      const each = (await sessionsIn(path)).map(({ id, folder }) => [id, folder] as const)
      return { all: null, each }
    },
  }
}

/** The sessions whose folder is known; none of what can't be read. */
async function sessionsIn(path: string): Promise<readonly PlacedSession[]> {
  try {
    return await (path.endsWith('.db') ? databaseSessions(path) : storedSessions(path))
  } catch {
    return []
  }
}

/** A file holds the sessions of all folders. */
async function newestIn(files: readonly SessionFile[], folders: readonly string[]): Promise<FolderSessions> {
  let newest: NewestFile | null = null
  for (const { path } of files) {
    for (const { id, folder, isSubagent, at } of await sessionsIn(path)) {
      const isNewer = !isSubagent && at > (newest?.at ?? Number.NEGATIVE_INFINITY)
      if (isNewer && (await isOneOf(folders, folder))) newest = { path, at, session: id }
    }
  }
  return { lookedIn: [...new Set(files.map(({ path }) => dirname(path)))], newest }
}

function dataFolder(user: UserHome): string | null {
  const data = firstFolder(setFolder(user, 'XDG_DATA_HOME'), homeFolder(user, '.local', 'share'))
  return data === null ? null : join(data, 'opencode')
}

async function databases({ env }: UserHome, data: string | null): Promise<readonly string[]> {
  const named = env['OPENCODE_DB'] ?? ''
  if (isAbsolute(named)) return [named]
  if (data === null) return []
  const names = (await namesIn(data)).filter((name) => databaseName.test(name))
  // A database in memory leaves nothing.
  const all = named === '' || named === ':memory:' ? names : [...names, named]
  return [...new Set(all)].map((name) => join(data, name))
}

/** What was written last may stand beside the database still. */
async function database(path: string): Promise<readonly SessionFile[]> {
  const times = await Promise.all([path, `${path}-wal`].map(writtenAt))
  return times[0] === null ? [] : [{ path, at: Math.max(...times.map((at) => at ?? 0)) }]
}

async function writtenAt(path: string): Promise<number | null> {
  const entry = await stat(path).catch(() => null)
  return entry?.isFile() === true ? entry.mtimeMs : null
}

/** What versions before February 2026 kept, a file a message; newer ones have it in their database, too. */
async function storage(path: string, ...messages: readonly string[]): Promise<readonly SessionFile[]> {
  const all = join(path, ...messages)
  const folders = [all, ...(await namesIn(all)).map((name) => join(all, name))]
  const times = await severalAtOnce(
    folders,
    async (folder) => (await stat(folder).catch(() => null))?.mtimeMs,
  )
  const at = Math.max(...times.map((time) => time ?? 0))
  return at === 0 ? [] : [{ path, at }]
}

/** What versions before September 2025 kept, one storage a project; newer ones took it over into the one of all projects. */
async function oldestStorages(projects: string): Promise<readonly SessionFile[]> {
  const found = await severalAtOnce(await namesIn(projects), (project) =>
    storage(join(projects, project, 'storage'), 'session', 'message'),
  )
  return found.flat()
}
