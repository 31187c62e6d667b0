/** `gemini`: Gemini CLI's `write_todos`, which replaces the list and knows cancelled and blocked. Source: docs/sources/gemini-cli.md. */

import type { TodoItem } from '@todo-ledger/core'
import {
  allStatuses,
  defineProfile,
  fiveStatuses,
  flagging,
  type ListShape,
  readReplacedList,
  rejecting,
  replacedListSchema,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'write_todos',
  list: 'todos',
  text: 'description',
  statuses: fiveStatuses,
  textRequired: true,
}

export const gemini = defineProfile({
  name: 'gemini',
  source: 'Gemini CLI, its write_todos tool',
  defaults: {},
  build: () => ({
    rules: [
      ...rejecting('input-shape', 'text-required', 'status-valid', 'single-in-progress'),
      ...flagging('empty-list-only-when-done', 'no-reopen', 'skipped-in-progress'),
    ],
    capabilities: { statuses: allStatuses, replace: { tool: 'write_todos', ids: 'position' } },
    tools: [
      {
        name: 'write_todos',
        description: 'Writes the whole list of subtasks of the current request. At most one is in_progress.',
        inputSchema: replacedListSchema(shape),
      },
    ],
    read: ({ input }) => readReplacedList(input, shape),
    reply: ({ state, violations }) => {
      const [first] = violations
      if (first !== undefined) return `Error: ${first.message}`
      return state.items.length === 0
        ? 'Successfully cleared the todo list.'
        : `Successfully updated the todo list. The current list is now:\n${render(state.items)}`
    },
    render,
  }),
})

function render(items: readonly TodoItem[]): string {
  return items.map((item, index) => `${index + 1}. [${item.status}] ${item.text}`).join('\n')
}
