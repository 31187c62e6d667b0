/** opencode. */

import type { Profile } from '@todo-ledger/core'
import { type Agent, defineAgent } from '../agent.js'
import { opencode as format } from './format.js'
import { opencodeHome } from './home.js'
import { opencode as profile } from './profile.js'
import { tools } from './tools.js'

/** opencode. */
export const opencode: Agent<Profile> = defineAgent({
  name: 'opencode',
  title: 'opencode',
  profile,
  tools,
  formats: [format],
  home: opencodeHome,
  isTodoCall: ({ name }) => name === 'todowrite' || name === 'todoread',
})
