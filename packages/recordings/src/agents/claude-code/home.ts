/** Where Claude Code keeps its sessions, and the files of their sub-agents: docs/sources/agents.md#where-the-sessions-are-claude-code. */

import { basename, dirname } from 'node:path'
import { stringIn } from '../../json.js'
import type { AgentHome, ReadRecording, UserHome } from '../agent.js'
import {
  agentHome,
  filesIn,
  filesUnder,
  firstFolder,
  headRecords,
  homeFolder,
  placesIn,
  setFolder,
  severalAtOnce,
} from '../session-files.js'

export function claudeCodeHome(user: UserHome): AgentHome {
  const folder = firstFolder(setFolder(user, 'CLAUDE_CONFIG_DIR'), homeFolder(user, '.claude'))
  return agentHome({
    places: (folders) =>
      placesIn(folder, ['projects', folders === null ? /./ : namesOf(folders), /^(?!agent-).*\.jsonl$/]),
    isProjectInFile: true,
    async projectOf(path, known) {
      for await (const record of headRecords(path)) {
        const isMessage = record['type'] === 'user' || record['type'] === 'assistant'
        const folder = isMessage && record['isSidechain'] !== true ? stringIn(record, 'cwd') : null
        if (folder === null) continue
        // A session may have gone elsewhere before it said anything.
        const name = basename(dirname(path))
        const begunIn = nameOf(folder) === name ? folder : [...known].find((each) => nameOf(each) === name)
        return begunIn ?? folder
      }
      return null
    },
  })
}

/** Longer names are cut, and a hash is added. Source: the files of Claude Code 2. */
const longestName = 200

/** Every character that is no letter or digit becomes a hyphen: `/a/b-c` and `/a/b/c` share a folder. */
function nameOf(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}

function namesOf(folders: readonly string[]): RegExp {
  const names = folders
    .map(nameOf)
    .map((name) => (name.length > longestName ? `${name.slice(0, longestName)}-.*` : name))
  return new RegExp(`^(?:${names.join('|')})$`)
}

/** The files of the sub-agents of a recording's sessions: a folder can hold hundreds of others. */
export async function besideFiles({ file, sessions }: ReadRecording): Promise<readonly string[]> {
  const folder = dirname(file)
  const roots = new Set([...sessions].map((session) => session.split('/', 1)[0] ?? session))
  const names = new Set([...roots, basename(file, '.jsonl')])
  const own = await Promise.all([...names].map((name) => filesUnder(folder, name, 'subagents')))
  const near = await filesIn({ root: folder, path: [/^agent-/] })
  const all = [...own.flat(), ...near.map(({ path }) => path)].filter((path) => path.endsWith('.jsonl'))
  const owners = await severalAtOnce(all, ownerOfSubagent)
  return all.filter((_, index) => roots.has(owners[index] ?? ''))
}

/** The session whose sub-agent a file is of; null for any other file. */
async function ownerOfSubagent(path: string): Promise<string | null> {
  for await (const record of headRecords(path)) {
    const session = stringIn(record, 'sessionId')
    if (session !== null) return record['isSidechain'] === true ? session : null
  }
  return null
}
