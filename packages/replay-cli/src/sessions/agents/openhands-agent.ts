/** All conversations of OpenHands on this computer, each a folder of events. Where: docs/sources/openhands.md#where-the-sessions-are. */

import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AgentHome, RecordedFile } from '../../sources/newest/agent-recordings.js'
import { fieldsOf, namesIn } from '../../sources/newest/recorded-files.js'
import { severalAtOnce } from '../several-at-once.js'
import type { AgentFor } from './agent.js'
import { firstFolder, homeFolder, setFolder } from './set-folder.js'

/** Sets OpenHands up. */
export const openhandsAgent: AgentFor = (agentHome) => ({
  name: 'OpenHands',
  async files() {
    const places = await placesOf(agentHome)
    const folders: string[] = []
    for (const place of places) {
      folders.push(...(await namesIn(place)).map((name) => join(place, name, 'events')))
    }
    return (await severalAtOnce(folders, eventFolder)).flat()
  },
  tellsInFile: false,
  projects: async (path) => ({ all: await workingFolder(path), each: [] }),
})

/** The folders that hold a folder for each conversation. */
async function placesOf(agentHome: AgentHome): Promise<readonly string[]> {
  const persistence = firstFolder(
    setFolder(agentHome, 'OPENHANDS_PERSISTENCE_DIR'),
    homeFolder(agentHome, '.openhands'),
  )
  const conversations = firstFolder(
    setFolder(agentHome, 'OPENHANDS_CONVERSATIONS_DIR'),
    persistence === null ? null : join(persistence, 'conversations'),
  )
  const stores = [
    setFolder(agentHome, 'FILE_STORE_PATH'),
    persistence,
    homeFolder(agentHome, '.openhands-state'),
  ].flatMap((store) => store ?? [])
  const places = conversations === null ? [] : [conversations]
  for (const store of stores) {
    places.push(join(store, 'sessions'))
    const users = join(store, 'users')
    for (const user of await namesIn(users)) places.push(join(users, user, 'conversations'))
  }
  return [...new Set(places)]
}

/** A folder's time changes with each event that is added. */
async function eventFolder(path: string): Promise<readonly RecordedFile[]> {
  const entry = await stat(path).catch(() => null)
  return entry?.isDirectory() === true ? [{ path, at: entry.mtimeMs }] : []
}

async function workingFolder(path: string): Promise<string | null> {
  const conversation = basename(path) === 'events' ? dirname(path) : path
  try {
    const state: unknown = JSON.parse(await readFile(join(conversation, 'base_state.json'), 'utf8'))
    const folder = fieldsOf(fieldsOf(state)?.get('workspace'))?.get('working_dir')
    return typeof folder === 'string' && folder !== '' ? folder : null
  } catch {
    return null
  }
}
