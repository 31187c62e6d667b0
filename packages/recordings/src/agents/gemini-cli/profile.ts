/** `gemini`: Gemini CLI's `write_todos`, which replaces the list and knows cancelled and blocked. Source: docs/sources/gemini-cli.md. */

import type { TodoItem } from '@todo-ledger/core'
import { allStatuses, fiveStatuses } from '@todo-ledger/core/profiles'
import { listProfile } from '../list-profile.js'

export const gemini = listProfile({
  name: 'gemini',
  source: 'Gemini CLI, its write_todos tool',
  shape: {
    tool: 'write_todos',
    list: 'todos',
    text: 'description',
    statuses: fiveStatuses,
    textRequired: true,
  },
  description: 'Writes the whole list of subtasks of the current request. At most one is in_progress.',
  rejects: ['input-shape', 'text-required', 'status-valid', 'single-in-progress'],
  flags: ['empty-list-only-when-done', 'no-reopen', 'skipped-in-progress'],
  statuses: allStatuses,
  accepted: (items) =>
    items.length === 0
      ? 'Successfully cleared the todo list.'
      : `Successfully updated the todo list. The current list is now:\n${render(items)}`,
  render,
})

function render(items: readonly TodoItem[]): string {
  return items.map((item, index) => `${index + 1}. [${item.status}] ${item.text}`).join('\n')
}
