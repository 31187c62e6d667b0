/** Where Gemini CLI keeps its sessions, and those of their sub-agents: docs/sources/agents.md#where-the-sessions-are-gemini-cli. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isObject, objectIn } from '../../json.js'
import type { AgentHome, ReadRecording, UserHome } from '../agent.js'
import {
  agentHome,
  filesUnder,
  firstFolder,
  jsonOf,
  placesIn,
  type SessionPlace,
  setFolder,
} from '../session-files.js'

/** What sub-agents say lies in folders of their own. */
export const geminiChats: SessionPlace['path'] = ['tmp', /./, 'chats', /^session-.*\.jsonl?$/]

export function geminiCliHome(user: UserHome): AgentHome {
  const above = firstFolder(setFolder(user, 'GEMINI_CLI_HOME'), user.home)
  const root = above === null ? null : join(above, '.gemini')
  let named: Promise<ReadonlyMap<unknown, string>> | null = null
  return agentHome({
    places: () => placesIn(root, geminiChats),
    isProjectInFile: false,
    async projectOf(path, known) {
      const folder = dirname(dirname(path))
      named ??= projectsByName(join(root ?? '', 'projects.json'))
      return (await named).get(basename(folder)) ?? (await writtenDown(folder)) ?? projectOfHash(path, known)
    },
  })
}

/** Newer versions give each project a short name, and write down which. */
async function projectsByName(path: string): Promise<ReadonlyMap<unknown, string>> {
  const held = await jsonOf(path)
  const projects = (isObject(held) ? objectIn(held, 'projects') : null) ?? {}
  return new Map(Object.entries(projects).map(([project, name]) => [name, project]))
}

async function writtenDown(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, '.project_root'), 'utf8').catch(() => '')
  return text.trim() || null
}

/** Older versions name the folder of a project's chats by the hash of its path. */
export function projectOfHash(path: string, known: ReadonlySet<string>): string | null {
  const hash = basename(dirname(dirname(path)))
  return [...known].find((each) => createHash('sha256').update(each).digest('hex') === hash) ?? null
}

/** The chats of sub-agents lie in a folder that is named by the session. */
export async function besideFiles({ file, sessions }: ReadRecording): Promise<readonly string[]> {
  const own = await Promise.all([...sessions].map((session) => filesUnder(dirname(file), session)))
  return own.flat().filter((path) => /\.jsonl?$/.test(path))
}
