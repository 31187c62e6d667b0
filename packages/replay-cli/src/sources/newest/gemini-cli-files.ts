/** Where Gemini CLI keeps the sessions of a folder: `~/.gemini/tmp/<folder>/chats/session-*.json` or `.jsonl`. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AgentHome, AgentRecordings, RecordedFile } from './agent-recordings.js'
import { type FileRecord, fieldsOf, filesIn, newestFirst } from './recorded-files.js'

/** Looks in the folders of Gemini CLI. */
export const geminiCliFiles: AgentRecordings = {
  agent: 'Gemini CLI',
  async look(lookedFor) {
    const gemini = geminiFolder(lookedFor)
    if (gemini === null) return { lookedIn: [], newest: null }
    const names = [...(await registered(gemini, lookedFor.folders)), ...lookedFor.folders.map(geminiHash)]
    const lookedIn = names.map((name) => join(gemini, 'tmp', name, 'chats'))
    const files: RecordedFile[] = []
    for (const folder of lookedIn) files.push(...(await filesIn(folder, isGeminiSession)))
    return { lookedIn, newest: newestFirst(files)[0] ?? null }
  },
}

/** The folder of Gemini CLI; null where the environment does not say. */
export function geminiFolder({ env, home }: AgentHome): string | null {
  const own = env['GEMINI_CLI_HOME']
  const above = own === undefined || own === '' ? home : own
  return above === null ? null : join(above, '.gemini')
}

/** Newer versions give each folder a short name, and write down which. */
async function registered(gemini: string, folders: readonly string[]): Promise<readonly string[]> {
  const projects = await geminiProjects(gemini)
  return folders.flatMap((folder) => {
    const name = projects.get(folder)
    return typeof name === 'string' && name === basename(name) && !/^\.*$/.test(name) ? [name] : []
  })
}

/** The short names that newer versions give to folders, by the folders. */
export async function geminiProjects(gemini: string): Promise<FileRecord> {
  const projects = await readFile(join(gemini, 'projects.json'), 'utf8').then(
    (text) => fieldsOf(fieldsOf(parsed(text))?.get('projects')),
    () => null,
  )
  return projects ?? new Map()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Older versions name a folder by the hash of its path. */
export function geminiHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex')
}

/** What sub-agents say lies in folders of their own. */
export function isGeminiSession(name: string): boolean {
  return /^session-.*\.jsonl?$/.test(name)
}
