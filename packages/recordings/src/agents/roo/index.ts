/** Roo Code, a fork of Cline, whose format it records in. */

import type { Profile } from '@todo-ledger/core'
import { type Agent, defineAgent } from '../agent.js'
import { rooHome } from './home.js'
import { roo as profile } from './profile.js'
import { tools } from './tools.js'

/** Roo Code. */
export const roo: Agent<Profile> = defineAgent({
  name: 'roo',
  title: 'Roo Code',
  profile,
  tools,
  home: rooHome,
  isTodoCall: ({ name }) => name === 'update_todo_list',
})
