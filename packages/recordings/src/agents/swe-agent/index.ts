import { type Agent, defineAgent } from '../agent.js'
import { sweAgent as format } from './format.js'

/** SWE-agent, which has no todo list of its own. */
export const sweAgent: Agent<null> = defineAgent({
  name: 'swe-agent',
  title: 'SWE-agent',
  profile: null,
  formats: [format],
  tools: {
    names: {
      read: 'scrolldown scrollup goto searchdir searchfile findfile',
      communicate: 'submit',
    },
  },
})
