/** OpenHands. */

import type { Profile } from '@todo-ledger/core'
import type { RecordingFormat } from '../../recording.js'
import { type Agent, defineAgent } from '../agent.js'
import { oncePerConversation } from './event-folder.js'
import { openConversation } from './event-lines.js'
import { eventFormat } from './format.js'
import { openhandsHome } from './home.js'
import { openhands as profile } from './profile.js'
import { tools } from './tools.js'

const format: RecordingFormat = {
  ...eventFormat,
  openPath: openConversation,
  pathsToRead: oncePerConversation,
}

/** OpenHands. */
export const openhands: Agent<Profile> = defineAgent({
  name: 'openhands',
  title: 'OpenHands',
  profile,
  tools,
  formats: [format],
  home: openhandsHome,
  isTodoCall: ({ name }) => name === 'task_tracker',
})
