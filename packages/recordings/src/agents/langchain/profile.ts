/**
 * `langchain`: LangChain's `write_todos`, which replaces the list. Two calls in one turn are refused; several items in
 * progress are allowed. Source: docs/sources/chat-messages.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import {
  defineProfile,
  type ListShape,
  readReplacedList,
  replacedListSchema,
  threeStatuses,
  usualStatuses,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'write_todos',
  list: 'todos',
  text: 'content',
  statuses: threeStatuses,
}

export const langchain = defineProfile({
  name: 'langchain',
  source: 'LangChain, its write_todos tool',
  defaults: {},
  build: () => ({
    rules: [
      { id: 'one-update-per-turn', mode: 'reject', early: true },
      { id: 'input-shape', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'text-required', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    rollsBackOn: ['one-update-per-turn'],
    capabilities: { statuses: usualStatuses, replace: { tool: 'write_todos', ids: 'position' } },
    tools: [
      {
        name: 'write_todos',
        description: 'Writes the whole list of steps of the current task.',
        inputSchema: replacedListSchema(shape),
      },
    ],
    read: ({ input }) => readReplacedList(input, shape),
    reply: ({ state, violations }) =>
      violations[0] === undefined
        ? `Updated todo list to ${render(state.items)}`
        : `Error: ${violations[0].message}`,
    render,
  }),
})

function render(items: readonly TodoItem[]): string {
  return JSON.stringify(items.map(({ text, status }) => ({ content: text, status })))
}
