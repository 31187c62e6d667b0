/**
 * `qwen`: Qwen Code's `todo_write`, which replaces the list; each todo has an id of the model's own. Source:
 * docs/sources/qwen-code.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import {
  defineProfile,
  flagging,
  type ListShape,
  readReplacedList,
  rejecting,
  threeStatuses,
  toolOf,
  usualStatuses,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'todo_write',
  list: 'todos',
  text: 'content',
  statuses: threeStatuses,
  textRequired: true,
}

const todo = {
  content: { type: 'string', minLength: 1 },
  status: { type: 'string', enum: Object.keys(threeStatuses) },
  id: { type: 'string' },
}
const todos = { type: 'array', items: { type: 'object', properties: todo, required: Object.keys(todo) } }

/** Qwen Code's todo list. */
export const qwen = defineProfile({
  name: 'qwen',
  source: 'Qwen Code, its todo_write tool',
  defaults: {},
  build: () => ({
    rules: [
      ...rejecting('input-shape', 'text-required', 'status-valid', 'ids-unique'),
      ...flagging('single-in-progress', 'empty-list-only-when-done', 'no-reopen', 'skipped-in-progress'),
    ],
    capabilities: { statuses: usualStatuses, replace: { tool: 'todo_write', ids: 'own' } },
    tools: [toolOf('todo_write', 'Writes the whole todo list of the current session.', { todos })],
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
