/** Where Claude Code keeps the sessions of a folder: `~/.claude/projects/<folder>/<session>.jsonl`. */

import { join } from 'node:path'
import type { AgentHome, AgentRecordings, RecordedFile } from './agent-recordings.js'
import { type FileRecord, filesIn, headRecords, isOneOf, namesIn, newestThat } from './recorded-files.js'

/** Longer names are cut, and a hash is added. Source: the files of Claude Code 2. */
const longestName = 200

/** Looks in the folders of Claude Code. */
export const claudeCodeFiles: AgentRecordings = {
  agent: 'Claude Code',
  async look(lookedFor) {
    const projects = claudeProjects(lookedFor)
    if (projects === null) return { lookedIn: [], newest: null }
    const named = [...new Set(lookedFor.folders.map(nameOf))]
    const folders: string[] = []
    for (const name of named) folders.push(...(await foldersNamed(projects, name)))
    const files: RecordedFile[] = []
    for (const folder of folders) files.push(...(await filesIn(folder, isClaudeSession)))
    const newest = await newestThat(files, ({ path }) => isOfFolder(path, lookedFor.folders))
    return { lookedIn: named.map((name) => join(projects, name.slice(0, longestName))), newest }
  },
}

/** The folder that holds a folder for each project; null where the environment does not say. */
export function claudeProjects({ env, home }: AgentHome): string | null {
  const own = env['CLAUDE_CONFIG_DIR']
  if (own !== undefined && own !== '') return join(own, 'projects')
  return home === null ? null : join(home, '.claude', 'projects')
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
export function isClaudeSession(name: string): boolean {
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
export async function claudeProject(path: string): Promise<string | null> {
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
