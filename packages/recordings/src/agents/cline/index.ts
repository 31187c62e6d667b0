/** Cline. */

import type { Profile } from '@todo-ledger/core'
import { isObject } from '../../json-value.js'
import { type Agent, defineAgent } from '../agent.js'
import { cline as format } from './format.js'
import { clineHome } from './home.js'
import { type ClineSettings, cline as profile } from './profile.js'
import { teamTaskTool } from './team-tasks.js'
import { tools } from './tools.js'

/** Cline. */
export const cline: Agent<Profile<ClineSettings>> = defineAgent({
  name: 'cline',
  title: 'Cline',
  profile,
  tools,
  formats: [format],
  home: clineHome,
  isTodoCall: ({ name, input }) => name === teamTaskTool.name && isObject(input) && 'action' in input,
})
