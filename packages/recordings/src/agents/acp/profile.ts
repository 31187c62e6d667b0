/**
 * `acp`: the plan that an agent reports over the Agent Client Protocol. Each report is the whole list; the client refuses
 * nothing and answers nothing. Source: docs/sources/acp.md.
 */

import { fiveStatuses } from '@todo-ledger/core/profiles'
import { listProfile } from '../list-profile.js'

export const acp = listProfile({
  name: 'acp',
  source: 'the Agent Client Protocol, its plan updates',
  shape: {
    tool: 'plan',
    list: 'entries',
    text: 'content',
    statuses: fiveStatuses,
    unknownStatus: 'pending',
  },
  description: 'Reports the whole plan of this session.',
  item: {
    content: { type: 'string' },
    priority: { type: 'string', enum: ['high', 'medium', 'low'] },
    status: { type: 'string', enum: ['pending', 'in_progress', 'completed', 'cancelled'] },
  },
  rejects: ['input-shape'],
  flags: [
    'status-valid',
    'text-required',
    'single-in-progress',
    'empty-list-only-when-done',
    'no-reopen',
    'skipped-in-progress',
  ],
  statuses: ['pending', 'in_progress', 'completed', 'cancelled'],
  replaces: { keeps: ['priority'] },
  accepted: () => '',
  render(items) {
    const entries = items.map(({ text, status, priority }) => ({
      content: text,
      priority: priority ?? 'medium',
      status,
    }))
    return JSON.stringify(entries, null, 2)
  },
})
