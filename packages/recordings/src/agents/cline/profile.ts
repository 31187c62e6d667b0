/**
 * `cline`: Cline's focus chain. Any of its tools takes a `task_progress`, the whole list as Markdown: `- [ ]` or `- [x]`.
 * It has effect once its tool is over, whether that worked or not. Here it is a call of a tool of its own. Nothing is
 * refused, nothing is answered; a blank text is no update. Reminds after six requests. Source: docs/sources/agents.md#cline-and-roo-code.
 */

import type { SessionState, TodoItem, TodoStatus } from '@todo-ledger/core'
import {
  type CallToRead,
  countCompleted,
  defineProfile,
  flagging,
  type Intent,
  property,
  type Reading,
  rejecting,
  shapeViolation,
  spacedNag,
  toolOf,
  unreadable,
} from '@todo-ledger/core/profiles'

/** A list that a tool takes as Markdown, a line an item: `[x] Write the tests`. */
export interface ListMarkup {
  /** An item, trimmed: the mark in the first group, the text in the second. */
  readonly item: RegExp
  /** What the marks mean; any other is pending. */
  readonly marks: { readonly [mark: string]: TodoStatus }
}

/** Reads the text as the whole list. Lines that are no item vanish; items have no ids, they are known by their texts. */
export function readMarkdownList(text: string, { item, marks }: ListMarkup): Intent {
  const items = text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, mark = '', said] = item.exec(line.trim()) ?? []
      return said === undefined ? [] : [{ text: said, status: marks[mark] ?? ('pending' as const) }]
    })
    .map((each, index) => ({ id: String(index + 1), ownId: false, ...each }))
  return { kind: 'replace', items, numbered: true }
}

export function markdownSchema(description: string) {
  return { type: 'string', contentMediaType: 'text/markdown', description }
}

const markup: ListMarkup = {
  item: /^-\s*\[([ xX])\]\s*(.+)$/,
  marks: { x: 'completed', X: 'completed' },
}

const list = markdownSchema('The whole list, a line an item: - [ ] not done, - [x] done.')

/** Cline's focus chain. Setting: turns since the last update, and since the last reminder, from which on it reminds. */
export const cline = defineProfile({
  name: 'cline',
  source: 'Cline, the task_progress parameter of its tools',
  defaults: { nagAfter: 6 },
  aliases: { remindClineInterval: 'nagAfter' },
  build: ({ nagAfter }) => ({
    rules: [...rejecting('input-shape'), ...flagging('empty-list-only-when-done', 'no-reopen')],
    capabilities: {
      statuses: ['pending', 'completed'],
      replace: {
        tool: 'task_progress',
        ids: 'position',
        text: 'one-line',
        // A blank text is no update, so the list can't be emptied.
        intentOf: (items) =>
          items.length === 0 ? { kind: 'edit' } : { kind: 'replace', items, numbered: true },
      },
    },
    tools: [toolOf('task_progress', 'Replaces the whole checklist of this task.', { task_progress: list })],
    nag: spacedNag({ after: nagAfter, spacing: nagAfter, text: reminder }),
    read,
    reply: ({ violations: [first] }) => (first === undefined ? '' : `Error: ${first.message}`),
    render,
  }),
})

function read({ input }: CallToRead): Reading {
  const text = property(input, 'task_progress')
  if (typeof text !== 'string') {
    const fix = 'Give task_progress as a text: "- [x] First step\\n- [ ] Second step".'
    return unreadable(shapeViolation('task_progress must be a text', 'a text', text ?? input, fix))
  }
  return { intent: text.trim() === '' ? { kind: 'edit' } : readMarkdownList(text, markup), violations: [] }
}

function reminder({ items }: SessionState): string {
  const done = countCompleted(items)
  return [
    '# TODO LIST UPDATE REQUIRED - You MUST include the task_progress parameter in your NEXT tool call.',
    `**Current Progress: ${done}/${items.length} items completed**`,
    render(items),
  ].join('\n\n')
}

function render(items: readonly TodoItem[]): string {
  return items.map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`).join('\n')
}
