/** Codex. Where it keeps its sessions, those of all folders together: docs/sources/agents.md#where-the-sessions-are-codex. */

import { dirname } from 'node:path'
import { isObject, type JsonObject, objectIn, stringIn } from '../../json.js'
import { type AgentHome, defineAgent, type ReadRecording, type UserHome } from '../agent.js'
import {
  agentHome,
  filesIn,
  firstFolder,
  headRecords,
  homeFolder,
  placesIn,
  setFolder,
} from '../session-files.js'
import { codex as format } from './format.js'
import { codex as profile } from './profile.js'
import { tools } from './tools.js'

const rollout = /^rollout-.*\.jsonl$/

function home(user: UserHome): AgentHome {
  const folder = firstFolder(setFolder(user, 'CODEX_HOME'), homeFolder(user, '.codex'))
  return agentHome({
    places: () =>
      placesIn(folder, ['sessions', /^\d{4}$/, /^\d\d$/, /^\d\d$/, rollout], ['archived_sessions', rollout]),
    isProjectInFile: true,
    projectOf: async (path) => stringIn(await metaOf(path), 'cwd'),
    // The source of others is a word.
    isOfSubagent: async (path) => isObject((await metaOf(path))['source']),
  })
}

/** What the first record says of the session; nothing where it is another. */
async function metaOf(path: string): Promise<JsonObject> {
  for await (const record of headRecords(path)) {
    return (record['type'] === 'session_meta' ? objectIn(record, 'payload') : null) ?? {}
  }
  return {}
}

/** The rollouts of sub-agents beside a session: each is named by its own. */
async function besideFiles({ file, children }: ReadRecording): Promise<readonly string[]> {
  const found = await filesIn({ root: dirname(file), path: [rollout] })
  const endings = [...children].map((child) => `-${child}.jsonl`)
  return found.map(({ path }) => path).filter((path) => endings.some((ending) => path.endsWith(ending)))
}

export const codex = defineAgent({
  name: 'codex',
  title: 'Codex',
  profile,
  tools,
  formats: [format],
  home,
  besideFiles,
  isTodoCall: ({ name }) => name === 'update_plan',
})
