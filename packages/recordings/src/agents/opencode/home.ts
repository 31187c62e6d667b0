/** Where opencode keeps its sessions: docs/sources/opencode.md#where-the-sessions-are. */

import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { AgentHome, FolderSessions, NewestFile, SessionFile, UserHome } from '../agent.js'
import { firstFolder, homeFolder, isOneOf, namesIn, setFolder } from '../session-files.js'
import { OpencodeDatabase } from './database.js'

const databaseName = /^opencode(?:-[\w.-]+)?\.db$/

/** What opencode keeps in a person's home. */
export function opencodeHome(user: UserHome): AgentHome {
  const data = dataFolder(user)
  const files = async () => (await Promise.all((await databases(user, data)).map(database))).flat()
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

/** The sessions of a database whose folder is known; none where it can't be read. */
async function sessionsIn(path: string) {
  try {
    const database = await OpencodeDatabase.open(path)
    const sessions = database?.sessions() ?? []
    database?.close()
    return sessions.flatMap(({ id, parent, folder, at }) =>
      folder === null || folder === '' ? [] : [{ id, folder, isSubagent: parent !== null, at }],
    )
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
