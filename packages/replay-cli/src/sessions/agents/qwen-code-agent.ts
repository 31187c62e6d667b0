/** All sessions of Qwen Code. Where: docs/sources/qwen-code.md#where-the-sessions-are. */

import { basename, dirname, join } from 'node:path'
import { geminiHash, isGeminiSession } from '../../sources/newest/gemini-cli-files.js'
import { headRecords, namesIn } from '../../sources/newest/recorded-files.js'
import type { AgentFor } from './agent.js'
import { filesOfFolders } from './files-of-folders.js'
import { firstFolder, homeFolder, setFolder } from './set-folder.js'

/** Sets Qwen Code up. */
export const qwenCodeAgent: AgentFor = (agentHome) => ({
  name: 'Qwen Code',
  async files() {
    const runtime = firstFolder(
      setFolder(agentHome, 'QWEN_RUNTIME_DIR'),
      setFolder(agentHome, 'QWEN_HOME'),
      homeFolder(agentHome, '.qwen'),
    )
    if (runtime === null) return []
    const chats = async (above: string): Promise<readonly string[]> =>
      (await namesIn(join(runtime, above))).map((name) => join(runtime, above, name, 'chats'))
    return [
      ...(await filesOfFolders(await chats('projects'), (name) => name.endsWith('.jsonl'))),
      ...(await filesOfFolders(await chats('tmp'), isGeminiSession)),
    ]
  },
  tellsInFile: false,
  async projects(path, known) {
    for await (const record of headRecords(path)) {
      const folder = record.get('cwd')
      if (typeof folder === 'string' && folder !== '') return { all: folder, each: [] }
    }
    const hash = basename(dirname(dirname(path)))
    return { all: [...known].find((each) => geminiHash(each) === hash) ?? null, each: [] }
  },
})
