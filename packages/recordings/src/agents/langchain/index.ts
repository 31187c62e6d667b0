/** Agents that are built with LangChain: its todo list. They record as chat messages, a format that is nobody's own. */

import type { Profile } from '@todo-ledger/core'
import { isObject, objectsOf, stringIn } from '../../json.js'
import { type Agent, defineAgent, type ToolCall } from '../agent.js'
import { langchain as profile } from './profile.js'

export const langchain: Agent<Profile> = defineAgent({
  name: 'langchain',
  title: 'LangChain',
  profile,
  isTodoCall,
  tools: {
    names: {
      read: 'listdirtool readfiletool sqldbschema sqldblisttables sqldbquerychecker',
      write: 'writefiletool',
      database: 'sqldbquery',
    },
  },
})

/** Others have a tool of this name, too; what is not surely theirs is taken for LangChain's. */
function isTodoCall({ name, input }: ToolCall): boolean {
  if (name !== 'write_todos') return false
  const [first] = isObject(input) ? objectsOf(input['todos']) : []
  return first === undefined || stringIn(first, 'description') === null || 'content' in first
}
