/** SWE-agent, which has no todo list of its own. */

import { type Agent, defineAgent } from '../agent.js'
import { sweAgent as format } from './format.js'
import { tools } from './tools.js'

/** SWE-agent. */
export const sweAgent: Agent<null> = defineAgent({
  name: 'swe-agent',
  title: 'SWE-agent',
  profile: null,
  formats: [format],
  tools,
})
