/**
 * `acp`: the plan that an agent reports over the Agent Client Protocol. Each report is the whole list; the client refuses
 * nothing and answers nothing. Source: docs/sources/acp.md.
 */

import type { SessionState } from '@todo-ledger/core'
import { defineProfile, fiveStatuses, type ListShape, readReplacedList } from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'plan',
  list: 'entries',
  text: 'content',
  statuses: fiveStatuses,
  unknownStatus: 'pending',
}

const entriesSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      content: { type: 'string' },
      priority: { type: 'string', enum: ['high', 'medium', 'low'] },
      status: { type: 'string', enum: ['pending', 'in_progress', 'completed', 'cancelled'] },
    },
    required: ['content', 'priority', 'status'],
  },
}

export const acp = defineProfile({
  name: 'acp',
  source: 'the Agent Client Protocol, its plan updates',
  defaults: {},
  build: () => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'status-valid', mode: 'flag' },
      { id: 'text-required', mode: 'flag' },
      { id: 'single-in-progress', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    capabilities: {
      statuses: ['pending', 'in_progress', 'completed', 'cancelled'],
      replace: { tool: 'plan', ids: 'position', keeps: ['priority'] },
    },
    tools: [
      {
        name: 'plan',
        description: 'Reports the whole plan of this session.',
        inputSchema: { type: 'object', properties: { entries: entriesSchema }, required: ['entries'] },
      },
    ],
    read: ({ input }) => readReplacedList(input, shape),
    reply: ({ violations }) => (violations[0] === undefined ? '' : `Error: ${violations[0].message}`),
    render,
  }),
})

function render(items: SessionState['items']): string {
  const entries = items.map(({ text, status, priority }) => ({
    content: text,
    priority: priority ?? 'medium',
    status,
  }))
  return JSON.stringify(entries, null, 2)
}
