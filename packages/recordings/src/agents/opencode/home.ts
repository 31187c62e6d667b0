/** Where opencode keeps its sessions: docs/sources/agents.md#where-the-sessions-are-opencode. */

import { stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { AgentHome, FileProjects, UserHome } from '../agent.js'
import { firstFolder, homeFolder, namesIn, setFolder, severalAtOnce } from '../session-files.js'
import { OpencodeDatabase } from './database.js'

export function opencodeHome(user: UserHome): AgentHome {
  const named = user.env['OPENCODE_DB'] ?? ''
  const data = firstFolder(setFolder(user, 'XDG_DATA_HOME'), homeFolder(user, '.local', 'share'))
  const folder = isAbsolute(named) ? dirname(named) : data === null ? null : join(data, 'opencode')
  return {
    roots: folder === null ? [] : [folder],
    async files() {
      const found = await severalAtOnce(await databasesIn(folder, named), async (path) => {
        // What was written last may stand beside the database still.
        const [at, later] = await severalAtOnce([path, `${path}-wal`], writtenAt)
        return typeof at === 'number' ? [{ path, at: Math.max(at, later ?? 0) }] : []
      })
      return found.flat()
    },
    isProjectInFile: true,
    projects: async (path) => ({ all: null, each: await sessionsIn(path) }),
  }
}

/** The sessions of a database that persons began and whose folder is known; none where it can't be read. */
async function sessionsIn(path: string): Promise<FileProjects['each']> {
  try {
    const database = await OpencodeDatabase.open(path)
    const sessions = database?.sessions() ?? []
    database?.close()
    return sessions.flatMap(({ id: session, parent, folder, at }) =>
      folder === null || parent !== null ? [] : [{ session, folder, at }],
    )
  } catch {
    return []
  }
}

/** The databases in a folder, and the one that the environment names. */
async function databasesIn(folder: string | null, named: string): Promise<readonly string[]> {
  if (isAbsolute(named) || folder === null) return folder === null ? [] : [named]
  const names = (await namesIn(folder)).filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
  // A database in memory leaves nothing.
  const all = named === '' || named === ':memory:' ? names : [...names, named]
  return [...new Set(all)].map((name) => join(folder, name))
}

async function writtenAt(path: string): Promise<number | null> {
  const entry = await stat(path).catch(() => null)
  return entry?.isFile() === true ? entry.mtimeMs : null
}
