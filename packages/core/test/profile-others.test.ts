import { describe, expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { Profile } from '../src/profiles/profile.js'
import { openSession } from './open-session.js'

type Row = readonly [profile: Profile, what: string, tool: string, input: unknown, reply: string]

/** Each row: the call, the reply to the letter. Source: peers.md. */
const rows: readonly Row[] = [
  [
    profiles.codex,
    'a plan',
    'update_plan',
    { explanation: 'x', plan: [{ step: 'a', status: 'pending' }] },
    'Plan updated',
  ],
  [
    profiles.codex,
    'two in progress',
    'update_plan',
    {
      plan: [
        { step: 'a', status: 'in_progress' },
        { step: 'b', status: 'in_progress' },
      ],
    },
    'Plan updated',
  ],
  [
    profiles.codex,
    'an unknown field',
    'update_plan',
    { plan: [], note: 'x' },
    'Error: unknown field "note", expected one of explanation, plan',
  ],
  [
    profiles.codex,
    'an unknown field of a step',
    'update_plan',
    { plan: [{ step: 'a', status: 'pending', __proto__x: 1 }] },
    'Error: unknown field "__proto__x", expected one of step, status',
  ],
  [
    profiles.codex,
    'an unknown status',
    'update_plan',
    { plan: [{ step: 'a', status: 'done' }] },
    'Error: Item 1: invalid status "done"',
  ],
  [profiles.codex, 'no plan', 'update_plan', null, 'Error: plan must be a list'],
  [
    profiles.gemini,
    'a list',
    'write_todos',
    {
      todos: [
        { description: 'a', status: 'cancelled' },
        { description: 'b', status: 'blocked' },
      ],
    },
    'Successfully updated the todo list. The current list is now:\n1. [cancelled] a\n2. [blocked] b',
  ],
  [profiles.gemini, 'an empty list', 'write_todos', { todos: [] }, 'Successfully cleared the todo list.'],
  [
    profiles.gemini,
    'a blank description',
    'write_todos',
    { todos: [{ description: ' ', status: 'pending' }] },
    'Error: Item 1: description cannot be empty',
  ],
  [
    profiles.gemini,
    'two in progress',
    'write_todos',
    {
      todos: [
        { description: 'a', status: 'in_progress' },
        { description: 'b', status: 'in_progress' },
      ],
    },
    'Error: Only one task can be in_progress at a time',
  ],
  [
    profiles.opencode,
    'free words',
    'todowrite',
    { todos: [{ content: 'a', status: 'someday', priority: 'urgent' }] },
    '[\n  {\n    "content": "a",\n    "status": "pending",\n    "priority": "urgent"\n  }\n]',
  ],
  [profiles.opencode, 'a read', 'todoread', {}, '[]'],
  [
    profiles.langchain,
    'a list',
    'write_todos',
    {
      todos: [
        { content: 'a', status: 'in_progress' },
        { content: 'b', status: 'in_progress' },
      ],
    },
    'Updated todo list to [{"content":"a","status":"in_progress"},{"content":"b","status":"in_progress"}]',
  ],
  [profiles.langchain, 'no object', 'write_todos', 'x', 'Error: todos must be a list'],
]

describe('answers to the letter', () => {
  for (const [profile, what, tool, input, reply] of rows) {
    it(`${profile.name}: ${what}`, async () => {
      const session = await openSession(profile)
      expect((await (await session.startTurn()).callTodoTool(tool, input)).text).toBe(reply)
    })
  }

  it('langchain: two calls in one turn are both refused', async () => {
    const session = await openSession(profiles.langchain)
    const turn = await session.startTurn()
    const input = { todos: [{ content: 'a', status: 'pending' }] }
    const replies = await turn.callTodoTools([
      { name: 'write_todos', input },
      { name: 'write_todos', input },
    ])
    expect(replies.map((reply) => reply.ok)).toEqual([false, false])
    expect(session.state.items).toEqual([])
  })
})
