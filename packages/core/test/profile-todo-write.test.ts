import { describe, expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { openSession } from './open-session.js'

/** Each row: the call, the reply to the letter. Source: docs/sources/todo-write.md. */
const calls: readonly (readonly [what: string, input: unknown, reply: string])[] = [
  ['an empty list', { items: [] }, '\n(0/0 completed)'],
  [
    'a list',
    {
      items: [
        { id: '1', text: 'a', status: 'completed' },
        { text: 'b', status: 'in_progress' },
      ],
    },
    '[x] #1: a\n[>] #2: b\n\n(1/2 completed)',
  ],
  ['a status is lower-cased', { items: [{ text: 'a', status: 'Pending' }] }, '[ ] #1: a\n\n(0/1 completed)'],
  ['a text may be empty', { items: [{ text: '  ', status: 'pending' }] }, '[ ] #1: \n\n(0/1 completed)'],
  [
    'a boolean is read as text',
    { items: [{ text: true, status: 'pending' }] },
    '[ ] #1: true\n\n(0/1 completed)',
  ],
  [
    'a null id is the position',
    { items: [{ id: null, text: 'a', status: 'pending' }] },
    '[ ] #1: a\n\n(0/1 completed)',
  ],
  [
    'a status must be valid',
    { items: [{ text: 'a', status: 'Done' }] },
    "Error: Item 1: invalid status 'done'",
  ],
  ['a status is required', { items: [{ text: 'a' }] }, 'Error: Item 1: status required'],
  ['a text is required', { items: [{ status: 'pending' }] }, 'Error: Item 1: text required'],
  [
    'one in progress at most',
    {
      items: [
        { text: 'a', status: 'in_progress' },
        { text: 'b', status: 'in_progress' },
      ],
    },
    'Error: Only one task can be in_progress at a time',
  ],
  [
    'a status before the count of those in progress',
    {
      items: [
        { text: 'a', status: 'in_progress' },
        { text: 'b', status: 'in_progress' },
        { text: 'c', status: '' },
      ],
    },
    "Error: Item 3: invalid status ''",
  ],
  ['twenty at most', { items: Array.from({ length: 21 }, () => ({})) }, 'Error: Max 20 todos allowed'],
  ['items that are no list', { items: {} }, 'Error: items must be a list'],
  ['no object', 'todo', 'Error: items must be a list'],
  ['an item that is null', { items: [null] }, 'Error: Item 1: must be an object'],
  ['an object for a text', { items: [{ text: {}, status: 'pending' }] }, 'Error: Item 1: text required'],
]

describe('todo-write', () => {
  it.each(calls)('answers to the letter: %s', async (_what, input, reply) => {
    const session = await openSession(profiles.todoWrite)
    const answer = await (await session.startTurn()).callTodoTool('todo', input)
    expect(answer.text).toBe(reply)
    expect(answer.ok).toBe(!reply.startsWith('Error'))
    if (!answer.ok) expect(session.state.items).toHaveLength(0)
  })

  it('has the nag of its source', async () => {
    const session = await openSession(profiles.todoWrite)
    const reminders: string[] = []
    for (const call of ['c1', 'c2', 'c3']) {
      const turn = await session.startTurn()
      await turn.recordTool({ call, name: 'bash', input: { command: 'ls' }, ok: true })
      reminders.push(...(await turn.end()).reminders)
    }
    expect(reminders).toEqual(['<reminder>Update your todos.</reminder>'])
  })
})
