import { describe, expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { openSession } from './open-session.js'

/** Each row: the call, the reply to the letter. Source: docs/sources/todo-manager.md. */
const calls: readonly (readonly [what: string, input: unknown, reply: string])[] = [
  ['an empty list', { items: [] }, 'No todos.'],
  [
    'the list of the source',
    {
      items: [
        { id: '1', text: 'Read the project structure', status: 'completed' },
        { id: '2', text: 'Analyze pom.xml dependencies', status: 'in_progress' },
        { id: '3', text: 'Write summary report', status: 'pending' },
      ],
    },
    '[x] #1: Read the project structure\n[>] #2: Analyze pom.xml dependencies\n[ ] #3: Write summary report\n\n(1/3 completed)',
  ],
  [
    'a missing id is the position',
    { items: [{ text: 'a' }, { text: 'b' }] },
    '[ ] #1: a\n[ ] #2: b\n\n(0/2 completed)',
  ],
  [
    'a number is read as text',
    { items: [{ id: 7, text: 8, status: 'pending' }] },
    '[ ] #7: 8\n\n(0/1 completed)',
  ],
  ['a text is trimmed', { items: [{ text: '  a \n' }] }, '[ ] #1: a\n\n(0/1 completed)'],
  [
    'a status is lower-cased',
    { items: [{ text: 'a', status: 'IN_PROGRESS' }] },
    '[>] #1: a\n\n(0/1 completed)',
  ],
  [
    'an unknown status is pending',
    { items: [{ text: 'a', status: 'done' }] },
    '[ ] #1: a\n\n(0/1 completed)',
  ],
  ['a text is required', { items: [{ id: 'x', text: ' ' }] }, 'Error: Item x: text required'],
  ['a missing text too', { items: [{ text: 'a' }, {}] }, 'Error: Item 2: text required'],
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
    'twenty at most',
    { items: Array.from({ length: 21 }, () => ({ text: 'a' })) },
    'Error: Max 20 todos allowed',
  ],
  [
    'the cap is checked first',
    { items: Array.from({ length: 10_000 }, () => null) },
    'Error: Max 20 todos allowed',
  ],
  [
    'a text before the count of those in progress',
    { items: [{ text: 'a', status: 'in_progress' }, { text: 'b', status: 'in_progress' }, {}] },
    'Error: Item 3: text required',
  ],
  ['the first wrong item is told', { items: [{ text: '' }, null] }, 'Error: Item 1: text required'],
  ['an item that is null', { items: [null, { text: '' }] }, 'Error: Item 1: must be an object'],
  ['an object for a text', { items: [{ text: {} }] }, 'Error: Item 1: text must be a text'],
  ['a list for an id', { items: [{ id: [], text: 'a' }] }, 'Error: Item 1: id must be a text'],
  ['a status that is null', { items: [{ text: 'a', status: null }] }, 'Error: Item 1: status must be a text'],
  ['items that are no list', { items: 'a' }, 'Error: items must be a list'],
  ['no items', {}, 'Error: items must be a list'],
  ['no object', null, 'Error: items must be a list'],
  ['a list for the input', [{ text: 'a' }], 'Error: items must be a list'],
  ['keys such as __proto__', JSON.parse('{"__proto__":{"items":[]}}'), 'Error: items must be a list'],
  [
    'an id such as __proto__',
    { items: [{ id: '__proto__', text: 'a' }] },
    '[ ] #__proto__: a\n\n(0/1 completed)',
  ],
]

describe('todo-manager', () => {
  it.each(calls)('answers to the letter: %s', async (_what, input, reply) => {
    const session = await openSession(profiles.todoManager)
    const turn = await session.startTurn()
    const answer = await turn.callTodoTool('todo', input)
    expect(answer.text).toBe(reply)
    expect(answer.ok).toBe(!reply.startsWith('Error'))
    if (!answer.ok) expect(session.state.items).toHaveLength(0)
  })

  it('keeps the list as it was when an update is refused', async () => {
    const session = await openSession(profiles.todoManager)
    const turn = await session.startTurn()
    await turn.callTodoTool('todo', { items: [{ text: 'a', status: 'in_progress' }] })
    const before = session.state.items
    const answer = await turn.callTodoTool('todo', { items: [{ text: 'b' }, { text: '' }] })
    expect(answer).toMatchInlineSnapshot(`
      {
        "ok": false,
        "text": "Error: Item 2: text required",
        "violations": [
          {
            "expected": "a text",
            "fix": "Give the item a text that says what is to be done.",
            "item": "2",
            "message": "Item 2: text required",
            "received": "",
            "rule": "text-required",
          },
        ],
      }
    `)
    expect(session.state.items).toBe(before)
  })
})

describe('the nag of todo-manager', () => {
  /** Each letter is a turn: t calls the todo tool, r a refused one, w another tool, s says something only. */
  const runs: readonly (readonly [turns: string, nagged: string])[] = [
    ['www', '..n'],
    ['wwwww', '..nnn'],
    ['twwwt', '...n.'],
    ['wwrww', '.....'],
    ['wwsw', '...n'],
    ['wtwww', '....n'],
  ]
  it.each(runs)('in a run of turns %s comes as %s', async (turns, nagged) => {
    const session = await openSession(profiles.todoManager)
    let given = ''
    for (const [index, kind] of [...turns].entries()) {
      const turn = await session.startTurn()
      if (kind === 't') await turn.callTodoTool('todo', { items: [{ text: 'a' }] })
      if (kind === 'r') await turn.callTodoTool('todo', { items: [{ text: '' }] })
      if (kind === 'w') await turn.recordTool({ call: `c${index}`, name: 'read_file', input: {}, ok: true })
      const { reminders, watcher } = await turn.end()
      given += reminders.length > 0 ? 'n' : '.'
      if (reminders.length > 0) {
        expect(reminders).toEqual(['<reminder>Update your todos.</reminder>'])
        expect(watcher).toEqual(['>>> Supervisor reminder: Update todo list!'])
      }
    }
    expect(given).toBe(nagged)
  })

  it('counts from 0 in each run, is pending until a turn delivers it, and is an event', async () => {
    const session = await openSession(profiles.todoManager)
    for (const call of ['c1', 'c2', 'c3']) {
      const turn = await session.startTurn()
      await turn.recordTool({ call, name: 'read_file', input: {}, ok: true })
      await turn.end()
    }
    expect(session.pending().map(({ kind, text }) => ({ kind, text }))).toEqual([
      { kind: 'nag', text: '<reminder>Update your todos.</reminder>' },
    ])
    await session.endRun({ text: 'Done.' })
    await session.startRun({ trigger: 'user', text: 'Go on.' })
    const turn = await session.startTurn()
    expect(session.pending()).toEqual([])
    await turn.recordTool({ call: 'c4', name: 'read_file', input: {}, ok: true })
    expect(await turn.end()).toEqual({ reminders: [], watcher: [] })
  })
})

/** Each row: the call, the reply to the letter. Source: docs/sources/todo-write.md. */
const writeCalls: readonly (readonly [what: string, input: unknown, reply: string])[] = [
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
  it.each(writeCalls)('answers to the letter: %s', async (_what, input, reply) => {
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
