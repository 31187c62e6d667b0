/** Where opencode keeps its sessions: docs/sources/opencode.md#where-the-sessions-are. */

import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { AgentHome, NewestFile, UserHome } from '../agent.js'
import { firstFolder, homeFolder, isOneOf, namesIn, setFolder, severalAtOnce } from '../session-files.js'
import { OpencodeDatabase } from './database.js'

/** What opencode keeps in a person's home. A database holds the sessions of all folders. */
export function opencodeHome(user: UserHome): AgentHome {
  const files = async () => {
    const found = await severalAtOnce(await databasesOf(user), async (path) => {
      // What was written last may stand beside the database still.
      const [at, later] = await severalAtOnce([path, `${path}-wal`], writtenAt)
      return typeof at === 'number' ? [{ path, at: Math.max(at, later ?? 0) }] : []
    })
    return found.flat()
  }
  return {
    files,
    newest: async (folders) => {
      const databases = await files()
      let newest: NewestFile | null = null
      for (const { path } of databases) {
        for (const { id, parent, folder, at } of await sessionsIn(path)) {
          const isNewer = parent === null && at > (newest?.at ?? Number.NEGATIVE_INFINITY)
          if (isNewer && (await isOneOf(folders, folder))) newest = { path, at, session: id }
        }
      }
      return { lookedIn: [...new Set(databases.map(({ path }) => dirname(path)))], newest }
    },
    isProjectInFile: true,
    projects: async (path) => ({
      all: null,
      each: (await sessionsIn(path)).map(({ id, folder }) => [id, folder] as const),
    }),
  }
}

/** The sessions of a database whose folder is known; none where it can't be read. */
async function sessionsIn(path: string) {
  try {
    const database = await OpencodeDatabase.open(path)
    const sessions = database?.sessions() ?? []
    database?.close()
    return sessions.flatMap(({ folder, ...session }) => (folder === null ? [] : [{ ...session, folder }]))
  } catch {
    return []
  }
}

async function databasesOf(user: UserHome): Promise<readonly string[]> {
  const named = user.env['OPENCODE_DB'] ?? ''
  if (isAbsolute(named)) return [named]
  const data = firstFolder(setFolder(user, 'XDG_DATA_HOME'), homeFolder(user, '.local', 'share'))
  if (data === null) return []
  const folder = join(data, 'opencode')
  const names = (await namesIn(folder)).filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
  // A database in memory leaves nothing.
  const all = named === '' || named === ':memory:' ? names : [...names, named]
  return [...new Set(all)].map((name) => join(folder, name))
}

async function writtenAt(path: string): Promise<number | null> {
  const entry = await stat(path).catch(() => null)
  return entry?.isFile() === true ? entry.mtimeMs : null
}
