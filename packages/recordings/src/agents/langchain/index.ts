/**
 * Agents that are built with LangChain. They record as chat messages, a format that is nobody's own. Profile `langchain`: its
 * `write_todos`, which replaces the list. Two calls in one turn are refused; several items in progress are allowed.
 * Source: docs/sources/formats.md#chat-messages.
 */

import type { Profile, TodoItem } from '@todo-ledger/core'
import { flagging, rejecting, threeStatuses } from '@todo-ledger/core/profiles'
import { isObject, objectsOf, stringIn } from '../../json.js'
import { type Agent, defineAgent } from '../agent.js'
import { listProfile } from '../list-profile.js'

const rejects = ['input-shape', 'status-valid']
const flags = ['text-required', 'empty-list-only-when-done', 'no-reopen', 'skipped-in-progress']

const profile = listProfile({
  name: 'langchain',
  source: 'LangChain, its write_todos tool',
  shape: { tool: 'write_todos', list: 'todos', text: 'content', statuses: threeStatuses },
  description: 'Writes the whole list of steps of the current task.',
  rejects,
  flags,
  accepted: (items) => `Updated todo list to ${render(items)}`,
  render,
  parts: {
    rules: [
      { id: 'one-update-per-turn', mode: 'reject', early: true },
      ...rejecting(...rejects),
      ...flagging(...flags),
    ],
    rollsBackOn: ['one-update-per-turn'],
  },
})

function render(items: readonly TodoItem[]): string {
  return JSON.stringify(items.map(({ text, status }) => ({ content: text, status })))
}

export const langchain: Agent<Profile> = defineAgent({
  name: 'langchain',
  title: 'LangChain',
  profile,
  // Others have a tool of this name, too; what is not surely theirs is taken for LangChain's.
  isTodoCall({ name, input }) {
    const [first] = isObject(input) ? objectsOf(input['todos']) : []
    const isOthers = first !== undefined && stringIn(first, 'description') !== null && !('content' in first)
    return name === 'write_todos' && !isOthers
  },
  tools: {
    names: {
      read: 'listdirtool readfiletool sqldbschema sqldblisttables sqldbquerychecker',
      write: 'writefiletool',
      database: 'sqldbquery',
    },
  },
})
