/**
 * Gemini CLI. Profile `gemini`: its `write_todos`, which replaces the list and knows cancelled and blocked. Source:
 * docs/sources/agents.md#gemini-cli.
 */

import type { TodoItem } from '@todo-ledger/core'
import { allStatuses, fiveStatuses } from '@todo-ledger/core/profiles'
import { isObject, objectsOf, stringIn } from '../../json.js'
import { defineAgent } from '../agent.js'
import { listProfile } from '../list-profile.js'
import { geminiCli as format } from './format.js'
import { besideFiles, geminiCliHome } from './home.js'

const profile = listProfile({
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

export const geminiCli = defineAgent({
  name: 'gemini-cli',
  title: 'Gemini CLI',
  profile,
  formats: [format],
  home: geminiCliHome,
  besideFiles,
  // Others have a tool of this name, too; their todos have their text in `content`.
  isTodoCall({ name, input }) {
    const [first] = name === 'write_todos' && isObject(input) ? objectsOf(input['todos']) : []
    return first !== undefined && stringIn(first, 'description') !== null && !('content' in first)
  },
  tools: {
    names: {
      shell: 'runshellcommand',
      read: 'readmanyfiles searchfilecontent googlewebsearch getinternaldocs activateskill',
      delegate: 'codebaseinvestigator delegatetoagent',
      think: 'savememory writetodos',
    },
    programs: 'gemini',
  },
})
