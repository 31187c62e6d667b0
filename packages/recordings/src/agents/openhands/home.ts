/** Where OpenHands keeps its conversations on this computer, each a folder of events: docs/sources/openhands.md#where-the-sessions-are. */

import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AgentHome, SessionFile, UserHome } from '../agent.js'
import {
  fieldsOf,
  firstFolder,
  homeFolder,
  jsonOf,
  namesIn,
  newestOfFolders,
  setFolder,
  severalAtOnce,
} from '../session-files.js'

/** What OpenHands keeps in a person's home. */
export function openhandsHome(user: UserHome): AgentHome {
  const files = async (): Promise<readonly SessionFile[]> => {
    const folders: string[] = []
    for (const place of await placesOf(user)) {
      folders.push(...(await namesIn(place)).map((name) => join(place, name, 'events')))
    }
    return (await severalAtOnce(folders, eventFolder)).flat()
  }
  return {
    files,
    newest: async (folders) => {
      const found = await files()
      const places = new Set(found.map(({ path }) => dirname(dirname(path))))
      return newestOfFolders(folders, [...places], found, workingFolder)
    },
    isProjectInFile: false,
    projects: async (path) => ({ all: await workingFolder(path), each: [] }),
  }
}

/** The folders that hold a folder for each conversation. */
async function placesOf(user: UserHome): Promise<readonly string[]> {
  const persistence = firstFolder(
    setFolder(user, 'OPENHANDS_PERSISTENCE_DIR'),
    homeFolder(user, '.openhands'),
  )
  const conversations = firstFolder(
    setFolder(user, 'OPENHANDS_CONVERSATIONS_DIR'),
    persistence === null ? null : join(persistence, 'conversations'),
  )
  const stores = [
    setFolder(user, 'FILE_STORE_PATH'),
    persistence,
    homeFolder(user, '.openhands-state'),
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
async function eventFolder(path: string): Promise<readonly SessionFile[]> {
  const entry = await stat(path).catch(() => null)
  return entry?.isDirectory() === true ? [{ path, at: entry.mtimeMs }] : []
}

async function workingFolder(path: string): Promise<string | null> {
  const conversation = basename(path) === 'events' ? dirname(path) : path
  const state = fieldsOf(await jsonOf(join(conversation, 'base_state.json')))
  const folder = fieldsOf(state?.get('workspace'))?.get('working_dir')
  return typeof folder === 'string' && folder !== '' ? folder : null
}
