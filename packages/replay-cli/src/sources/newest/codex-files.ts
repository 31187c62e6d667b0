/** Where Codex keeps its sessions, those of all folders together: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`. */

import { join } from 'node:path'
import type { AgentRecordings, LookedFor, RecordedFile } from './agent-recordings.js'
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
    const sessions = sessionsOf(lookedFor)
    if (sessions === null) return { lookedIn: [], newest: null }
    const files = newestFirst(await rolloutsIn(sessions)).slice(0, mostOpened)
    const newest = await newestThat(files, ({ path }) => isOfFolder(path, lookedFor.folders))
    return { lookedIn: [sessions], newest }
  },
}

function sessionsOf({ env, home }: LookedFor): string | null {
  const own = env['CODEX_HOME']
  if (own !== undefined && own !== '') return join(own, 'sessions')
  return home === null ? null : join(home, '.codex', 'sessions')
}

async function rolloutsIn(sessions: string): Promise<readonly RecordedFile[]> {
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
    files.push(...(await filesIn(folder, (name) => name.startsWith('rollout-') && name.endsWith('.jsonl'))))
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
