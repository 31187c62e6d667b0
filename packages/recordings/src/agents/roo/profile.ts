/**
 * `roo`: Roo Code's `update_todo_list`, which takes the whole list as Markdown: `[ ]` pending, `[x]` completed, `[-]` or
 * `[~]` in progress. Nothing is refused; lines that are no item vanish. The person approves each list and may edit it:
 * then the result says `User edits todo:` and the list that holds. Reminders stand in every request, so there is no nag.
 * Source: docs/sources/cline.md.
 */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'
import {
  type CallToRead,
  defineProfile,
  isObject,
  property,
  type Reading,
  shapeViolation,
  textOf,
  unreadable,
  usualStatuses,
} from '@todo-ledger/core/profiles'
import { type ListMarkup, markdownSchema, readMarkdownList, wholeList } from '../cline/markdown-list.js'

const markup: ListMarkup = {
  item: /^(?:-\s*)?\[\s*([ xX~-])\s*\]\s+(.+)$/,
  marks: { x: 'completed', X: 'completed', '-': 'in_progress', '~': 'in_progress' },
}

const edited = 'User edits todo:'
const fix = 'Call update_todo_list with {"todos": "[ ] First step\\n[ ] Second step"}.'

/** Roo Code's todo list. */
export const roo = defineProfile({
  name: 'roo',
  source: 'Roo Code, its update_todo_list tool',
  defaults: {},
  build: () => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'flag' },
      { id: 'empty-list-only-when-done', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    capabilities: {
      statuses: usualStatuses,
      replace: { tool: 'update_todo_list', ids: 'position', text: 'one-line' },
    },
    tools: [
      {
        name: 'update_todo_list',
        description: 'Replaces the whole todo list of this task.',
        inputSchema: {
          type: 'object',
          properties: {
            todos: markdownSchema(
              'The whole list, a line an item: [ ] pending, [-] in progress, [x] completed.',
            ),
          },
          required: ['todos'],
        },
      },
    ],
    read,
    reply: ({ violations }) =>
      violations[0] === undefined ? 'Todo list updated successfully.' : `Error: ${violations[0].message}`,
    render,
  }),
})

/** The list that the person made of it, else the one that was given. */
function read({ input, recorded }: CallToRead): Reading {
  const { output = '' } = recorded ?? {}
  if (output.startsWith(edited)) {
    return { intent: readMarkdownList(output.slice(edited.length), markup), violations: [] }
  }
  const todos = property(input, 'todos')
  if (typeof todos === 'string') return { intent: readMarkdownList(todos, markup), violations: [] }
  if (Array.isArray(todos)) return { intent: wholeList(todos.map(readItem)), violations: [] }
  return unreadable(shapeViolation('todos must be a Markdown checklist', 'a text', todos ?? input, fix))
}

/** An item as Roo Code shows it to the person, `{id, content, status}`. Its id is a hash of text and status. */
function readItem(item: unknown): { readonly text: string; readonly status: TodoStatus } {
  const status = isObject(item) ? property(item, 'status') : null
  return {
    text: textOf(property(item, 'content')) ?? '',
    status: status === 'completed' || status === 'in_progress' ? status : 'pending',
  }
}

const boxes: { readonly [Status in TodoStatus]: string } = {
  pending: '[ ]',
  in_progress: '[-]',
  completed: '[x]',
  blocked: '[ ]',
  cancelled: '[ ]',
}

function render(items: readonly TodoItem[]): string {
  return items.map(({ text, status }) => `${boxes[status]} ${text}`).join('\n')
}
