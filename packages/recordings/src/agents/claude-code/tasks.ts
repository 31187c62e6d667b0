/** Claude Code's Task tools: how their input is read and answered. Source: docs/sources/claude-code.md. */

import type {
  JsonValue,
  RecordedOutcome,
  SessionState,
  TodoItem,
  TodoStatus,
  Violation,
} from '@todo-ledger/core'
import type { ItemField } from '@todo-ledger/core/profiles'
import {
  type Answerable,
  type CallToRead,
  type ItemEdit,
  isObject,
  kindOf,
  lastWithId,
  listProperty,
  property,
  type Reading,
  shapeViolation,
  textOf,
  unreadable,
  violationOf,
  type WantedItem,
} from '@todo-ledger/core/profiles'
import { statusIn } from './todo-write.js'

/** The text of a task that a recording names although it never shows how it was made. */
const unknownTaskText = '(made before this recording began)'

/** Reads a call of `TaskCreate`. The id of a recorded task stands in its result. */
export function readTaskCreate({ input, state, recorded }: CallToRead): Reading {
  const subject = textOf(property(input, 'subject'))
  const violations: Violation[] = []
  if (subject === null || subject.trim() === '') {
    const fix = 'Say in subject what is to be done.'
    violations.push(shapeViolation('subject is required', 'a text', property(input, 'subject'), fix))
  }
  const id = recordedTaskId(recorded) ?? String(state.idsUsed + 1)
  const add: WantedItem = {
    id,
    ownId: true,
    text: subject ?? '',
    status: 'pending',
    fields: taskFields(input, null, violations),
  }
  return { intent: { kind: 'edit', add: [add] }, violations }
}

/** Reads a call of `TaskUpdate`. A recorded task that was never made in the recording comes in with the update. */
export function readTaskUpdate({ input, state, recorded }: CallToRead): Reading {
  const violations: Violation[] = []
  const id = textOf(property(input, 'taskId'))
  if (id === null) {
    const fix = 'Name the task in taskId.'
    violations.push(shapeViolation('taskId is required', 'a task id', property(input, 'taskId'), fix))
    return unreadable(...violations)
  }
  const item = lastWithId(state.items, id)
  const status = readTaskStatus(property(input, 'status'), id, violations)
  if (item === undefined) {
    violations.push(unknownTask(id))
    return recorded === null
      ? unreadable(...violations)
      : carriedOver(id, status, input, recorded, violations)
  }
  if (status === 'deleted') return { intent: { kind: 'edit', remove: [item.key] }, violations }
  const me = textOf(property(input, 'owner')) ?? state.actor?.id ?? null
  if (status === 'in_progress' && me !== null) violations.push(...takenFrom(item, me))
  const subject = textOf(property(input, 'subject'))
  const edit: ItemEdit = {
    key: item.key,
    ...(subject === null ? {} : { text: subject }),
    ...(status === null ? {} : { status }),
    fields: taskFields(input, item, violations),
  }
  return { intent: { kind: 'edit', edit: [edit, ...blockedItems(input, id, state)] }, violations }
}

/** An agent that begins a task takes it, unless another one has it. */
function takenFrom({ id, status, owner, actor }: TodoItem, me: string): readonly Violation[] {
  const holder = owner ?? (status === 'in_progress' ? (actor?.id ?? null) : null)
  if (holder === null || holder === me || status === 'completed') return []
  const fix = `Take another task, or wait until ${holder} gives it up.`
  const message = `Task #${id} belongs to ${holder}`
  return [violationOf('claim-free', { message, item: id, expected: me, received: holder, fix })]
}

/** Reads a call of `TaskList` or `TaskGet`, which change nothing. */
export function readTaskQuery({ tool, input, state, recorded }: CallToRead): Reading {
  const id = textOf(property(input, 'taskId'))
  const known =
    tool !== 'TaskGet' || recorded !== null || (id !== null && lastWithId(state.items, id) !== undefined)
  return {
    intent: { kind: 'query' },
    violations: known ? [] : [unknownTask(id ?? kindOf(property(input, 'taskId')))],
  }
}

/** What the product answers to an accepted call of a Task tool. */
export function taskReply({ tool, input, state, touched }: Answerable): string {
  const id = textOf(property(input, 'taskId'))
  switch (tool) {
    case 'TaskCreate': {
      const item = state.items.findLast((candidate) => candidate.key === touched[0])
      return `Task #${item?.id ?? '?'} created successfully: ${item?.text ?? ''}`
    }
    case 'TaskUpdate':
      return `Updated task #${id} ${updatedFields(input).join(', ')}`
    case 'TaskGet': {
      const item = id === null ? undefined : lastWithId(state.items, id)
      return item === undefined ? 'Task not found' : describeTask(item)
    }
    default:
      return state.items.length === 0 ? 'No tasks found' : state.items.map(taskLine).join('\n')
  }
}

/** The id that the recorded result gives: structured where it is, else in the text `Task #3 created …`. */
function recordedTaskId(recorded: RecordedOutcome | null): string | null {
  if (recorded === null) return null
  const structured = textOf(property(property(recorded.details, 'task'), 'id'))
  return structured ?? /Task #([^\s:]{1,100}) created/u.exec(recorded.output.slice(0, 500))?.[1] ?? null
}

/** A task of an earlier session: what it was before stands in the result, where that says it. */
function carriedOver(
  id: string,
  status: TodoStatus | 'deleted' | null,
  input: unknown,
  recorded: RecordedOutcome,
  violations: Violation[],
): Reading {
  if (status === 'deleted') return unreadable(...violations)
  const text = textOf(property(input, 'subject')) ?? unknownTaskText
  const fields = taskFields(input, null, violations)
  const before = statusIn(property(property(recorded.details, 'statusChange'), 'from'))
  const add: WantedItem = { id, ownId: true, text, status: status ?? before ?? 'pending', before, fields }
  return { intent: { kind: 'edit', add: [add] }, violations }
}

function unknownTask(id: string): Violation {
  return violationOf('id-known', {
    message: 'Task not found',
    item: id,
    expected: 'the id of a task in the list',
    received: id,
    fix: 'Call TaskList to see the tasks and their ids.',
  })
}

function readTaskStatus(given: unknown, id: string, violations: Violation[]): TodoStatus | 'deleted' | null {
  if (given === undefined) return null
  const status = given === 'deleted' ? given : statusIn(given)
  if (status !== null) return status
  violations.push(
    violationOf('status-valid', {
      message: `Task ${id}: invalid status ${JSON.stringify(textOf(given)) ?? 'null'}`,
      item: id,
      expected: ['pending', 'in_progress', 'completed', 'deleted'],
      received: textOf(given),
      fix: 'Use pending, in_progress, completed or deleted.',
    }),
  )
  return null
}

/** The fields that a call sets beside text and status. */
function taskFields(
  input: unknown,
  item: TodoItem | null,
  violations: Violation[],
): { [field in ItemField]?: JsonValue } {
  const fields: { [field in ItemField]?: JsonValue } = {}
  const notes = textOf(property(input, 'description'))
  const activeForm = textOf(property(input, 'activeForm'))
  const owner = textOf(property(input, 'owner'))
  if (notes !== null) fields.notes = notes
  if (activeForm !== null) fields.activeForm = activeForm
  if (owner !== null) fields.owner = owner
  const blockers = texts(listProperty(input, 'addBlockedBy'))
  if (blockers.length > 0) fields.dependencies = [...new Set([...(item?.dependencies ?? []), ...blockers])]
  const metadata = property(input, 'metadata')
  if (metadata !== undefined && metadata !== null) {
    const merged = mergeMetadata(item?.metadata ?? null, metadata)
    if (merged === undefined) {
      const fix = 'Give metadata as an object of texts, numbers and lists.'
      violations.push(shapeViolation('metadata must be an object', 'an object', metadata, fix))
    } else fields.metadata = merged
  }
  return fields
}

/** `addBlocks` names the tasks that wait for this one. */
function blockedItems(input: unknown, id: string, state: SessionState): readonly ItemEdit[] {
  return texts(listProperty(input, 'addBlocks')).flatMap((blocked) => {
    const item = lastWithId(state.items, blocked)
    if (item === undefined || item.dependencies.includes(id)) return []
    return [{ key: item.key, fields: { dependencies: [...item.dependencies, id] } }]
  })
}

/** The metadata with the new keys; a null takes a key away. Undefined where it is no object, or one too deep. */
function mergeMetadata(before: JsonValue, given: unknown): JsonValue | undefined {
  if (!isObject(given)) return undefined
  const merged = new Map<string, JsonValue>(isObject(before) ? Object.entries(before) : [])
  for (const [key, value] of Object.entries(given)) {
    const json = toJson(value, 0)
    if (json === undefined) return undefined
    if (json === null) merged.delete(key)
    else merged.set(key, json)
  }
  return Object.fromEntries(merged)
}

/** Deeper than this nobody keeps metadata; a recording that does must not exhaust the stack. */
const deepestMetadata = 50

function toJson(value: unknown, depth: number): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (depth >= deepestMetadata) return undefined
  if (Array.isArray(value)) {
    const list = value.map((entry) => toJson(entry, depth + 1))
    return list.every((entry) => entry !== undefined) ? list : undefined
  }
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).map(([key, entry]) => [key, toJson(entry, depth + 1)] as const)
  return entries.every((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined)
    ? Object.fromEntries(entries)
    : undefined
}

function texts(list: readonly unknown[] | null): readonly string[] {
  return (list ?? []).flatMap((entry) => textOf(entry) ?? [])
}

const fieldNames: readonly (readonly [string, string])[] = [
  ['subject', 'subject'],
  ['description', 'description'],
  ['activeForm', 'activeForm'],
  ['owner', 'owner'],
  ['metadata', 'metadata'],
  ['status', 'status'],
  ['addBlocks', 'blocks'],
  ['addBlockedBy', 'blockedBy'],
]

function updatedFields(input: unknown): readonly string[] {
  return fieldNames.flatMap(([given, name]) => (property(input, given) === undefined ? [] : [name]))
}

function taskLine(item: TodoItem): string {
  const owner = item.owner === null ? '' : ` (${item.owner})`
  const blockers = item.dependencies.map((id) => `#${id}`).join(', ')
  return `#${item.id} [${item.status}] ${item.text}${owner}${blockers === '' ? '' : ` [blocked by ${blockers}]`}`
}

function describeTask(item: TodoItem): string {
  const description = item.notes === null ? [] : [`Description: ${item.notes}`]
  return [`Task #${item.id}: ${item.text}`, `Status: ${item.status}`, ...description].join('\n')
}
