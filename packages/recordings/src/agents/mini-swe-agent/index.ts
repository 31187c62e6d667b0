import { type Agent, defineAgent } from '../agent.js'
import { miniSweAgent as format } from './format.js'

/** mini-SWE-agent, which has no todo list of its own, and the shell for its only tool. */
export const miniSweAgent: Agent<null> = defineAgent({
  name: 'mini-swe-agent',
  title: 'mini-SWE-agent',
  profile: null,
  formats: [format],
})
