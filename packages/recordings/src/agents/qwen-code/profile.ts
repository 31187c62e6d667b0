/**
 * `qwen`: Qwen Code's `todo_write`, which replaces the list; each todo has an id of the model's own. Source:
 * docs/sources/qwen-code.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import {
  defineProfile,
  type ListShape,
  type Profile,
  readReplacedList,
  threeStatuses,
  usualStatuses,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'todo_write',
  list: 'todos',
  text: 'content',
  statuses: threeStatuses,
  textRequired: true,
}

const todosSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      content: { type: 'string', minLength: 1 },
      status: { type: 'string', enum: Object.keys(threeStatuses) },
      id: { type: 'string' },
    },
    required: ['content', 'status', 'id'],
  },
}

/** Qwen Code's todo list. */
export const qwen: Profile = defineProfile({
  name: 'qwen',
  source: 'Qwen Code, its todo_write tool',
  defaults: {},
  build: () => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'ids-unique', mode: 'reject' },
      { id: 'single-in-progress', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    capabilities: { statuses: usualStatuses, replace: { tool: 'todo_write', ids: 'own' } },
    tools: [
      {
        name: 'todo_write',
        description: 'Writes the whole todo list of the current session.',
        inputSchema: { type: 'object', properties: { todos: todosSchema }, required: ['todos'] },
      },
    ],
    read: ({ input }) => readReplacedList(input, shape),
    reply: ({ state, violations }) =>
      violations[0] === undefined
        ? `Todos have been modified successfully. The list is now: ${render(state.items)}`
        : `Error: ${violations[0].message}`,
    render,
  }),
})

/** The list as the tool's own answer shows it. */
function render(items: readonly TodoItem[]): string {
  return JSON.stringify(items.map(({ id, text, status }) => ({ id, content: text, status })))
}
