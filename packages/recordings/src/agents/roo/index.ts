/**
 * Roo Code, a fork of Cline, in whose format it records. Profile `roo`: its `update_todo_list`, which takes the whole list as
 * Markdown: `[ ]` pending, `[x]` completed, `[-]` or `[~]` in progress. Nothing is refused; lines that are no item vanish. The
 * person approves each list and may edit it: then the result says `User edits todo:` and the list that holds. Reminders stand
 * in every request, so there is no nag. Source: docs/sources/agents.md#cline-and-roo-code.
 */

import type { TodoItem } from '@todo-ledger/core'
import {
  type CallToRead,
  defineProfile,
  flagging,
  property,
  type Reading,
  rejecting,
  shapeViolation,
  toolOf,
  unreadable,
  usualStatuses,
} from '@todo-ledger/core/profiles'
import { defineAgent } from '../agent.js'
import { rooHome } from '../cline/home.js'
import { type ListMarkup, markdownSchema, readMarkdownList } from '../cline/profile.js'

const markup: ListMarkup = {
  item: /^(?:-\s*)?\[\s*([ xX~-])\s*\]\s+(.+)$/,
  marks: { x: 'completed', X: 'completed', '-': 'in_progress', '~': 'in_progress' },
}

const tool = 'update_todo_list'
const todosText = 'The whole list, a line an item: [ ] pending, [-] in progress, [x] completed.'
const edited = 'User edits todo:'

const profile = defineProfile({
  name: 'roo',
  source: 'Roo Code, its update_todo_list tool',
  defaults: {},
  build: () => ({
    rules: [
      ...rejecting('input-shape'),
      ...flagging('text-required', 'empty-list-only-when-done', 'no-reopen', 'skipped-in-progress'),
    ],
    capabilities: { statuses: usualStatuses, replace: { tool, ids: 'position', text: 'one-line' } },
    tools: [toolOf(tool, 'Replaces the whole todo list of this task.', { todos: markdownSchema(todosText) })],
    read,
    reply: ({ violations: [first] }) =>
      first === undefined ? 'Todo list updated successfully.' : `Error: ${first.message}`,
    render,
  }),
})

/** The list that the person made of it, else the one that was given. */
function read({ input, recorded }: CallToRead): Reading {
  const { output = '' } = recorded ?? {}
  const todos = output.startsWith(edited) ? output.slice(edited.length) : property(input, 'todos')
  if (typeof todos === 'string') return { intent: readMarkdownList(todos, markup), violations: [] }
  const fix = 'Call update_todo_list with {"todos": "[ ] First step\\n[ ] Second step"}.'
  return unreadable(shapeViolation('todos must be a Markdown checklist', 'a text', todos ?? input, fix))
}

function render(items: readonly TodoItem[]): string {
  const box = { pending: ' ', in_progress: '-', completed: 'x', blocked: ' ', cancelled: ' ' } as const
  return items.map(({ text, status }) => `[${box[status]}] ${text}`).join('\n')
}

export const roo = defineAgent({
  name: 'roo',
  title: 'Roo Code',
  profile,
  home: rooHome,
  isTodoCall: ({ name }) => name === tool,
  tools: {
    names: {
      read: 'fetchinstructions',
      write: 'searchandreplace insertcontent',
      patch: 'applydiff',
      think: 'updatetodolist switchmode',
    },
  },
})
