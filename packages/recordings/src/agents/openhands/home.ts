/** Where OpenHands keeps its conversations on this computer, each a folder of events: docs/sources/openhands.md#where-the-sessions-are. */

import { basename, dirname, join } from 'node:path'
import { isObject, objectIn, stringIn } from '../../json.js'
import type { AgentHome, UserHome } from '../agent.js'
import { agentHome, firstFolder, homeFolder, jsonOf, placesIn, setFolder } from '../session-files.js'

/** What OpenHands keeps in a person's home. A folder's time changes with each event that is added. */
export function openhandsHome(user: UserHome): AgentHome {
  const own = firstFolder(setFolder(user, 'OPENHANDS_PERSISTENCE_DIR'), homeFolder(user, '.openhands'))
  const inOwn = own === null ? null : join(own, 'conversations')
  const conversations = firstFolder(setFolder(user, 'OPENHANDS_CONVERSATIONS_DIR'), inOwn)
  return agentHome({
    places: () => placesIn(conversations, [/./, 'events']),
    isProjectInFile: false,
    async projectOf(path) {
      const conversation = basename(path) === 'events' ? dirname(path) : path
      const state = await jsonOf(join(conversation, 'base_state.json'))
      return stringIn(objectIn(isObject(state) ? state : {}, 'workspace') ?? {}, 'working_dir')
    },
  })
}
