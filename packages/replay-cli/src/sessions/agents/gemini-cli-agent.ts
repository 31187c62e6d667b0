/**
 * All sessions of Gemini CLI. Where they were begun stands beside them: newer versions name the folder after the project
 * and write down which it is, older ones name it by a hash.
 */

import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  geminiFolder,
  geminiHash,
  geminiProjects,
  isGeminiSession,
} from '../../sources/newest/gemini-cli-files.js'
import { namesIn } from '../../sources/newest/recorded-files.js'
import type { AgentFor } from './agent.js'
import { filesOfFolders } from './files-of-folders.js'

/** Sets Gemini CLI up. */
export const geminiCliAgent: AgentFor = (agentHome) => {
  const gemini = geminiFolder(agentHome)
  let registered: Promise<ReadonlyMap<string, string>> | null = null
  return {
    name: 'Gemini CLI',
    async files() {
      if (gemini === null) return []
      const folders = (await namesIn(join(gemini, 'tmp'))).map((name) => join(gemini, 'tmp', name, 'chats'))
      return filesOfFolders(folders, isGeminiSession)
    },
    tellsInFile: false,
    async projects(path, known) {
      const folder = dirname(dirname(path))
      const name = basename(folder)
      registered ??= gemini === null ? Promise.resolve(new Map()) : foldersByName(gemini)
      const all =
        (await registered).get(name) ??
        (await writtenDown(folder)) ??
        [...known].find((each) => geminiHash(each) === name) ??
        null
      return { all, each: [] }
    },
  }
}

async function foldersByName(gemini: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [folder, name] of await geminiProjects(gemini)) {
    if (typeof name === 'string') names.set(name, folder)
  }
  return names
}

async function writtenDown(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, '.project_root'), 'utf8').catch(() => '')
  return text.trim() === '' ? null : text.trim()
}
