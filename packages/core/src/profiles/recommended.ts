/**
 * `recommended`: our own default. Items have ids for life; whole lists and single items; subtasks, dependencies, due
 * dates, owners, blocks with reasons, cancelled items. Every refusal says how to mend the call. `evidenceRequired: true`
 * makes a gate of the audit; it is off by default, for it can only go by what a host records. Its reasons:
 * docs/sources/todo-systems.md.
 */

import type { ItemEdit, WantedItem } from '../decide.js'
import { HostError } from '../errors.js'
import type { ItemField, JsonValue, TodoStatus, Violation } from '../events.js'
import { countCompleted, firstWithId, isOpen, itemsAfter, itemsWithIds, partsOf } from '../items.js'
import { violationOf } from '../rules/rule.js'
import { dueOf, readyItems } from '../rules/waiting.js'
import type { SessionState, TodoItem } from '../state.js'
import { guard } from '../supervisor/continuation.js'
import { adaptiveNag, contextNag, type NagPolicy, reminderText } from '../supervisor/nag.js'
import {
  type Answerable,
  type CallToRead,
  defineProfile,
  type Reading,
  rejecting,
  allStatuses as statuses,
} from './profile.js'
import {
  type ItemNotes,
  invalidStatus,
  listProperty,
  property,
  query,
  readItems,
  shapeViolation,
  textOf,
  toolOf,
  unreadable,
} from './read-input.js'
import { markers } from './todo-tool.js'

const instructions = [
  '## Todo list',
  'Keep a list for work of several steps: write_todos for the plan, update_todo as you go.',
  'One item is in_progress at a time. Complete an item only when its work is done and checked.',
  'An item that cannot go on is blocked, with a reason; one that is not needed any more is cancelled.',
  'ready_todos shows what can be begun; where several agents share the list, claim_todo an item before you begin it.',
].join('\n')

const reminders = [
  () => '<reminder>Is the todo list still up to date? Update it when something has changed.</reminder>',
  (state: SessionState) =>
    `<reminder>The todo list has not been updated for a while. Open items:\n${reminderText(openLines(state))}\n</reminder>`,
  (state: SessionState) =>
    `<reminder>The todo list is out of step with the work. Open items:\n${reminderText(openLines(state))}\nUpdate it now, or say why it still holds.</reminder>`,
] as const

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const fields = {
  text,
  status: { type: 'string', enum: [...statuses] },
  reason: { type: 'string', description: 'Why it is blocked' },
  parent: { type: 'string', description: 'The id of the item that it is a part of' },
  dependencies: { ...texts, description: 'The ids of the items that must be closed first' },
  due: { type: 'string', format: 'date', description: 'When it is due; a time may follow: T17:00:00Z' },
  priority: text,
  owner: text,
  notes: text,
  estimate: { type: 'string', description: 'How long it should take' },
}
const items = {
  type: 'array',
  items: { type: 'object', properties: { id: text, ...fields }, required: ['text'] },
}

const tools = [
  toolOf(
    'write_todos',
    'Replaces the whole list. Items that stay keep their id; new ones get the next number.',
    { items },
  ),
  toolOf('add_todos', 'Adds items at the end of the list.', { items }),
  toolOf('update_todo', 'Changes one item by its id.', { id: text, ...fields }, ['id']),
  toolOf('claim_todo', 'Takes an open item that is nobody else’s and puts it in progress.', { id: text }),
  toolOf('ready_todos', 'Shows the items that can be begun, those that are due first.'),
  toolOf('list_todos', 'Shows the list.'),
]

const defaults = {
  maxItems: 20,
  /** The nag's threshold in turns to start with, where reminders are `escalating`. */
  nagAfter: 3,
  /**
   * When it reminds: `context`, by what happened since (writes, failed checks, sub-agents that ended, an item far beyond
   * its estimate); `escalating` while a silence lasts. docs/sources/todo-manager.md compares them.
   */
  reminders: 'context',
  /** How many re-entries one activation gets. */
  maxContinuations: 10,
  /** True where each who works on the list may have an item in progress; else one is, of all. */
  onePerAgent: false,
  /** What goes into the system prompt. */
  instructions,
}

export const recommended = defineProfile({
  name: 'recommended',
  source: 'todo-ledger itself',
  defaults,
  build: (settings) => ({
    rules: [
      { id: 'one-update-per-turn', mode: 'reject', options: { tools: ['write_todos'] }, early: true },
      { id: 'max-items', mode: 'reject', options: { max: settings.maxItems }, early: true },
      ...rejecting('input-shape', 'text-required', 'status-valid', 'ids-unique', 'id-known', 'claim-free'),
      { id: 'single-in-progress', mode: 'reject', options: settings.onePerAgent ? { per: 'actor' } : {} },
      ...rejecting('empty-list-only-when-done', 'reason-required-when-blocked', 'dependency-known'),
      { id: 'dependencies-closed-first', mode: 'reject', options: { start: true } },
      ...rejecting('children-closed-first', 'no-parent-cycle'),
      { id: 'no-dependency-cycle', mode: 'reject', options: { parts: true } },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
    ],
    tools,
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
      claim: 'claim_todo',
    },
    instructions: settings.instructions,
    nag: nagOf(settings),
    phases: 'completion',
    wakeBudget: settings.maxContinuations,
    continuation: guard({
      budget: settings.maxContinuations,
      prompt: (state) =>
        `These todos are still open:\n${openLines(state)}\nGo on with the next one. Block an item with a reason when it cannot go on, and cancel it when it is not needed.`,
    }),
    read,
    reply,
    render,
  }),
})

function nagOf({ nagAfter, reminders: when }: typeof defaults): NagPolicy {
  switch (when) {
    case 'context':
      return contextNag({
        ...{ writes: 4, failedChecks: 2, subagents: 1, overdue: 2, turns: 8, texts: reminders, stuck: 3 },
        stuckText: (check, turns) =>
          `<reminder>This check has failed in ${turns} turns: ${reminderText(check)}\nFind out why before you run it again. If the item cannot go on, block it with a reason, or split it.</reminder>`,
      })
    case 'escalating':
      return adaptiveNag({ start: nagAfter, lowest: 2, highest: 10, heededWithin: 2, texts: reminders })
    default:
      throw new HostError(
        'bad-setting',
        `Setting reminders of profile recommended must be context or escalating, not ${JSON.stringify(when)}.`,
      )
  }
}

function read({ tool, input, state }: CallToRead): Reading {
  switch (tool) {
    case 'write_todos':
      // An item with the id of one in the list is that one; ids may be left out.
      return readList(input, (items) => ({ kind: 'replace', items, numbered: false, stable: true }))
    case 'add_todos': {
      let ids = state.idsUsed
      return readList(input, (items) => ({
        kind: 'edit',
        add: items.map((each) => (each.ownId ? each : { ...each, id: String(++ids) })),
      }))
    }
    case 'update_todo':
    case 'claim_todo': {
      const id = textOf(property(input, 'id')) ?? ''
      const item = firstWithId(state.items, id)
      if (item === undefined) return unreadable(unknownItem(id, state))
      return tool === 'update_todo' ? readUpdate(input, item, state) : readClaim(item, state)
    }
    default:
      return query
  }
}

function reply({ tool, state, violations: [first] }: Answerable): string {
  if (first !== undefined) return `Error: ${first.message}. ${first.fix}`
  if (tool !== 'ready_todos') return render(state.items)
  const ready = readyItems(state.items)
  return ready.length === 0
    ? 'Nothing can be begun.'
    : ready.map((each) => lineOf(each, state.items)).join('\n')
}

/** The list with ids, subtasks below their item with their progress rolled up, and what an item still waits for. */
function render(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'No todos.'
  const ids = new Set(items.map(({ id }) => id))
  const lines = new Map<string, string>()
  const add = (each: TodoItem, depth: number) => {
    if (lines.has(each.key)) return
    lines.set(each.key, `${'  '.repeat(depth)}${lineOf(each, items)}`)
    for (const child of partsOf(items, each.id)) add(child, depth + 1)
  }
  for (const each of items) if (each.parent === null || !ids.has(each.parent)) add(each, 0)
  // Items whose parents go round in a circle have no top: they are shown all the same.
  for (const each of items) add(each, 0)
  return `${[...lines.values()].join('\n')}\n\n(${countCompleted(items)}/${items.length} completed)`
}

function lineOf(each: TodoItem, items: readonly TodoItem[]): string {
  const { id, status, reason, owner, dependencies } = each
  const parts = partsOf(items, id)
  const due = dueOf(each)
  const awaited = itemsWithIds(items, dependencies).filter(isOpen)
  const notes = [
    ...(parts.length === 0 ? [] : [` (${countCompleted(parts)}/${parts.length})`]),
    ...(awaited.length === 0 ? [] : [` after ${awaited.map((other) => `#${other.id}`).join(', ')}`]),
    ...(owner === null ? [] : [` (${owner})`]),
    ...(due === null ? [] : [` (due ${due})`]),
    ...(status === 'blocked' ? [` (blocked: ${reason ?? ''})`] : []),
  ]
  return `${markers[status]} #${id}: ${each.text}${notes.join('')}`
}

function openLines({ items }: SessionState): string {
  return items
    .filter(isOpen)
    .map((each) => `  ${markers[each.status]} #${each.id}: ${each.text}`)
    .join('\n')
}

function readUpdate(input: unknown, item: TodoItem, state: SessionState): Reading {
  const violations: Violation[] = []
  const add = (violation: Violation) => void violations.push(violation)
  const [text, reason] = [textOf(property(input, 'text')), textOf(property(input, 'reason'))]
  const status = readStatus(input, item.id, add)
  const edit: ItemEdit = {
    key: item.key,
    ...(text === null ? {} : { text }),
    ...(status === null ? {} : { status }),
    ...(reason === null ? {} : { reason }),
    fields: readFields(input, item.id, add),
  }
  const resolved = status === 'completed' || status === 'cancelled' ? resolvedBy(item, state) : []
  return { intent: { kind: 'edit', edit: [edit, ...resolved] }, violations }
}

/** The blocked items whose last open dependency closes with this one: they wait for nothing any more. */
function resolvedBy(closed: TodoItem, { items }: SessionState): readonly ItemEdit[] {
  const stillWaits = ({ dependencies }: TodoItem) =>
    itemsWithIds(items, dependencies).some((other) => other.key !== closed.key && isOpen(other))
  return itemsAfter(items, closed.id)
    .filter((each) => each.status === 'blocked' && each.key !== closed.key && !stillWaits(each))
    .map(({ key }) => ({ key, status: 'pending' as const }))
}

/** Whoever calls takes the item: what was written in between is seen, for a call is decided on the newest list. */
function readClaim(item: TodoItem, state: SessionState): Reading {
  const me = state.actor?.id ?? 'main'
  const holder = item.owner ?? (item.status === 'in_progress' ? (item.actor?.id ?? 'main') : me)
  const refuse = (message: string, fix: string) =>
    unreadable(violationOf('claim-free', { message, item: item.id, expected: me, received: holder, fix }))
  if (!isOpen(item)) return refuse(`Item ${item.id} is ${item.status}`, 'Claim an open item.')
  const fix = `Claim another item, or wait until ${holder} gives it up.`
  if (holder !== me) return refuse(`Item ${item.id} belongs to ${holder}`, fix)
  const edit: ItemEdit = { key: item.key, status: 'in_progress', fields: { owner: me } }
  return { intent: { kind: 'edit', edit: [edit] }, violations: [] }
}

function readList(input: unknown, intent: (items: readonly WantedItem[]) => Reading['intent']): Reading {
  const items = listProperty(input, 'items')
  if (items === null) {
    const fix = 'Give {"items": [{"text": "…", "status": "pending"}]}.'
    const received = property(input, 'items') ?? input
    return unreadable(shapeViolation('items must be a list', 'a list', received, fix))
  }
  const read = readItems(
    items,
    '{"text", "status"}',
    (position) => `(new ${position})`,
    (given, notes) => {
      const { id, add, wrong } = notes
      const [text, reason] = [textOf(given['text']), textOf(property(given, 'reason'))]
      if (text === null)
        wrong('text must be a text', 'a text', given['text'], 'Say in text what is to be done.')
      const status = readStatus(given, id, add) ?? 'pending'
      const known = reason === null ? {} : { reason }
      return { text: text ?? '', status, ...known, fields: readFields(given, id, add) }
    },
  )
  return { intent: intent(read.items), violations: read.violations }
}

function readStatus(given: unknown, id: string, add: ItemNotes['add']): TodoStatus | null {
  const word = property(given, 'status')
  if (word === undefined) return null
  const status = statuses.find((known) => known === word)
  if (status === undefined) add(invalidStatus(`Item ${id}`, id, textOf(word), statuses))
  return status ?? 'pending'
}

/** The fields that a call names; a null takes one away. */
function readFields(
  given: unknown,
  id: string,
  add: ItemNotes['add'],
): { readonly [field in ItemField]?: JsonValue } {
  const fields: { [field in ItemField]?: JsonValue } = {}
  for (const field of ['parent', 'notes', 'priority', 'owner', 'estimate'] as const) {
    const value = property(given, field)
    const text = textOf(value)
    if (text !== null || value === null) fields[field] = text
  }
  const dependencies = listProperty(given, 'dependencies')
  if (dependencies !== null) fields.dependencies = dependencies.flatMap((entry) => textOf(entry) ?? [])
  const due = property(given, 'due')
  if (due === null) fields.metadata = null
  else if (typeof due === 'string' && isDate(due)) fields.metadata = { due }
  else if (due !== undefined) {
    const fix = 'Give due as 2026-12-31, or with a time as 2026-12-31T17:00:00Z.'
    add(shapeViolation(`Item ${id}: due must be a date`, 'a date', due, fix, id))
  }
  return fields
}

/** A day that there is, or a moment of one that says its zone. */
function isDate(value: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.exec(value) ?? []
  const time = day === undefined || Number.isNaN(Date.parse(value)) ? Number.NaN : Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
}

function unknownItem(id: string, { items }: SessionState): Violation {
  const known = items.map((each) => each.id)
  return violationOf('id-known', {
    message: `Item ${id} is not in the list`,
    item: id,
    expected: known,
    received: id,
    fix: known.length === 0 ? 'Add items first.' : `Use one of the ids ${known.join(', ')}.`,
  })
}
