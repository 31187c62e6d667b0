/**
 * Where Gemini CLI keeps its sessions: `~/.gemini/tmp/<folder>/chats/session-*.json` or `.jsonl`. Newer versions name the
 * folder after the project and write down which it is, older ones name it by a hash.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AgentHome, UserHome } from '../agent.js'
import { type FileRecord, fieldsOf, filesOfFolders, jsonOf, namesIn, newestFirst } from '../session-files.js'

/** What Gemini CLI keeps in a person's home. */
export function geminiCliHome(user: UserHome): AgentHome {
  const gemini = geminiFolder(user)
  let folders: Promise<ReadonlyMap<string, string>> | null = null
  return {
    async files() {
      if (gemini === null) return []
      const chats = (await namesIn(join(gemini, 'tmp'))).map((name) => join(gemini, 'tmp', name, 'chats'))
      return filesOfFolders(chats, isGeminiSession)
    },
    async newest(wanted) {
      if (gemini === null) return { lookedIn: [], newest: null }
      const names = [...(await registered(gemini, wanted)), ...wanted.map(geminiHash)]
      const lookedIn = names.map((name) => join(gemini, 'tmp', name, 'chats'))
      return { lookedIn, newest: newestFirst(await filesOfFolders(lookedIn, isGeminiSession))[0] ?? null }
    },
    isProjectInFile: false,
    async projects(path, known) {
      const folder = dirname(dirname(path))
      const name = basename(folder)
      folders ??= gemini === null ? Promise.resolve(new Map()) : foldersByName(gemini)
      const all =
        (await folders).get(name) ??
        (await writtenDown(folder)) ??
        [...known].find((each) => geminiHash(each) === name) ??
        null
      return { all, each: [] }
    },
  }
}

async function foldersByName(gemini: string): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [folder, name] of await namesOfProjects(gemini)) {
    if (typeof name === 'string') names.set(name, folder)
  }
  return names
}

async function writtenDown(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, '.project_root'), 'utf8').catch(() => '')
  return text.trim() === '' ? null : text.trim()
}

/** The folder of Gemini CLI; null where the environment does not say. */
function geminiFolder({ env, home }: UserHome): string | null {
  const own = env['GEMINI_CLI_HOME']
  const above = own === undefined || own === '' ? home : own
  return above === null ? null : join(above, '.gemini')
}

/** Newer versions give each folder a short name, and write down which. */
async function registered(gemini: string, folders: readonly string[]): Promise<readonly string[]> {
  const projects = await namesOfProjects(gemini)
  return folders.flatMap((folder) => {
    const name = projects.get(folder)
    return typeof name === 'string' && name === basename(name) && !/^\.*$/.test(name) ? [name] : []
  })
}

/** The short names that newer versions give to folders, by the folders. */
async function namesOfProjects(gemini: string): Promise<FileRecord> {
  return fieldsOf(fieldsOf(await jsonOf(join(gemini, 'projects.json')))?.get('projects')) ?? new Map()
}

/** Older versions name a folder by the hash of its path. */
export function geminiHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex')
}

/** What sub-agents say lies in folders of their own. */
export function isGeminiSession(name: string): boolean {
  return /^session-.*\.jsonl?$/.test(name)
}
