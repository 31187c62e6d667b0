/** Where Qwen Code keeps its sessions: docs/sources/qwen-code.md#where-the-sessions-are. */

import { stringIn } from '../../json.js'
import type { AgentHome, UserHome } from '../agent.js'
import { geminiChats, projectOfHash } from '../gemini-cli/home.js'
import { agentHome, firstFolder, headRecords, homeFolder, placesIn, setFolder } from '../session-files.js'

/** What Qwen Code keeps in a person's home. */
export function qwenCodeHome(user: UserHome): AgentHome {
  const root = firstFolder(
    setFolder(user, 'QWEN_RUNTIME_DIR'),
    setFolder(user, 'QWEN_HOME'),
    homeFolder(user, '.qwen'),
  )
  return agentHome({
    places: () => placesIn(root, ['projects', /./, 'chats', /\.jsonl$/], geminiChats),
    isProjectInFile: false,
    async projectOf(path, known) {
      for await (const record of headRecords(path)) {
        const folder = stringIn(record, 'cwd')
        if (folder !== null) return folder
      }
      return projectOfHash(path, known)
    },
  })
}
