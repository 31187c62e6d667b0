/** Where Qwen Code keeps its sessions: docs/sources/qwen-code.md#where-the-sessions-are. */

import { basename, dirname, join } from 'node:path'
import type { AgentHome, SessionFile, UserHome } from '../agent.js'
import { geminiHash, isGeminiSession } from '../gemini-cli/home.js'
import {
  filesOfFolders,
  firstFolder,
  headRecords,
  homeFolder,
  namesIn,
  newestOfFolders,
  setFolder,
} from '../session-files.js'

/** What Qwen Code keeps in a person's home. */
export function qwenCodeHome(user: UserHome): AgentHome {
  const runtime = firstFolder(
    setFolder(user, 'QWEN_RUNTIME_DIR'),
    setFolder(user, 'QWEN_HOME'),
    homeFolder(user, '.qwen'),
  )
  const files = async (): Promise<readonly SessionFile[]> => {
    if (runtime === null) return []
    const chats = async (above: string): Promise<readonly string[]> =>
      (await namesIn(join(runtime, above))).map((name) => join(runtime, above, name, 'chats'))
    return [
      ...(await filesOfFolders(await chats('projects'), (name) => name.endsWith('.jsonl'))),
      ...(await filesOfFolders(await chats('tmp'), isGeminiSession)),
    ]
  }
  return {
    files,
    async newest(folders) {
      const found = await files()
      const lookedIn = runtime === null || found.length === 0 ? [] : [runtime]
      return newestOfFolders(folders, lookedIn, found, (path) => projectOf(path, new Set(folders)))
    },
    isProjectInFile: false,
    projects: async (path, known) => ({ all: await projectOf(path, known), each: [] }),
  }
}

async function projectOf(path: string, known: ReadonlySet<string>): Promise<string | null> {
  for await (const record of headRecords(path)) {
    const folder = record.get('cwd')
    if (typeof folder === 'string' && folder !== '') return folder
  }
  const hash = basename(dirname(dirname(path)))
  return [...known].find((each) => geminiHash(each) === hash) ?? null
}
