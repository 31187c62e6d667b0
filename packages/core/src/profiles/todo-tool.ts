/**
 * `todo-manager` (docs/sources/todo-manager.md) and `todo-write` (docs/sources/todo-write.md): one tool `todo` replaces the
 * list, a missing id is the position. They differ in how an item is read and in what an empty list looks like.
 */

import type { TodoStatus } from '../events.js'
import { countCompleted } from '../items.js'
import { violationOf } from '../rules/rule.js'
import type { TodoItem } from '../state.js'
import { everyTurnNag } from '../supervisor/nag.js'
import { defineProfile, type Reading, rejecting, usualStatuses } from './profile.js'
import {
  blankText,
  type ItemNotes,
  isObject,
  kindOf,
  listProperty,
  property,
  readItems,
  shapeViolation,
  textOf,
  toolOf,
  type UnknownObject,
  unreadable,
} from './read-input.js'

interface TodoToolSystem {
  readonly name: string
  readonly source: string
  /** The rule that its reading of an item judges, beside the input's shape. */
  readonly itemRule: 'text-required' | 'status-valid'
  /** Reads text and status and notes what is wrong with them, in the source's order. */
  readonly readItem: (
    item: UnknownObject,
    notes: ItemNotes,
  ) => { readonly text: string; readonly status: TodoStatus }
  /** The list as the model sees it. */
  readonly render: (items: readonly TodoItem[]) => string
}

function defineTodoTool({ name, source, itemRule, readItem, render }: TodoToolSystem) {
  return defineProfile({
    name,
    source,
    defaults: {
      maxItems: 20,
      /** From which turn of a run without a call of the tool the nag comes. */
      nagAfter: 3,
      toolDescription: 'Update task list. Track progress on multi-step tasks.',
    },
    build: ({ maxItems, nagAfter, toolDescription }) => ({
      rules: [
        // Both sources check the cap before they look at an item.
        { id: 'max-items', mode: 'reject', options: { max: maxItems }, early: true },
        ...rejecting('input-shape', itemRule, 'single-in-progress'),
      ],
      tools: [toolOf('todo', toolDescription, { items: { type: 'array', items: itemSchema } })],
      capabilities: { statuses: usualStatuses, replace: { tool: 'todo', ids: 'own', text: 'trimmed' } },
      nag: everyTurnNag({
        after: nagAfter,
        text: '<reminder>Update your todos.</reminder>',
        watcher: '>>> Supervisor reminder: Update todo list!',
      }),
      read: ({ input }) => readList(input, readItem),
      reply: ({ state, violations: [first] }) =>
        first === undefined ? render(state.items) : `Error: ${first.message}`,
      render,
    }),
  })
}

/** The schema of `todo-write`. `id` may be left out, as both sources allow. */
const itemSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    text: { type: 'string' },
    status: { type: 'string', enum: usualStatuses },
  },
  required: ['id', 'text', 'status'],
}

function readList(input: unknown, readItem: TodoToolSystem['readItem']): Reading {
  const items = listProperty(input, 'items')
  if (items === null) {
    const received = isObject(input) ? property(input, 'items') : input
    const fix = `Call the tool with {"items": [{"id": "1", "text": "…", "status": "pending"}]}; it got ${kindOf(received)}.`
    return unreadable(shapeViolation('items must be a list', 'a list', received, fix))
  }
  const fix = '{"id", "text", "status"}'
  const { items: wanted, violations } = readItems(items, fix, String, readItem, (given) =>
    typeof given === 'boolean' ? String(given) : textOf(given),
  )
  return { intent: { kind: 'replace', items: wanted, numbered: false }, violations }
}

/** An object is no id. */
function checkId({ id }: UnknownObject, { wrong }: ItemNotes): void {
  if (typeof id === 'object' && id !== null)
    wrong('id must be a text', 'a text', id, 'Give the id as a string or leave it out.')
}

/**
 * The TodoManager of docs/sources/todo-manager.md. A status that it does not know is pending, a missing one too. A JSON null
 * counts as missing for the id alone: the source fails on a null text and a null status.
 */
export const todoManager = defineTodoTool({
  name: 'todo-manager',
  source: 'the TodoManager of a Java agent that nags itself (docs/sources/todo-manager.md)',
  itemRule: 'text-required',
  readItem(item, notes) {
    const { id, wrong, add } = notes
    const given = property(item, 'text')
    const text = textOf(given ?? '')?.trim() ?? null
    const received = typeof given === 'string' ? '' : kindOf(given)
    if (text === null) wrong('text must be a text', 'a text', given, 'Give the text as a string.')
    const fix = 'Give the item a text that says what is to be done.'
    if (text === '') add(blankText(`Item ${id}: text required`, id, fix, received))
    checkId(item, notes)
    const word = Object.hasOwn(item, 'status') ? item['status'] : 'pending'
    const status = textOf(word)?.toLowerCase()
    if (status === undefined)
      wrong('status must be a text', 'a text', word, 'Use pending, in_progress or completed.')
    return { text: text ?? '', status: usualStatuses.find((known) => known === status) ?? 'pending' }
  },
  render: (items) => (items.length === 0 ? 'No todos.' : renderChecklist(items)),
})

/** The TodoWrite of docs/sources/todo-write.md: a status must be valid, and a text may be empty. */
export const todoWrite = defineTodoTool({
  name: 'todo-write',
  source: 'the TodoWrite lesson of a tutorial agent (docs/sources/todo-write.md)',
  itemRule: 'status-valid',
  readItem(item, notes) {
    const { id, wrong, add } = notes
    const [givenText, givenStatus] = [property(item, 'text'), property(item, 'status')]
    const text = scalarText(givenText)
    if (text === null) wrong('text required', 'a text', givenText, 'Give the text as a string.')
    const word = scalarText(givenStatus)?.toLowerCase() ?? null
    const fix = 'Use pending, in_progress or completed.'
    if (word === null) wrong('status required', 'a status', givenStatus, fix)
    checkId(item, notes)
    const status = usualStatuses.find((known) => known === word)
    if (word !== null && status === undefined) {
      const message = `Item ${id}: invalid status '${word}'`
      add(violationOf('status-valid', { message, item: id, expected: usualStatuses, received: word, fix }))
    }
    return { text: text?.trim() ?? '', status: status ?? 'pending' }
  },
  render: renderChecklist,
})

/** The source takes `toString()` of what it is given: texts, numbers and booleans. */
function scalarText(value: unknown): string | null {
  return typeof value === 'boolean' ? String(value) : textOf(value)
}

export const markers: { readonly [Status in TodoItem['status']]: string } = {
  pending: '[ ]',
  in_progress: '[>]',
  blocked: '[!]',
  completed: '[x]',
  cancelled: '[-]',
}

/** A line for each item, a blank line, and the count: `[x] #1: text`. An empty list is the count alone. */
export function renderChecklist(items: readonly TodoItem[]): string {
  const lines = items.map((item) => `${markers[item.status]} #${item.id}: ${item.text}\n`)
  return `${lines.join('')}\n(${countCompleted(items)}/${items.length} completed)`
}
