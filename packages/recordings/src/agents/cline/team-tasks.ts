/**
 * `team_task` of Cline's program: the tasks that a team shares, each with an id, changed one by one. What a session shows is
 * what its own agent did to them. Source: docs/sources/cline.md#a-teams-tasks.
 */

import {
  type Answerable,
  type CallToRead,
  lastWithId,
  listProperty,
  property,
  type Reading,
  shapeViolation,
  type TodoTool,
  textOf,
  unreadable,
  violationOf,
} from '@todo-ledger/core/profiles'
import { isObject, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const action = { type: 'string', enum: ['create', 'list', 'claim', 'complete', 'block'] }
const ofNew = { title: text, description: text, dependsOn: texts, assignee: text }

/** The tool. */
export const teamTaskTool: TodoTool = {
  name: 'team_task',
  description: "Creates, lists, claims, completes or blocks a team's tasks.",
  inputSchema: {
    type: 'object',
    properties: { action, ...ofNew, taskId: text, summary: text, reason: text },
    required: ['action'],
  },
}

const statuses = { claim: 'in_progress', complete: 'completed', block: 'blocked' } as const

/** Reads a call. */
export function readTeamTask(call: CallToRead): Reading {
  const action = textOf(property(call.input, 'action'))
  switch (action) {
    case 'list':
      return { intent: { kind: 'query' }, violations: [] }
    case 'create':
      return readCreate(call)
    case 'claim':
    case 'complete':
    case 'block':
      return readChange(call, statuses[action])
    default: {
      const fix = 'Give action as create, list, claim, complete or block.'
      return unreadable(shapeViolation('action is not known', 'an action', action, fix))
    }
  }
}

/** The id stands in the result; a task that is given to somebody is under way. */
function readCreate({ input, state, recorded }: CallToRead): Reading {
  const title = textOf(property(input, 'title')) ?? ''
  const answer = nestedJson(recorded?.output ?? '')
  const told = isObject(answer) ? stringIn(answer, 'taskId') : null
  const notes = textOf(property(input, 'description'))
  const owner = textOf(property(input, 'assignee'))
  const dependencies = (listProperty(input, 'dependsOn') ?? []).flatMap((each) => textOf(each) ?? [])
  const add = {
    id: told ?? `task_${String(state.idsUsed + 1).padStart(4, '0')}`,
    ownId: true,
    text: title,
    status: owner === null ? ('pending' as const) : statuses.claim,
    fields: {
      ...(notes === null ? {} : { notes }),
      ...(owner === null ? {} : { owner }),
      ...(dependencies.length === 0 ? {} : { dependencies: [...new Set(dependencies)] }),
    },
  }
  const fix = 'Say in title what is to be done.'
  const missing = shapeViolation('title is required', 'a text', property(input, 'title'), fix)
  return { intent: { kind: 'edit', add: [add] }, violations: title.trim() === '' ? [missing] : [] }
}

/** A task that this session did not make comes in with the change, where the recording says that it was made. */
function readChange(
  { input, state, recorded }: CallToRead,
  status: (typeof statuses)[keyof typeof statuses],
): Reading {
  const id = textOf(property(input, 'taskId'))
  if (id === null) {
    const fix = 'Name the task in taskId.'
    return unreadable(shapeViolation('taskId is required', 'a task id', property(input, 'taskId'), fix))
  }
  const item = lastWithId(state.items, id)
  const reason = textOf(property(input, 'reason'))
  const why = status === 'blocked' && reason !== null ? { reason } : {}
  if (item !== undefined)
    return { intent: { kind: 'edit', edit: [{ key: item.key, status, ...why }] }, violations: [] }
  const violation = violationOf('id-known', {
    message: `Task "${id}" was not found`,
    item: id,
    expected: 'the id of a task of the team',
    received: id,
    fix: 'Call team_task with action=list to see the tasks and their ids.',
  })
  if (recorded === null) return unreadable(violation)
  const add = { id, ownId: true, text: '(made in another session of the team)', status, ...why, fields: {} }
  return { intent: { kind: 'edit', add: [add] }, violations: [violation] }
}

/** What is answered to a call that was accepted. */
export function teamTaskReply({ input, state, touched }: Answerable): string {
  const action = textOf(property(input, 'action')) ?? ''
  if (action === 'list') {
    const tasks = state.items.map(({ id, text: title, status }) => ({ id, title, status }))
    return JSON.stringify({ action, tasks })
  }
  const item = state.items.findLast(({ key }) => key === touched[0])
  const taskId = item?.id ?? textOf(property(input, 'taskId'))
  return JSON.stringify({ action, taskId, status: item?.status ?? null })
}
