/**
 * `wake-loop`: todos that drive the agent on. Single items with ids that are never used again in their session; open
 * items wake the session. Source: docs/sources/wake-loop.md (what it calls a turn is a run here).
 */

import type { WantedItem } from '../decide/intent.js'
import type { JsonValue, Violation } from '../events.js'
import { firstWithId, isOpen, itemsOfKeys } from '../items.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState, TodoItem } from '../state.js'
import { wake } from '../supervisor/continuation.js'
import {
  type Answerable,
  type CallToRead,
  defineProfile,
  type Profile,
  type Reading,
  type TodoTool,
} from './profile.js'
import { listProperty, property, shapeViolation, textOf, unreadable } from './read-input.js'

/** The settings of `wake-loop`. */
export interface WakeLoopSettings {
  /** How many re-entries one activation gets, shared by todo, reply and sub-agent nudges. */
  readonly maxWakeCycles: number
  /** A setting. */
  readonly [name: string]: JsonValue
}

const tools: readonly TodoTool[] = [
  {
    name: 'todo_write',
    description: "Add one or more items to this session's todo list. Returns each new item's id.",
    inputSchema: {
      type: 'object',
      properties: { items: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      required: ['items'],
    },
  },
  {
    name: 'todo_list',
    description: "List this session's todos with ids and statuses; blocked items show their reason.",
    inputSchema: { type: 'object', properties: {} },
  },
  {
    name: 'todo_update',
    description: 'Close an item: done, or blocked with a reason.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        status: { type: 'string', enum: ['done', 'blocked'] },
        reason: { type: 'string', description: 'Why work cannot proceed; needed for blocked' },
      },
      required: ['id', 'status'],
    },
  },
]

/** AgentParley's todos, docs/sources/wake-loop.md. */
export const wakeLoop: Profile<WakeLoopSettings> = defineProfile<WakeLoopSettings>({
  name: 'wake-loop',
  source: 'the todos of AgentParley and its wake loop (docs/sources/wake-loop.md)',
  defaults: { maxWakeCycles: 25 },
  build: ({ maxWakeCycles }) => ({
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'id-known', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'reason-required-when-blocked', mode: 'reject' },
      { id: 'no-reopen', mode: 'reject' },
    ],
    tools,
    capabilities: {
      statuses: ['pending', 'completed', 'blocked'],
      add: { tool: 'todo_write', nextId: ({ idsUsed }, index) => String(idsUsed + 1 + index) },
      setStatus: { completed: 'todo_update', blocked: 'todo_update' },
      query: 'todo_list',
    },
    phases: 'completion',
    wakeBudget: maxWakeCycles,
    continuation: wake({ budget: maxWakeCycles, nudge }),
    read,
    reply,
    render,
  }),
})

function read({ tool, input, state }: CallToRead): Reading {
  if (tool === 'todo_write') return readWrite(input, state)
  return tool === 'todo_update' ? readUpdate(input, state) : { intent: { kind: 'query' }, violations: [] }
}

function readWrite(input: unknown, state: SessionState): Reading {
  const items = listProperty(input, 'items')
  if (items === null) {
    const fix = 'Call todo_write with {"items": ["…", "…"]}.'
    return unreadable(
      shapeViolation('items must be a list', 'a list of texts', property(input, 'items') ?? input, fix),
    )
  }
  if (items.length === 0) {
    const fix = 'Give at least one item, such as {"items": ["…"]}.'
    return unreadable(shapeViolation('items must hold at least one text', 'a list of texts', items, fix))
  }
  const violations: Violation[] = []
  const add = items.map((item, index): WantedItem => {
    const id = String(state.idsUsed + 1 + index)
    const text = typeof item === 'string' ? item : null
    if (text === null) {
      violations.push(
        shapeViolation(`Item ${index + 1} must be a text`, 'a text', item, 'Give each item as a string.', id),
      )
    }
    return { id, ownId: false, text: text ?? '', status: 'pending' }
  })
  return { intent: { kind: 'edit', add }, violations }
}

function readUpdate(input: unknown, state: SessionState): Reading {
  const id = readId(input)
  const item = id === null ? undefined : firstWithId(state.items, id)
  if (item === undefined) return unreadable(unknownTodo(id ?? ''))
  const status = property(input, 'status')
  if (status === 'done')
    return { intent: { kind: 'edit', edit: [{ key: item.key, status: 'completed' }] }, violations: [] }
  if (status !== 'blocked') return unreadable(invalidStatus(item.id, textOf(status)))
  const reason = textOf(property(input, 'reason'))
  return { intent: { kind: 'edit', edit: [{ key: item.key, status: 'blocked', reason }] }, violations: [] }
}

/** A number or a numeric text. */
function readId(input: unknown): string | null {
  return textOf(property(input, 'id'))?.trim() ?? null
}

function unknownTodo(id: string): Violation {
  return violationOf('id-known', {
    message: `Todo ${id} not found`,
    item: id,
    expected: 'the id of a todo in the list',
    received: id,
    fix: 'Call todo_list to see the todos and their ids.',
  })
}

function invalidStatus(id: string, status: string | null): Violation {
  return violationOf('status-valid', {
    message: `Todo ${id}: invalid status ${JSON.stringify(status)}`,
    item: id,
    expected: ['done', 'blocked'],
    received: status,
    fix: 'Use done, or blocked with a reason.',
  })
}

function reply({ tool, state, touched, violations }: Answerable): string {
  const [first] = violations
  if (first !== undefined) return `Error: ${first.message}`
  if (tool === 'todo_list') return render(state.items)
  const items = itemsOfKeys(state.items, touched)
  return tool === 'todo_update' ? render(items) : JSON.stringify({ ids: items.map(({ id }) => Number(id)) })
}

/** A line an item with its id and status; a blocked one with its reason. */
function render(items: readonly TodoItem[]): string {
  return items.length === 0
    ? 'No todos.'
    : items.map((item) => `[${item.id}] ${item.text} (${statusOf(item)})`).join('\n')
}

function statusOf(item: TodoItem): string {
  if (item.status === 'blocked') return `blocked: ${item.reason ?? ''}`
  return item.status === 'completed' ? 'done' : 'open'
}

/** The nudge of docs/sources/wake-loop.md, with the live list as it is; done items are not in it. */
function nudge({ items }: SessionState): string {
  const lines = items.filter(isOpen).map((item) => {
    const blocked = item.status === 'blocked' ? ` (blocked: ${item.reason ?? ''})` : ''
    return `  [${item.id}] ${item.text}${blocked}`
  })
  return [
    'You still have open todos — keep working and close each with todo_update(id, "done") as you finish:',
    ...lines,
    '(todo_list shows the full list at any time.)',
  ].join('\n')
}
