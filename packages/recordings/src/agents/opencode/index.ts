import type { Profile } from '@todo-ledger/core'
import { type Agent, defineAgent } from '../agent.js'
import { opencode as format } from './format.js'
import { opencodeHome } from './home.js'
import { opencode as profile } from './profile.js'

export const opencode: Agent<Profile> = defineAgent({
  name: 'opencode',
  title: 'opencode',
  profile,
  formats: [format],
  home: opencodeHome,
  isTodoCall: ({ name }) => name === 'todowrite' || name === 'todoread',
  tools: {
    names: {
      read: 'todoread',
      think: 'planenter',
      communicate: 'planexit',
    },
    programs: 'opencode',
  },
})
