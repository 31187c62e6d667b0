/**
 * `qwen`: Qwen Code's `todo_write`, which replaces the list; each todo has an id of the model's own. Source:
 * docs/sources/qwen-code.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import { threeStatuses } from '@todo-ledger/core/profiles'
import { listProfile } from '../list-profile.js'

export const qwen = listProfile({
  name: 'qwen',
  source: 'Qwen Code, its todo_write tool',
  shape: {
    tool: 'todo_write',
    list: 'todos',
    text: 'content',
    statuses: threeStatuses,
    textRequired: true,
  },
  description: 'Writes the whole todo list of the current session.',
  item: {
    content: { type: 'string', minLength: 1 },
    status: { type: 'string', enum: Object.keys(threeStatuses) },
    id: { type: 'string' },
  },
  rejects: ['input-shape', 'text-required', 'status-valid', 'ids-unique'],
  flags: ['single-in-progress', 'empty-list-only-when-done', 'no-reopen', 'skipped-in-progress'],
  replaces: { ids: 'own' },
  accepted: (items) => `Todos have been modified successfully. The list is now: ${render(items)}`,
  render,
})

/** The list as the tool's own answer shows it. */
function render(items: readonly TodoItem[]): string {
  return JSON.stringify(items.map(({ id, text, status }) => ({ id, content: text, status })))
}
