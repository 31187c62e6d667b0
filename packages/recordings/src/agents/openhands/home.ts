/** Where OpenHands keeps its conversations on this computer, each a folder of events: docs/sources/openhands.md#where-the-sessions-are. */

import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isObject, objectIn, stringIn } from '../../json-value.js'
import type { AgentHome, UserHome } from '../agent.js'
import {
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
  const kept = firstFolder(setFolder(user, 'OPENHANDS_PERSISTENCE_DIR'), homeFolder(user, '.openhands'))
  const below = (name: string): string | null => (kept === null ? null : join(kept, name))
  const places = [
    firstFolder(setFolder(user, 'OPENHANDS_CONVERSATIONS_DIR'), below('conversations')),
    // Until 2025.
    below('sessions'),
  ].flatMap((place) => place ?? [])
  const files = async () => {
    const all = await severalAtOnce(places, async (place) =>
      (await namesIn(place)).map((name) => join(place, name, 'events')),
    )
    const found = await severalAtOnce(all.flat(), async (path) => {
      const entry = await stat(path).catch(() => null)
      // A folder's time changes with each event that is added.
      return entry?.isDirectory() === true ? [{ path, at: entry.mtimeMs }] : []
    })
    return found.flat()
  }
  return {
    files,
    newest: async (folders) => {
      const found = await files()
      const lookedIn = new Set(found.map(({ path }) => dirname(dirname(path))))
      return newestOfFolders(folders, [...lookedIn], found, workingFolder)
    },
    isProjectInFile: false,
    projects: async (path) => ({ all: await workingFolder(path), each: [] }),
  }
}

async function workingFolder(path: string): Promise<string | null> {
  const conversation = basename(path) === 'events' ? dirname(path) : path
  const state = await jsonOf(join(conversation, 'base_state.json'))
  return isObject(state) ? stringIn(objectIn(state, 'workspace') ?? {}, 'working_dir') : null
}
