/**
 * `langchain`: LangChain's `write_todos`, which replaces the list. Two calls in one turn are refused; several items in
 * progress are allowed. Source: docs/sources/chat-messages.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import { flagging, rejecting, threeStatuses } from '@todo-ledger/core/profiles'
import { listProfile } from '../list-profile.js'

const rejects = ['input-shape', 'status-valid']
const flags = ['text-required', 'empty-list-only-when-done', 'no-reopen', 'skipped-in-progress']

export const langchain = listProfile({
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
