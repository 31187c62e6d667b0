/**
 * `opencode`: opencode's `todowrite` and `todoread`, with free-text status and priority; it refuses nothing but what is
 * no list of todos. A status in other words is pending here, and the raw input keeps its word. Source: docs/sources/opencode.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import {
  allStatuses,
  fiveStatuses,
  type ListShape,
  readReplacedList,
  toolOf,
} from '@todo-ledger/core/profiles'
import { listProfile } from '../list-profile.js'

const shape: ListShape = {
  tool: 'todowrite',
  list: 'todos',
  text: 'content',
  statuses: fiveStatuses,
  unknownStatus: 'pending',
}
const text = { type: 'string' }
const todo = { content: text, status: text, priority: text }
const todos = { type: 'array', items: { type: 'object', properties: todo, required: Object.keys(todo) } }

export const opencode = listProfile({
  name: 'opencode',
  source: 'opencode, its todowrite and todoread tools',
  shape,
  rejects: ['input-shape'],
  flags: [
    'status-valid',
    'text-required',
    'ids-unique',
    'single-in-progress',
    'empty-list-only-when-done',
    'no-reopen',
    'skipped-in-progress',
  ],
  accepted: render,
  render,
  parts: {
    capabilities: {
      statuses: allStatuses,
      replace: { tool: 'todowrite', ids: 'position', keeps: ['priority'] },
      query: 'todoread',
    },
    tools: [
      toolOf('todowrite', 'Writes the whole todo list of this session.', { todos }),
      toolOf('todoread', 'Reads the todo list of this session.'),
    ],
    read: ({ tool, input }) =>
      tool === 'todoread' ? { intent: { kind: 'query' }, violations: [] } : readReplacedList(input, shape),
  },
})

function render(items: readonly TodoItem[]): string {
  const shown = items.map(({ text: content, status, priority }) => ({
    content,
    status,
    priority: priority ?? 'medium',
  }))
  return JSON.stringify(shown, null, 2)
}
