/**
 * Where Codex keeps its sessions, those of all folders together: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, and the
 * archived ones in `~/.codex/archived_sessions`.
 */

import { join } from 'node:path'
import type { AgentHome, SessionFile, UserHome } from '../agent.js'
import {
  type FileRecord,
  fieldsOf,
  filesIn,
  headRecords,
  homeFolder,
  namesIn,
  newestOfFolders,
} from '../session-files.js'

export function codexHome({ home, env }: UserHome): AgentHome {
  const own = env['CODEX_HOME'] ?? ''
  const codex = own === '' ? homeFolder({ home, env }, '.codex') : own
  return {
    async files() {
      if (codex === null) return []
      const archived = await filesIn(join(codex, 'archived_sessions'), isRollout)
      return [...(await rolloutsIn(join(codex, 'sessions'))), ...archived]
    },
    async newest(folders) {
      if (codex === null) return { lookedIn: [], newest: null }
      const sessions = join(codex, 'sessions')
      return newestOfFolders(folders, [sessions], await rolloutsIn(sessions), begunByPerson)
    },
    isProjectInFile: true,
    projects: async (path) => ({ all: folderIn(await metaOf(path)), each: [] }),
  }
}

function isRollout(name: string): boolean {
  return name.startsWith('rollout-') && name.endsWith('.jsonl')
}

/** The sessions of all days, those of sub-agents too. */
async function rolloutsIn(sessions: string): Promise<readonly SessionFile[]> {
  let folders: readonly string[] = [sessions]
  for (const digits of [/^\d{4}$/, /^\d\d$/, /^\d\d$/]) {
    const below: string[] = []
    for (const folder of folders)
      for (const name of await namesIn(folder)) if (digits.test(name)) below.push(join(folder, name))
    folders = below
  }
  const files: SessionFile[] = []
  for (const folder of folders) files.push(...(await filesIn(folder, isRollout)))
  return files
}

/** What the first record says of the session; null where it is another. */
async function metaOf(path: string): Promise<FileRecord | null> {
  for await (const record of headRecords(path))
    return record.get('type') === 'session_meta' ? fieldsOf(record.get('payload')) : null
  return null
}

function folderIn(meta: FileRecord | null): string | null {
  const folder = meta?.get('cwd')
  return typeof folder === 'string' && folder !== '' ? folder : null
}

/** Where a person began a session; null also for one of a sub-agent, which has more than a word for a source. */
async function begunByPerson(path: string): Promise<string | null> {
  const meta = await metaOf(path)
  return fieldsOf(meta?.get('source')) === null ? folderIn(meta) : null
}
