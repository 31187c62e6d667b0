/**
 * OpenHands. Profile `openhands`: its `task_tracker`, which replaces the list (`plan`) or shows it (`view`). Its statuses are
 * `todo`, `in_progress` and `done`; that one task is worked on at a time is only asked for in prose, so it is flagged.
 * Source: docs/sources/agents.md#openhands.
 */

import { basename, dirname, join } from 'node:path'
import type { Profile, TodoItem } from '@todo-ledger/core'
import {
  type Answerable,
  type CallToRead,
  isObject,
  type ListShape,
  property,
  type Reading,
  readReplacedList,
  shapeViolation,
  textOf,
  toolOf,
  unreadable,
} from '@todo-ledger/core/profiles'
import { objectIn, stringIn } from '../../json.js'
import { type Agent, type AgentHome, defineAgent, type UserHome } from '../agent.js'
import { listProfile } from '../list-profile.js'
import { agentHome, firstFolder, homeFolder, jsonOf, placesIn, setFolder } from '../session-files.js'
import { oncePerConversation, openConversation } from './conversation-folder.js'
import { eventFormat } from './format.js'

const tool = 'task_tracker'
const shape: ListShape = {
  tool,
  list: 'task_list',
  text: 'title',
  statuses: { todo: 'pending', in_progress: 'in_progress', done: 'completed' },
}

const text = { type: 'string' }
const taskSchema = {
  type: 'object',
  properties: { id: text, title: text, notes: text, status: { ...text, enum: Object.keys(shape.statuses) } },
  required: ['title', 'status'],
}

const profile = listProfile({
  name: 'openhands',
  source: 'OpenHands, its task_tracker tool',
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
  query: tool,
  accepted: render,
  render,
  parts: {
    tools: [
      toolOf(
        tool,
        'Shows the task list (view) or replaces it (plan).',
        {
          command: { ...text, enum: ['plan', 'view'] },
          task_list: { type: 'array', items: taskSchema },
        },
        ['command'],
      ),
    ],
    read,
    reply,
  },
})

const fix = 'Call task_tracker with {"command": "plan", "task_list": [{"title": "…", "status": "todo"}]}.'

/** Without a command it shows the list; a plan without a list is an empty one. */
function read({ input }: CallToRead): Reading {
  if (!isObject(input))
    return unreadable(shapeViolation('the input must be an object', 'an object', input, fix))
  const command = property(input, 'command') ?? 'view'
  if (command === 'view') return { intent: { kind: 'query' }, violations: [] }
  if (command !== 'plan') {
    const message = `Unknown command: ${textOf(command) ?? ''}. Supported commands are "view" and "plan".`
    return unreadable(shapeViolation(message, 'view or plan', command, fix))
  }
  const tasks = property(input, 'task_list') ?? []
  const { intent, violations } = readReplacedList({ task_list: tasks }, shape)
  if (intent.kind !== 'replace') return { intent, violations }
  const items = intent.items.map((item, index) => {
    const notes = textOf(property(Array.isArray(tasks) ? tasks[index] : null, 'notes'))
    return notes === null || notes === '' ? item : { ...item, fields: { ...item.fields, notes } }
  })
  return { intent: { ...intent, items }, violations }
}

function reply({ query, state, violations }: Answerable): string {
  const [first] = violations
  if (first !== undefined) return first.message
  if (!query) return `Task list has been updated with ${state.items.length} item(s).`
  return state.items.length === 0
    ? 'No task list found. Use the "plan" command to create one.'
    : render(state.items)
}

function render(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'No tasks in the list.'
  const icons = { pending: '⏳', in_progress: '🔄', completed: '✅', blocked: '⏳', cancelled: '⏳' } as const
  const tasks = items.map(({ text, status, notes }, index) => {
    const more = notes === null || notes === '' ? '' : `\n   ${notes}`
    return `${index + 1}. ${icons[status]} ${text}${more}`
  })
  return `# Task List\n\n${tasks.join('\n\n')}`
}

/** What OpenHands keeps in a person's home. A folder's time changes with each event that is added. */
function home(user: UserHome): AgentHome {
  const own = firstFolder(setFolder(user, 'OPENHANDS_PERSISTENCE_DIR'), homeFolder(user, '.openhands'))
  const inOwn = own === null ? null : join(own, 'conversations')
  const conversations = firstFolder(setFolder(user, 'OPENHANDS_CONVERSATIONS_DIR'), inOwn)
  return agentHome({
    places: () => placesIn(conversations, [/./, 'events']),
    isProjectInFile: false,
    async projectOf(path) {
      const conversation = basename(path) === 'events' ? dirname(path) : path
      const state = await jsonOf(join(conversation, 'base_state.json'))
      return stringIn(objectIn(isObject(state) ? state : {}, 'workspace') ?? {}, 'working_dir')
    },
  })
}

export const openhands: Agent<Profile> = defineAgent({
  name: 'openhands',
  title: 'OpenHands',
  profile,
  formats: [{ ...eventFormat, openPath: openConversation, pathsToRead: oncePerConversation }],
  home,
  isTodoCall: ({ name }) => name === tool,
  tools: {
    names: { shell: 'executebash', code: 'executeipythoncell', think: 'tasktracker' },
  },
})
