/**
 * `openhands`: OpenHands' `task_tracker`, which replaces the list (`plan`) or shows it (`view`). Its statuses are `todo`,
 * `in_progress` and `done`; that one task is worked on at a time is only asked for in prose, so it is flagged.
 * Source: docs/sources/openhands.md.
 */

import type { TodoItem } from '@todo-ledger/core'
import {
  type Answerable,
  type CallToRead,
  defineProfile,
  isObject,
  type ListShape,
  type Profile,
  property,
  type Reading,
  readReplacedList,
  shapeViolation,
  textOf,
  unreadable,
  usualStatuses,
} from '@todo-ledger/core/profiles'

const shape: ListShape = {
  tool: 'task_tracker',
  list: 'task_list',
  text: 'title',
  statuses: { todo: 'pending', in_progress: 'in_progress', done: 'completed' },
}

const taskSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    notes: { type: 'string' },
    status: { type: 'string', enum: Object.keys(shape.statuses) },
  },
  required: ['title', 'status'],
}

/** OpenHands' task list. */
export const openhands: Profile = defineProfile({
  name: 'openhands',
  source: 'OpenHands, its task_tracker tool',
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
      statuses: usualStatuses,
      replace: { tool: 'task_tracker', ids: 'position' },
      query: 'task_tracker',
    },
    tools: [
      {
        name: 'task_tracker',
        description: 'Shows the task list (view) or replaces it (plan).',
        inputSchema: {
          type: 'object',
          properties: {
            command: { type: 'string', enum: ['plan', 'view'] },
            task_list: { type: 'array', items: taskSchema },
          },
          required: ['command'],
        },
      },
    ],
    read,
    reply,
    render,
  }),
})

const fix = 'Call task_tracker with {"command": "plan", "task_list": [{"title": "…", "status": "todo"}]}.'

/** Without a command it shows the list; a plan without a list is an empty one. */
function read({ input }: CallToRead): Reading {
  if (!isObject(input))
    return unreadable(shapeViolation('the input must be an object', 'an object', input, fix))
  const command = property(input, 'command') ?? 'view'
  if (command === 'view') return { intent: { kind: 'query' }, violations: [] }
  if (command !== 'plan') return unreadable(unknownCommand(command))
  const tasks = property(input, 'task_list') ?? []
  const { intent, violations } = readReplacedList({ task_list: tasks }, shape)
  if (intent.kind !== 'replace') return { intent, violations }
  const items = intent.items.map((item, index) => {
    const notes = textOf(property(Array.isArray(tasks) ? tasks[index] : null, 'notes'))
    return notes === null || notes === '' ? item : { ...item, fields: { ...item.fields, notes } }
  })
  return { intent: { ...intent, items }, violations }
}

function unknownCommand(command: unknown): ReturnType<typeof shapeViolation> {
  const message = `Unknown command: ${textOf(command) ?? ''}. Supported commands are "view" and "plan".`
  return shapeViolation(message, 'view or plan', command, fix)
}

function reply({ query, state, violations }: Answerable): string {
  const [first] = violations
  if (first !== undefined) return first.message
  if (!query) return `Task list has been updated with ${state.items.length} item(s).`
  return state.items.length === 0
    ? 'No task list found. Use the "plan" command to create one.'
    : render(state.items)
}

const icons: { readonly [Status in TodoItem['status']]: string } = {
  pending: '⏳',
  in_progress: '🔄',
  completed: '✅',
  blocked: '⏳',
  cancelled: '⏳',
}

function render(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'No tasks in the list.'
  const tasks = items.map(({ text, status, notes }, index) => {
    const more = notes === null || notes === '' ? '' : `\n   ${notes}`
    return `${index + 1}. ${icons[status]} ${text}${more}`
  })
  return `# Task List\n\n${tasks.join('\n\n')}`
}
