/**
 * `recommended`: our own default. Items have ids for life; whole lists and single items; subtasks, dependencies, blocks
 * with reasons, cancelled items. Every refusal says how to mend the call. `evidenceRequired: true` refuses
 * completions that a stated fact contradicts; it is off by default, for it only knows what a host records. Its reasons:
 * docs/sources/todo-systems.md.
 */

import type { ItemEdit, WantedItem } from '../decide/intent.js'
import { HostError } from '../errors.js'
import type { ItemField, JsonValue, TodoStatus, Violation } from '../events.js'
import { countCompleted, firstWithId, isOpen, itemsAfter, itemsWithIds } from '../items.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState, TodoItem } from '../state.js'
import { guard } from '../supervisor/continuation.js'
import { adaptiveNag, contextNag, type NagPolicy, spacedNag } from '../supervisor/nag.js'
import { reminderText } from '../supervisor/reminder-text.js'
import {
  type Answerable,
  type CallToRead,
  defineProfile,
  type Profile,
  type Reading,
  type TodoTool,
} from './profile.js'
import {
  isObject,
  listProperty,
  property,
  shapeViolation,
  textOf,
  type UnknownObject,
  unreadable,
} from './read-input.js'

/** The settings of `recommended`. */
export interface RecommendedSettings {
  /** How many items a list holds at most. */
  readonly maxItems: number
  /** The nag's threshold in turns to start with; it moves between 2 and 10. */
  readonly nagAfter: number
  /**
   * When it reminds: `escalating` while a silence lasts, `spaced` at one distance, or `context`, by what happened since
   * (writes, failed checks, sub-agents that ended, an item far beyond its estimate).
   */
  readonly reminders: string
  /** How many re-entries one activation gets. */
  readonly maxContinuations: number
  /** What goes into the system prompt. */
  readonly instructions: string
  /** A setting. */
  readonly [name: string]: JsonValue
}

const instructions = [
  '## Todo list',
  'Keep a list for work of several steps: write_todos for the plan, update_todo as you go.',
  'One item is in_progress at a time. Complete an item only when its work is done and checked.',
  'An item that cannot go on is blocked, with a reason; one that is not needed any more is cancelled.',
].join('\n')

const markers = {
  pending: '[ ]',
  in_progress: '[>]',
  blocked: '[!]',
  completed: '[x]',
  cancelled: '[-]',
} as const

const reminders: readonly ((state: SessionState) => string)[] = [
  () => '<reminder>Is the todo list still up to date? Update it when something has changed.</reminder>',
  (state) =>
    `<reminder>The todo list has not been updated for a while. Open items:\n${reminderText(openLines(state))}\n</reminder>`,
  (state) =>
    `<reminder>The todo list is out of step with the work. Open items:\n${reminderText(openLines(state))}\nUpdate it now, or say why it still holds.</reminder>`,
]

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const status = { type: 'string', enum: [...statuses] }
const fields = {
  text,
  status,
  reason: { type: 'string', description: 'Why it is blocked' },
  parent: { type: 'string', description: 'The id of the item that it is a part of' },
  dependencies: { ...texts, description: 'The ids of the items that must be closed first' },
  priority: text,
  owner: text,
  notes: text,
  estimate: { type: 'string', description: 'How long it should take' },
}
const item = { type: 'object', properties: { id: text, ...fields }, required: ['text'] }
const list = { type: 'object', properties: { items: { type: 'array', items: item } }, required: ['items'] }

/** Whole lists, new items, single items, and the list. */
const recommendedTools: readonly TodoTool[] = [
  {
    name: 'write_todos',
    description: 'Replaces the whole list. Items that stay keep their id; new ones get the next number.',
    inputSchema: list,
  },
  { name: 'add_todos', description: 'Adds items at the end of the list.', inputSchema: list },
  {
    name: 'update_todo',
    description: 'Changes one item by its id.',
    inputSchema: { type: 'object', properties: { id: text, ...fields }, required: ['id'] },
  },
  { name: 'list_todos', description: 'Shows the list.', inputSchema: { type: 'object', properties: {} } },
]

/** Our own default. */
export const recommended: Profile<RecommendedSettings> = defineProfile<RecommendedSettings>({
  name: 'recommended',
  source: 'todo-ledger itself',
  givesFix: true,
  defaults: { maxItems: 20, nagAfter: 3, reminders: 'escalating', maxContinuations: 10, instructions },
  build: (settings) => ({
    rules: [
      { id: 'one-update-per-turn', mode: 'reject', options: { tools: ['write_todos'] }, early: true },
      { id: 'max-items', mode: 'reject', options: { max: settings.maxItems }, early: true },
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'ids-unique', mode: 'reject' },
      { id: 'id-known', mode: 'reject' },
      { id: 'single-in-progress', mode: 'reject' },
      { id: 'empty-list-only-when-done', mode: 'reject' },
      { id: 'reason-required-when-blocked', mode: 'reject' },
      { id: 'dependencies-closed-first', mode: 'reject' },
      { id: 'children-closed-first', mode: 'reject' },
      { id: 'no-dependency-cycle', mode: 'reject' },
      { id: 'no-parent-cycle', mode: 'reject' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    tools: recommendedTools,
    capabilities: {
      statuses,
      replace: { tool: 'write_todos', ids: 'lifelong', keeps: ['reason', 'priority'] },
      add: {
        tool: 'add_todos',
        keeps: ['reason', 'priority'],
        nextId: ({ idsUsed }, index) => String(idsUsed + 1 + index),
      },
      setStatus: Object.fromEntries(statuses.map((status) => [status, 'update_todo'])),
      reword: 'update_todo',
      query: 'list_todos',
    },
    instructions: settings.instructions,
    nag: nagOf(settings),
    phases: 'completion',
    wakeBudget: settings.maxContinuations,
    continuation: guard({ budget: settings.maxContinuations, prompt }),
    read,
    reply,
    render,
  }),
})

function whileOpen(policy: NagPolicy): NagPolicy {
  return (state) => (state.items.some(isOpen) ? policy(state) : null)
}

function gentle(state: SessionState): string {
  return reminders[0]?.(state) ?? ''
}

function nagOf({ nagAfter, reminders: when }: RecommendedSettings): NagPolicy {
  switch (when) {
    case 'escalating':
      return adaptiveNag({ start: nagAfter, lowest: 2, highest: 10, heededWithin: 2, texts: reminders })
    case 'spaced':
      return whileOpen(spacedNag({ after: nagAfter, spacing: nagAfter, text: gentle }))
    case 'context':
      return contextNag({ writes: 4, failedChecks: 2, subagents: 1, overdue: 2, turns: 8, texts: reminders })
    default:
      throw new HostError(
        'bad-setting',
        `Setting reminders of profile recommended must be escalating, spaced or context, not ${JSON.stringify(when)}.`,
      )
  }
}

function read(call: CallToRead): Reading {
  switch (call.tool) {
    case 'write_todos':
      return readWrite(call)
    case 'add_todos':
      return readAdd(call)
    case 'update_todo':
      return readUpdate(call)
    default:
      return { intent: { kind: 'query' }, violations: [] }
  }
}

function reply({ state, violations }: Answerable): string {
  const [first] = violations
  return first === undefined ? render(state.items) : `Error: ${first.message}. ${first.fix}`
}

/** The list with ids, subtasks below their item with their progress rolled up, and what an item still waits for. */
function render(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'No todos.'
  const ids = new Set(items.map((item) => item.id))
  const openIds = new Set(items.filter(isOpen).map((item) => item.id))
  const parts = new Map<string, TodoItem[]>()
  for (const item of items) {
    if (item.parent === null) continue
    const known = parts.get(item.parent)
    if (known === undefined) parts.set(item.parent, [item])
    else known.push(item)
  }
  const lines: string[] = []
  const seen = new Set<string>()
  const add = (item: TodoItem, depth: number) => {
    if (seen.has(item.key)) return
    seen.add(item.key)
    const children = parts.get(item.id) ?? []
    lines.push(`${'  '.repeat(depth)}${lineOf(item, children, openIds)}`)
    for (const child of children) add(child, depth + 1)
  }
  for (const item of items) if (item.parent === null || !ids.has(item.parent)) add(item, 0)
  // Items whose parents go round in a circle have no top: they are shown all the same.
  for (const item of items) add(item, 0)
  return `${lines.join('\n')}\n\n(${countCompleted(items)}/${items.length} completed)`
}

function lineOf(item: TodoItem, children: readonly TodoItem[], openIds: ReadonlySet<string>): string {
  const progress = children.length === 0 ? '' : ` (${countCompleted(children)}/${children.length})`
  const awaited = item.dependencies.filter((id) => openIds.has(id))
  const after = awaited.length === 0 ? '' : ` after ${awaited.map((id) => `#${id}`).join(', ')}`
  const reason = item.status === 'blocked' ? ` (blocked: ${item.reason ?? ''})` : ''
  return `${markers[item.status]} #${item.id}: ${item.text}${progress}${after}${reason}`
}

function openLines({ items }: SessionState): string {
  return items
    .filter(isOpen)
    .map((item) => `  ${markers[item.status]} #${item.id}: ${item.text}`)
    .join('\n')
}

function prompt(state: SessionState): string {
  return `These todos are still open:\n${openLines(state)}\nGo on with the next one. Block an item with a reason when it cannot go on, and cancel it when it is not needed.`
}

/** Reads `write_todos`: the whole list. An item with the id of one in the list is that one; ids may be left out. */
function readWrite({ input }: CallToRead): Reading {
  return readList(input, (items) => ({ kind: 'replace', items, numbered: false, stable: true }))
}

/** Reads `add_todos`: new items at the list's end; new ids are the next numbers. */
function readAdd({ input, state }: CallToRead): Reading {
  return readList(input, (items) => {
    let ids = state.idsUsed
    const add = items.map((item) => {
      if (item.ownId) return item
      ids += 1
      return { ...item, id: String(ids) }
    })
    return { kind: 'edit', add }
  })
}

/** Reads `update_todo`: one item by its id. */
function readUpdate({ input, state }: CallToRead): Reading {
  const id = textOf(property(input, 'id'))
  const item = id === null ? undefined : firstWithId(state.items, id)
  if (item === undefined) return unreadable(unknownItem(id ?? '', state))
  const violations: Violation[] = []
  const text = textOf(property(input, 'text'))
  const reason = textOf(property(input, 'reason'))
  const status = property(input, 'status') === undefined ? null : readStatus(input, item.id, violations)
  const edit: ItemEdit = {
    key: item.key,
    ...(text === null ? {} : { text }),
    ...(status === null ? {} : { status }),
    ...(reason === null ? {} : { reason }),
    fields: readFields(input),
  }
  const resolved = status === 'completed' || status === 'cancelled' ? resolvedBy(item, state) : []
  return { intent: { kind: 'edit', edit: [edit, ...resolved] }, violations }
}

/** The blocked items whose last open dependency closes with this one: they wait for nothing any more. */
function resolvedBy(closed: TodoItem, { items }: SessionState): readonly ItemEdit[] {
  const stillWaits = ({ dependencies }: TodoItem) =>
    itemsWithIds(items, dependencies).some((other) => other.key !== closed.key && isOpen(other))
  return itemsAfter(items, closed.id)
    .filter((item) => item.status === 'blocked' && item.key !== closed.key && !stillWaits(item))
    .map(({ key }) => ({ key, status: 'pending' as const }))
}

function readList(input: unknown, intent: (items: readonly WantedItem[]) => Reading['intent']): Reading {
  const items = listProperty(input, 'items')
  if (items === null) {
    const fix = 'Give {"items": [{"text": "…", "status": "pending"}]}.'
    return unreadable(
      shapeViolation('items must be a list', 'a list', property(input, 'items') ?? input, fix),
    )
  }
  const violations: Violation[] = []
  const wanted = items.map((item, index) => readItem(item, index + 1, violations))
  return { intent: intent(wanted), violations }
}

function readItem(item: unknown, position: number, violations: Violation[]): WantedItem {
  const own = textOf(property(item, 'id'))
  const place = { id: own ?? `(new ${position})`, ownId: own !== null }
  const wrong = (message: string, expected: string, received: unknown, fix: string) =>
    violations.push(shapeViolation(`Item ${place.id}: ${message}`, expected, received, fix, place.id))
  if (!isObject(item)) {
    wrong('must be an object', 'an object', item, 'Give each item as {"text", "status"}.')
    return { ...place, text: '', status: 'pending' }
  }
  const text = textOf(item['text'])
  if (text === null) wrong('text must be a text', 'a text', item['text'], 'Say in text what is to be done.')
  const given = property(item, 'status') === undefined ? 'pending' : readStatus(item, place.id, violations)
  const reason = textOf(property(item, 'reason'))
  return {
    ...place,
    text: text ?? '',
    status: given,
    ...(reason === null ? {} : { reason }),
    fields: readFields(item),
  }
}

function readStatus(item: unknown, id: string, violations: Violation[]): TodoStatus {
  const given = property(item, 'status')
  const status = statuses.find((candidate) => candidate === given)
  if (status !== undefined) return status
  violations.push(
    violationOf('status-valid', {
      message: `Item ${id}: invalid status ${JSON.stringify(textOf(given))}`,
      item: id,
      expected: statuses,
      received: textOf(given),
      fix: `Use one of ${statuses.join(', ')}.`,
    }),
  )
  return 'pending'
}

/** The fields that a call names; a null takes one away. */
function readFields(item: unknown): { readonly [field in ItemField]?: JsonValue } {
  const given: UnknownObject = isObject(item) ? item : {}
  const fields: { [field in ItemField]?: JsonValue } = {}
  for (const field of ['parent', 'notes', 'priority', 'owner', 'estimate'] as const) {
    if (!Object.hasOwn(given, field)) continue
    const text = textOf(given[field])
    if (text !== null || given[field] === null) fields[field] = text
  }
  const dependencies = listProperty(item, 'dependencies')
  if (dependencies !== null) fields.dependencies = dependencies.flatMap((entry) => textOf(entry) ?? [])
  return fields
}

function unknownItem(id: string, state: SessionState): Violation {
  const known = state.items.map((item) => item.id)
  return violationOf('id-known', {
    message: `Item ${id} is not in the list`,
    item: id,
    expected: known,
    received: id,
    fix: known.length === 0 ? 'Add items first.' : `Use one of the ids ${known.join(', ')}.`,
  })
}
