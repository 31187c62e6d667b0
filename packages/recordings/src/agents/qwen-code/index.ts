/**
 * Qwen Code, a fork of Gemini CLI. Profile `qwen`: its `todo_write`, which replaces the list; each todo has an id of the
 * model's own. Source: docs/sources/agents.md#qwen-code.
 */

import type { TodoItem } from '@todo-ledger/core'
import { threeStatuses } from '@todo-ledger/core/profiles'
import { isObject, objectsOf, stringIn } from '../../json.js'
import { type AgentHome, defineAgent, type UserHome } from '../agent.js'
import { geminiChats, projectOfHash } from '../gemini-cli/home.js'
import { listProfile } from '../list-profile.js'
import { agentHome, firstFolder, headRecords, homeFolder, placesIn, setFolder } from '../session-files.js'
import { qwenCode as format } from './format.js'

const profile = listProfile({
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

function render(items: readonly TodoItem[]): string {
  return JSON.stringify(items.map(({ id, text, status }) => ({ id, content: text, status })))
}

function home(user: UserHome): AgentHome {
  const set = firstFolder(setFolder(user, 'QWEN_RUNTIME_DIR'), setFolder(user, 'QWEN_HOME'))
  const root = set ?? homeFolder(user, '.qwen')
  return agentHome({
    places: () => placesIn(root, ['projects', /./, 'chats', /\.jsonl$/], geminiChats),
    isProjectInFile: false,
    async projectOf(path, known) {
      for await (const record of headRecords(path)) {
        const folder = stringIn(record, 'cwd')
        if (folder !== null) return folder
      }
      return projectOfHash(path, known)
    },
  })
}

export const qwenCode = defineAgent({
  name: 'qwen-code',
  title: 'Qwen Code',
  profile,
  formats: [format],
  home,
  // Others have a tool of this name, too: those that say `merge` give parts of a list.
  isTodoCall: ({ name, input }) =>
    name === 'todo_write' && isObject(input) && objectsOf(input['todos']).length > 0 && !('merge' in input),
})
