/** All sessions of opencode. Where: docs/sources/opencode.md#where-the-sessions-are. */

import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { opencodeFolders } from '@todo-ledger/recordings'
import type { AgentHome, RecordedFile } from '../../sources/newest/agent-recordings.js'
import { fieldsOf, namesIn } from '../../sources/newest/recorded-files.js'
import { severalAtOnce } from '../several-at-once.js'
import type { AgentFor } from './agent.js'
import { firstFolder, homeFolder, setFolder } from './set-folder.js'

const databaseName = /^opencode(?:-[\w.-]+)?\.db$/

/** Sets opencode up. */
export const opencodeAgent: AgentFor = (agentHome) => ({
  name: 'opencode',
  async files() {
    const paths = await databases(agentHome)
    const found = (await Promise.all(paths.map(database))).flat()
    return found.length > 0 ? found : olderStorage(agentHome)
  },
  tellsInFile: true,
  async projects(path) {
    try {
      const each = path.endsWith('.db') ? await opencodeFolders(path) : await storedFolders(path)
      return { all: null, each: [...each] }
    } catch {
      return { all: null, each: [] }
    }
  },
})

function dataFolder(agentHome: AgentHome): string | null {
  return firstFolder(setFolder(agentHome, 'XDG_DATA_HOME'), homeFolder(agentHome, '.local', 'share'))
}

async function databases(agentHome: AgentHome): Promise<readonly string[]> {
  const data = dataFolder(agentHome)
  const named = agentHome.env['OPENCODE_DB'] ?? ''
  if (isAbsolute(named)) return [named]
  if (data === null) return []
  const folder = join(data, 'opencode')
  const names = (await namesIn(folder)).filter((name) => databaseName.test(name))
  // A database in memory leaves nothing.
  return [...new Set(named === '' || named === ':memory:' ? names : [...names, named])].map((name) =>
    join(folder, name),
  )
}

/** What was written last may stand beside the database still. */
async function database(path: string): Promise<readonly RecordedFile[]> {
  const times = await Promise.all([path, `${path}-wal`].map(writtenAt))
  return times[0] === null ? [] : [{ path, at: Math.max(...times.map((at) => at ?? 0)) }]
}

/** What versions before February 2026 kept, a file a message; newer ones have it in their database, too. */
async function olderStorage(agentHome: AgentHome): Promise<readonly RecordedFile[]> {
  const data = dataFolder(agentHome)
  if (data === null) return []
  const path = join(data, 'opencode', 'storage')
  const messages = join(path, 'message')
  const folders = [messages, ...(await namesIn(messages)).map((name) => join(messages, name))]
  const times = await severalAtOnce(
    folders,
    async (folder) => (await stat(folder).catch(() => null))?.mtimeMs,
  )
  const at = Math.max(...times.map((time) => time ?? 0))
  return at === 0 ? [] : [{ path, at }]
}

/** Where the sessions of an older storage were begun, by their ids. */
async function storedFolders(storage: string): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>()
  for (const project of await namesIn(join(storage, 'session'))) {
    for (const name of await namesIn(join(storage, 'session', project))) {
      const text = await readFile(join(storage, 'session', project, name), 'utf8').catch(() => '')
      const fields = fieldsOf(parsed(text))
      const [id, folder] = [fields?.get('id'), fields?.get('directory')]
      if (typeof id === 'string' && typeof folder === 'string' && folder !== '') folders.set(id, folder)
    }
  }
  return folders
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function writtenAt(path: string): Promise<number | null> {
  const entry = await stat(path).catch(() => null)
  return entry?.isFile() === true ? entry.mtimeMs : null
}
