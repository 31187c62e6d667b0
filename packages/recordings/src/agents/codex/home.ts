/**
 * Where Codex keeps its sessions, those of all folders together: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, and the
 * archived ones in `~/.codex/archived_sessions`.
 */

import { join } from 'node:path'
import type { AgentHome, SessionFile, UserHome } from '../agent.js'
import { fieldsOf, filesIn, headRecords, homeFolder, namesIn, newestOfFolders } from '../session-files.js'

/** What Codex keeps in a person's home. */
export function codexHome(user: UserHome): AgentHome {
  const codex = codexFolder(user)
  return {
    async files() {
      if (codex === null) return []
      const archived = await filesIn(join(codex, 'archived_sessions'), isRollout)
      return [...(await rolloutsIn(join(codex, 'sessions'))), ...archived]
    },
    async newest(folders) {
      if (codex === null) return { lookedIn: [], newest: null }
      const sessions = join(codex, 'sessions')
      return newestOfFolders(folders, [sessions], await rolloutsIn(sessions), begunIn)
    },
    isProjectInFile: true,
    projects: async (path) => ({ all: await projectOf(path), each: [] }),
  }
}

/** The folder of Codex; null where the environment does not say. */
function codexFolder(user: UserHome): string | null {
  const own = user.env['CODEX_HOME']
  return own !== undefined && own !== '' ? own : homeFolder(user, '.codex')
}

/** The sessions of all days, those of sub-agents too. */
async function rolloutsIn(sessions: string): Promise<readonly SessionFile[]> {
  let folders: readonly string[] = [sessions]
  for (const digits of [/^\d{4}$/, /^\d\d$/, /^\d\d$/]) {
    const below: string[] = []
    for (const folder of folders) {
      for (const name of await namesIn(folder)) if (digits.test(name)) below.push(join(folder, name))
    }
    folders = below
  }
  const files: SessionFile[] = []
  for (const folder of folders) {
    files.push(...(await filesIn(folder, isRollout)))
  }
  return files
}

/** Where a person began a session; null also for one of a sub-agent, which has more than a word for a source. */
async function begunIn(path: string): Promise<string | null> {
  for await (const record of headRecords(path)) {
    const meta = record.get('type') === 'session_meta' ? fieldsOf(record.get('payload')) : null
    const folder = meta?.get('cwd')
    return typeof folder === 'string' && fieldsOf(meta?.get('source')) === null ? folder : null
  }
  return null
}

/** True for the name of a session. */
function isRollout(name: string): boolean {
  return name.startsWith('rollout-') && name.endsWith('.jsonl')
}

/** The folder in which a session was begun; null where its first record does not say. */
async function projectOf(path: string): Promise<string | null> {
  for await (const record of headRecords(path)) {
    const folder = record.get('type') === 'session_meta' ? fieldsOf(record.get('payload'))?.get('cwd') : null
    return typeof folder === 'string' && folder !== '' ? folder : null
  }
  return null
}
