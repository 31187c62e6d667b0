/**
 * `opencode`: opencode's `todowrite` and `todoread`, with free-text status and priority; it refuses nothing but what is
 * no list of todos. A status in other words is pending here, and the raw input keeps its word. Source: docs/sources/opencode.md.
 */

import type { SessionState } from '@todo-ledger/core'
import {
  allStatuses,
  defineProfile,
  fiveStatuses,
  type ListShape,
  readReplacedList,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'todowrite',
  list: 'todos',
  text: 'content',
  statuses: fiveStatuses,
  unknownStatus: 'pending',
}

const todosSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { content: { type: 'string' }, status: { type: 'string' }, priority: { type: 'string' } },
    required: ['content', 'status', 'priority'],
  },
}

export const opencode = defineProfile({
  name: 'opencode',
  source: 'opencode, its todowrite and todoread tools',
  defaults: {},
  build: () => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'status-valid', mode: 'flag' },
      { id: 'text-required', mode: 'flag' },
      { id: 'ids-unique', mode: 'flag' },
      { id: 'single-in-progress', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    capabilities: {
      statuses: allStatuses,
      replace: { tool: 'todowrite', ids: 'position', keeps: ['priority'] },
      query: 'todoread',
    },
    tools: [
      {
        name: 'todowrite',
        description: 'Writes the whole todo list of this session.',
        inputSchema: { type: 'object', properties: { todos: todosSchema }, required: ['todos'] },
      },
      {
        name: 'todoread',
        description: 'Reads the todo list of this session.',
        inputSchema: { type: 'object', properties: {} },
      },
    ],
    read: ({ tool, input }) =>
      tool === 'todoread' ? { intent: { kind: 'query' }, violations: [] } : readReplacedList(input, shape),
    reply: ({ state, violations }) =>
      violations[0] === undefined ? render(state.items) : `Error: ${violations[0].message}`,
    render,
  }),
})

function render(items: SessionState['items']): string {
  const todos = items.map(({ text, status, priority }) => ({
    content: text,
    status,
    priority: priority ?? 'medium',
  }))
  return JSON.stringify(todos, null, 2)
}
