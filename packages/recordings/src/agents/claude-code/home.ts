/** Where Claude Code keeps its sessions: `~/.claude/projects/<folder>/<session>.jsonl`. */

import { join } from 'node:path'
import type { AgentHome, FolderSessions, SessionFile, UserHome } from '../agent.js'
import {
  type FileRecord,
  filesIn,
  filesOfFolders,
  headRecords,
  homeFolder,
  isOneOf,
  namesIn,
  newestThat,
} from '../session-files.js'

/** Longer names are cut, and a hash is added. Source: the files of Claude Code 2. */
const longestName = 200

/** What Claude Code keeps in a person's home. */
export function claudeCodeHome(user: UserHome): AgentHome {
  const projects = projectsOf(user)
  return {
    async files() {
      if (projects === null) return []
      const folders = (await namesIn(projects)).map((name) => join(projects, name))
      return filesOfFolders(folders, isSession)
    },
    newest: async (folders) =>
      projects === null ? { lookedIn: [], newest: null } : newestIn(projects, folders),
    isProjectInFile: true,
    projects: async (path) => ({ all: await projectOf(path), each: [] }),
  }
}

async function newestIn(projects: string, folders: readonly string[]): Promise<FolderSessions> {
  const named = [...new Set(folders.map(nameOf))]
  const files: SessionFile[] = []
  for (const name of named) {
    for (const folder of await foldersNamed(projects, name)) files.push(...(await filesIn(folder, isSession)))
  }
  const newest = await newestThat(files, ({ path }) => isOfFolder(path, folders))
  return { lookedIn: named.map((name) => join(projects, name.slice(0, longestName))), newest }
}

/** The folder that holds a folder for each project; null where the environment does not say. */
function projectsOf(user: UserHome): string | null {
  const own = user.env['CLAUDE_CONFIG_DIR']
  return own !== undefined && own !== '' ? join(own, 'projects') : homeFolder(user, '.claude', 'projects')
}

/** Every character that is no letter or digit becomes a hyphen. */
function nameOf(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}

async function foldersNamed(projects: string, name: string): Promise<readonly string[]> {
  if (name.length <= longestName) return [join(projects, name)]
  const start = `${name.slice(0, longestName)}-`
  return (await namesIn(projects))
    .filter((each) => each.startsWith(start))
    .map((each) => join(projects, each))
}

/** Sub-agents have files of their own, which are no sessions that a person began. */
function isSession(name: string): boolean {
  return name.endsWith('.jsonl') && !name.startsWith('agent-')
}

/** `/a/b-c` and `/a/b/c` share a folder: what the records say of where they were made decides. */
async function isOfFolder(path: string, folders: readonly string[]): Promise<boolean> {
  for await (const record of headRecords(path)) {
    if (!isOfTheSession(record)) continue
    const folder = record.get('cwd')
    if (typeof folder !== 'string' || (await isOneOf(folders, folder))) return true
    // A session may have gone elsewhere before it said anything.
    return !folders.some((each) => nameOf(each) === nameOf(folder))
  }
  return false
}

/** The folder in which a session was begun; null where its first records do not say. */
async function projectOf(path: string): Promise<string | null> {
  for await (const record of headRecords(path)) {
    const folder = isOfTheSession(record) ? record.get('cwd') : null
    if (typeof folder === 'string' && folder !== '') return folder
  }
  return null
}

function isOfTheSession(record: FileRecord): boolean {
  const type = record.get('type')
  return (type === 'user' || type === 'assistant') && record.get('isSidechain') !== true
}
