import type { Profile } from '@todo-ledger/core'
import { type Agent, defineAgent } from '../agent.js'
import { oncePerConversation, openConversation } from './conversation-folder.js'
import { eventFormat } from './format.js'
import { openhandsHome } from './home.js'
import { openhands as profile } from './profile.js'

export const openhands: Agent<Profile> = defineAgent({
  name: 'openhands',
  title: 'OpenHands',
  profile,
  formats: [{ ...eventFormat, openPath: openConversation, pathsToRead: oncePerConversation }],
  home: openhandsHome,
  isTodoCall: ({ name }) => name === 'task_tracker',
  tools: {
    names: {
      shell: 'executebash',
      code: 'executeipythoncell',
      think: 'tasktracker',
    },
  },
})
