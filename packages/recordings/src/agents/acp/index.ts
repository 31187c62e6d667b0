/** Any agent that a client speaks with over the Agent Client Protocol, whose stream was recorded. */

import type { Profile } from '@todo-ledger/core'
import { arrayIn, isObject, objectsOf, stringIn } from '../../json-value.js'
import { type Agent, defineAgent } from '../agent.js'
import { acp as format } from './format.js'
import { acp as profile } from './profile.js'

export const acp: Agent<Profile> = defineAgent({
  name: 'acp',
  title: 'Agent Client Protocol',
  profile,
  formats: [format],
  isTodoCall: ({ name, input }) =>
    name === 'plan' &&
    isObject(input) &&
    objectsOf(arrayIn(input, 'entries')).some(
      (entry) => stringIn(entry, 'content') !== null && stringIn(entry, 'priority') !== null,
    ),
})
