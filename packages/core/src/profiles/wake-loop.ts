/**
 * `wake-loop`: todos that drive the agent on. Single items with ids that are never used again in their session; open
 * items wake the session. Source: docs/sources/wake-loop.md (what it calls a turn is a run here).
 */

import type { WantedItem } from '../decide.js'
import type { Violation } from '../events.js'
import { firstWithId, isOpen, itemsOfKeys } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'
import { wake } from '../supervisor/continuation.js'
import { type Answerable, type CallToRead, defineProfile, type Reading, rejecting } from './profile.js'
import {
  invalidStatus,
  listProperty,
  property,
  query,
  shapeViolation,
  textOf,
  toolOf,
  unknownTodo,
  unreadable,
} from './read-input.js'

const tools = [
  toolOf('todo_write', "Add one or more items to this session's todo list. Returns each new item's id.", {
    items: { type: 'array', items: { type: 'string' }, minItems: 1 },
  }),
  toolOf('todo_list', "List this session's todos with ids and statuses; blocked items show their reason."),
  toolOf(
    'todo_update',
    'Close an item: done, or blocked with a reason.',
    {
      id: { type: 'integer' },
      status: { type: 'string', enum: ['done', 'blocked'] },
      reason: { type: 'string', description: 'Why work cannot proceed; needed for blocked' },
    },
    ['id', 'status'],
  ),
]

export const wakeLoop = defineProfile({
  name: 'wake-loop',
  source: 'the todos of AgentParley and its wake loop (docs/sources/wake-loop.md)',
  // How many re-entries one activation gets, shared by todo, reply and sub-agent nudges.
  defaults: { maxWakeCycles: 25 },
  build: ({ maxWakeCycles }) => ({
    rules: rejecting(
      ...['input-shape', 'text-required', 'id-known', 'status-valid'],
      ...['reason-required-when-blocked', 'no-reopen'],
    ),
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
    read({ tool, input, state }: CallToRead) {
      if (tool === 'todo_write') return readWrite(input, state)
      return tool === 'todo_update' ? readUpdate(input, state) : query
    },
    reply,
    render,
  }),
})

function readWrite(input: unknown, { idsUsed }: SessionState): Reading {
  const items = listProperty(input, 'items')
  if (items === null || items.length === 0) {
    const message = items === null ? 'items must be a list' : 'items must hold at least one text'
    const fix =
      items === null
        ? 'Call todo_write with {"items": ["…", "…"]}.'
        : 'Give at least one item, such as {"items": ["…"]}.'
    return unreadable(shapeViolation(message, 'a list of texts', property(input, 'items') ?? input, fix))
  }
  const violations: Violation[] = []
  const add = items.map((item, index): WantedItem => {
    const id = String(idsUsed + 1 + index)
    if (typeof item === 'string') return { id, ownId: false, text: item, status: 'pending' }
    const fix = 'Give each item as a string.'
    violations.push(shapeViolation(`Item ${index + 1} must be a text`, 'a text', item, fix, id))
    return { id, ownId: false, text: '', status: 'pending' }
  })
  return { intent: { kind: 'edit', add }, violations }
}

/** The id is a number or a numeric text. */
function readUpdate(input: unknown, { items }: SessionState): Reading {
  const id = textOf(property(input, 'id'))?.trim() ?? ''
  const item = firstWithId(items, id)
  if (item === undefined) return unreadable(unknownTodo(id, 'todo_list'))
  const { key } = item
  const status = textOf(property(input, 'status'))
  if (status === 'done')
    return { intent: { kind: 'edit', edit: [{ key, status: 'completed' }] }, violations: [] }
  if (status !== 'blocked') {
    const fix = 'Use done, or blocked with a reason.'
    return unreadable(invalidStatus(`Todo ${id}`, id, status, ['done', 'blocked'], fix))
  }
  const reason = textOf(property(input, 'reason'))
  return { intent: { kind: 'edit', edit: [{ key, status, reason }] }, violations: [] }
}

function reply({ tool, state, touched, violations: [first] }: Answerable): string {
  if (first !== undefined) return `Error: ${first.message}`
  if (tool === 'todo_list') return render(state.items)
  const items = itemsOfKeys(state.items, touched)
  return tool === 'todo_update' ? render(items) : JSON.stringify({ ids: items.map(({ id }) => Number(id)) })
}

/** A line an item with its id and status; a blocked one with its reason. */
function render(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'No todos.'
  const lines = items.map(({ id, text, status, reason }) => {
    const word = status === 'blocked' ? `blocked: ${reason ?? ''}` : status === 'completed' ? 'done' : 'open'
    return `[${id}] ${text} (${word})`
  })
  return lines.join('\n')
}

/** The nudge of docs/sources/wake-loop.md, with the live list as it is; done items are not in it. */
function nudge({ items }: SessionState): string {
  const lines = items.filter(isOpen).map(({ id, text, status, reason }) => {
    const blocked = status === 'blocked' ? ` (blocked: ${reason ?? ''})` : ''
    return `  [${id}] ${text}${blocked}`
  })
  return [
    'You still have open todos — keep working and close each with todo_update(id, "done") as you finish:',
    ...lines,
    '(todo_list shows the full list at any time.)',
  ].join('\n')
}
