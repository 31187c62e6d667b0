/**
 * All sessions of Qwen Code. Source: `config/storage.ts` and `services/chatRecordingService.ts` of QwenLM/qwen-code.
 * - `<runtime>/projects/<project>/chats/<session>.jsonl`; until the end of 2025 as Gemini CLI does, from which it comes:
 *   `<runtime>/tmp/<hash of the project>/chats/session-*.json`.
 * - The first folder is that of `QWEN_RUNTIME_DIR`, of `QWEN_HOME`, or `~/.qwen`.
 * - Where a session was begun stands in each record (`cwd`); of older ones only the hash of it is known.
 */

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
