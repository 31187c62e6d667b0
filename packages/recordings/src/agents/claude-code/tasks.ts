/** Claude Code's Task tools: how their input is read and answered. Source: docs/sources/agents.md#claude-code. */

import type {
  JsonValue,
  RecordedOutcome,
  SessionState,
  TodoItem,
  TodoStatus,
  Violation,
} from '@todo-ledger/core'
import {
  type Answerable,
  type CallToRead,
  type ItemEdit,
  type ItemField,
  invalidStatus,
  isObject,
  kindOf,
  lastWithId,
  listProperty,
  property,
  type Reading,
  shapeViolation,
  type TodoTool,
  textOf,
  threeStatuses,
  toolOf,
  unreadable,
  violationOf,
  type WantedItem,
} from '@todo-ledger/core/profiles'

const text = { type: 'string' }
const ids = { type: 'array', items: text }
const task = { subject: text, description: text, activeForm: text, metadata: { type: 'object' } }
const statuses = [...Object.keys(threeStatuses), 'deleted']

export const taskTools: readonly TodoTool[] = [
  toolOf('TaskCreate', 'Adds a task to the task list.', task, ['subject', 'description']),
  toolOf(
    'TaskUpdate',
    'Changes a task of the task list.',
    {
      taskId: text,
      status: { type: 'string', enum: statuses },
      ...task,
      owner: text,
      addBlocks: ids,
      addBlockedBy: ids,
    },
    ['taskId'],
  ),
  toolOf('TaskList', 'Lists the tasks.'),
  toolOf('TaskGet', 'Shows one task.', { taskId: text }),
]

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
  const fields = taskFields(input, null, violations)
  const add: WantedItem = { id, ownId: true, text: subject ?? '', status: 'pending', fields }
  return { intent: { kind: 'edit', add: [add] }, violations }
}

/** The id that the recorded result gives: structured where it is, else in the text `Task #3 created …`. */
function recordedTaskId(recorded: RecordedOutcome | null): string | null {
  const structured = textOf(property(property(recorded?.details, 'task'), 'id'))
  return (
    structured ?? /Task #([^\s:]{1,100}) created/u.exec(recorded?.output.slice(0, 500) ?? '')?.[1] ?? null
  )
}

/** Reads a call of `TaskUpdate`. A recorded task that was never made in the recording comes in with the update. */
export function readTaskUpdate({ input, state, recorded }: CallToRead): Reading {
  const violations: Violation[] = []
  const id = textOf(property(input, 'taskId'))
  if (id === null) {
    const fix = 'Name the task in taskId.'
    return unreadable(shapeViolation('taskId is required', 'a task id', property(input, 'taskId'), fix))
  }
  const item = lastWithId(state.items, id)
  const status = readTaskStatus(property(input, 'status'), id, violations)
  const subject = textOf(property(input, 'subject'))
  if (item === undefined) {
    violations.push(unknownTask(id))
    if (recorded === null || status === 'deleted') return unreadable(...violations)
    // What a task of an earlier session was before stands in the result, where that says it.
    const before = statusIn(property(property(recorded.details, 'statusChange'), 'from'))
    const wanted = {
      id,
      ownId: true,
      text: subject ?? unknownTaskText,
      status: status ?? before ?? 'pending',
    }
    const add: WantedItem = { ...wanted, before, fields: taskFields(input, null, violations) }
    return { intent: { kind: 'edit', add: [add] }, violations }
  }
  if (status === 'deleted') return { intent: { kind: 'edit', remove: [item.key] }, violations }
  const me = textOf(property(input, 'owner')) ?? state.actor?.id ?? null
  if (status === 'in_progress' && me !== null) violations.push(...takenFrom(item, me))
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

export function readTaskQuery({ tool, input, state, recorded }: CallToRead): Reading {
  const id = textOf(property(input, 'taskId'))
  const isKnown =
    tool !== 'TaskGet' || recorded !== null || (id !== null && lastWithId(state.items, id) !== undefined)
  const violations = isKnown ? [] : [unknownTask(id ?? kindOf(property(input, 'taskId')))]
  return { intent: { kind: 'query' }, violations }
}

function unknownTask(id: string): Violation {
  const fix = 'Call TaskList to see the tasks and their ids.'
  const expected = 'the id of a task in the list'
  return violationOf('id-known', { message: 'Task not found', item: id, expected, received: id, fix })
}

export function statusIn(given: unknown): TodoStatus | null {
  return given === 'pending' || given === 'in_progress' || given === 'completed' ? given : null
}

function readTaskStatus(given: unknown, id: string, violations: Violation[]): TodoStatus | 'deleted' | null {
  if (given === undefined) return null
  const status = given === 'deleted' ? given : statusIn(given)
  if (status === null) violations.push(invalidStatus(`Task ${id}`, id, textOf(given), statuses))
  return status
}

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
  const blockers = textsIn(input, 'addBlockedBy')
  if (blockers.length > 0) fields.dependencies = [...new Set([...(item?.dependencies ?? []), ...blockers])]
  const metadata = property(input, 'metadata') ?? null
  if (isObject(metadata) && isJson(metadata)) {
    const before = item?.metadata ?? null
    const merged = Object.entries({ ...(isObject(before) ? before : {}), ...metadata })
    fields.metadata = Object.fromEntries(merged.filter(([, value]) => value !== null))
  } else if (metadata !== null) {
    const fix = 'Give metadata as an object of texts, numbers and lists.'
    violations.push(shapeViolation('metadata must be an object', 'an object', metadata, fix))
  }
  return fields
}

/** `addBlocks` names the tasks that wait for this one. */
function blockedItems(input: unknown, id: string, state: SessionState): readonly ItemEdit[] {
  return textsIn(input, 'addBlocks').flatMap((blocked) => {
    const item = lastWithId(state.items, blocked)
    if (item === undefined || item.dependencies.includes(id)) return []
    return [{ key: item.key, fields: { dependencies: [...item.dependencies, id] } }]
  })
}

function textsIn(input: unknown, list: string): readonly string[] {
  return (listProperty(input, list) ?? []).flatMap((entry) => textOf(entry) ?? [])
}

/** Deeper than this nobody keeps metadata; a recording that does must not exhaust the stack. */
const deepestMetadata = 50

function isJson(value: unknown, depth = 0): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return value === null || /^(?:string|boolean)$/.test(typeof value)
  return depth < deepestMetadata && Object.values(value).every((each) => isJson(each, depth + 1))
}

export function taskReply({ tool, input, state, touched }: Answerable): string {
  const id = textOf(property(input, 'taskId'))
  switch (tool) {
    case 'TaskCreate': {
      const item = state.items.findLast(({ key }) => key === touched[0])
      return `Task #${item?.id ?? '?'} created successfully: ${item?.text ?? ''}`
    }
    case 'TaskUpdate': {
      const given = updatable.filter((field) => property(input, field) !== undefined)
      return `Updated task #${id} ${given.map((field) => field.replace(/^addB/, 'b')).join(', ')}`
    }
    case 'TaskGet': {
      const item = id === null ? undefined : lastWithId(state.items, id)
      if (item === undefined) return 'Task not found'
      const description = item.notes === null ? '' : `\nDescription: ${item.notes}`
      return `Task #${item.id}: ${item.text}\nStatus: ${item.status}${description}`
    }
    default:
      return state.items.length === 0 ? 'No tasks found' : state.items.map(taskLine).join('\n')
  }
}

const updatable: readonly string[] = [
  'subject',
  'description',
  'activeForm',
  'owner',
  'metadata',
  'status',
  'addBlocks',
  'addBlockedBy',
]

function taskLine(item: TodoItem): string {
  const owner = item.owner === null ? '' : ` (${item.owner})`
  const blockers = item.dependencies.map((id) => `#${id}`).join(', ')
  return `#${item.id} [${item.status}] ${item.text}${owner}${blockers === '' ? '' : ` [blocked by ${blockers}]`}`
}
