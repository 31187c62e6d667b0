/** Cline. */

import type { Profile } from '@todo-ledger/core'
import { type Agent, defineAgent } from '../agent.js'
import { cline as format } from './format.js'
import { clineHome } from './home.js'
import { type ClineSettings, cline as profile } from './profile.js'
import { tools } from './tools.js'

/** Cline. */
export const cline: Agent<Profile<ClineSettings>> = defineAgent({
  name: 'cline',
  title: 'Cline',
  profile,
  tools,
  formats: [format],
  home: clineHome,
})
