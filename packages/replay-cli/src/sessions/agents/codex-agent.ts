/** All sessions of Codex, the archived ones too: `~/.codex/archived_sessions/rollout-*.jsonl`. */

import { join } from 'node:path'
import {
  codexFolder,
  codexProject,
  codexSessions,
  isRollout,
  rolloutsIn,
} from '../../sources/newest/codex-files.js'
import { filesIn } from '../../sources/newest/recorded-files.js'
import type { AgentFor } from './agent.js'

/** Sets Codex up. */
export const codexAgent: AgentFor = (agentHome) => ({
  name: 'Codex',
  async files() {
    const folder = codexFolder(agentHome)
    const sessions = codexSessions(agentHome)
    if (folder === null || sessions === null) return []
    const archived = await filesIn(join(folder, 'archived_sessions'), isRollout)
    return [...(await rolloutsIn(sessions)), ...archived]
  },
  tellsInFile: true,
  projects: async (path) => ({ all: await codexProject(path), each: [] }),
})
