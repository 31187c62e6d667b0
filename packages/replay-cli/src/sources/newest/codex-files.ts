/** Where Codex keeps its sessions, those of all folders together: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`. */

import { join } from 'node:path'
import type { AgentHome, AgentRecordings, RecordedFile } from './agent-recordings.js'
import {
  fieldsOf,
  filesIn,
  headRecords,
  isOneOf,
  namesIn,
  newestFirst,
  newestThat,
} from './recorded-files.js'

/** As many of the newest sessions are opened to see which folder they are of. */
const mostOpened = 2_000

/** Looks in the folders of Codex. */
export const codexFiles: AgentRecordings = {
  agent: 'Codex',
  async look(lookedFor) {
    const sessions = codexSessions(lookedFor)
    if (sessions === null) return { lookedIn: [], newest: null }
    const files = newestFirst(await rolloutsIn(sessions)).slice(0, mostOpened)
    const newest = await newestThat(files, ({ path }) => isOfFolder(path, lookedFor.folders))
    return { lookedIn: [sessions], newest }
  },
}

/** The folder that holds the sessions by days; null where the environment does not say. */
export function codexSessions(agentHome: AgentHome): string | null {
  const codex = codexFolder(agentHome)
  return codex === null ? null : join(codex, 'sessions')
}

/** The folder of Codex; null where the environment does not say. */
export function codexFolder({ env, home }: AgentHome): string | null {
  const own = env['CODEX_HOME']
  if (own !== undefined && own !== '') return own
  return home === null ? null : join(home, '.codex')
}

/** The sessions of all days, those of sub-agents too. */
export async function rolloutsIn(sessions: string): Promise<readonly RecordedFile[]> {
  let folders: readonly string[] = [sessions]
  for (const digits of [/^\d{4}$/, /^\d\d$/, /^\d\d$/]) {
    const below: string[] = []
    for (const folder of folders) {
      for (const name of await namesIn(folder)) if (digits.test(name)) below.push(join(folder, name))
    }
    folders = below
  }
  const files: RecordedFile[] = []
  for (const folder of folders) {
    files.push(...(await filesIn(folder, isRollout)))
  }
  return files
}

/** The first record says where the session was begun; one with more than a word for a source is a sub-agent's. */
async function isOfFolder(path: string, folders: readonly string[]): Promise<boolean> {
  for await (const record of headRecords(path)) {
    const meta = record.get('type') === 'session_meta' ? fieldsOf(record.get('payload')) : null
    const folder = meta?.get('cwd')
    if (typeof folder !== 'string' || fieldsOf(meta?.get('source')) !== null) return false
    return isOneOf(folders, folder)
  }
  return false
}

/** True for the name of a session. */
export function isRollout(name: string): boolean {
  return name.startsWith('rollout-') && name.endsWith('.jsonl')
}

/** The folder in which a session was begun; null where its first record does not say. */
export async function codexProject(path: string): Promise<string | null> {
  for await (const record of headRecords(path)) {
    const folder = record.get('type') === 'session_meta' ? fieldsOf(record.get('payload'))?.get('cwd') : null
    return typeof folder === 'string' && folder !== '' ? folder : null
  }
  return null
}
