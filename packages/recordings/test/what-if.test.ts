import { profiles } from '@todo-ledger/core'
import { describe, expect, test } from 'vitest'
import { claudeCode, cline, codex, geminiCli, roo } from '../src/agents/index.js'
import { neutralUnder, told } from './what-if-session.js'

type Item = readonly [text: string, status: string]

const input = (text = 'Go') => ({ input: text, trigger: 'user' })
const answer = (turn: number, text = 'Done.') => ({ turn, text })
const makes = (turn: number, ...calls: readonly object[]) => ({ turn, calls })
const other = (id: string) => ({ id, name: 'read_file', input: { path: 'a' }, ok: true, output: 'x' })
const ok = { ok: true, output: 'ok' }
const todo = (id: string, ...items: readonly Item[]) => ({
  id,
  name: 'todo',
  input: { items: items.map(([text, status], index) => ({ id: String(index + 1), text, status })) },
})
const todoWrite = (id: string, ...items: readonly Item[]) => ({
  id,
  name: 'TodoWrite',
  input: { todos: items.map(([content, status]) => ({ content, status, activeForm: content })) },
  ...ok,
})

test('a TodoWrite session under todo-manager: two in progress and 21 items are refused, and it nags', async () => {
  const result = await neutralUnder(
    'claude-code',
    [
      input(),
      makes(1, todoWrite('c1', ['Sow', 'in_progress'], ['Water', 'pending'])),
      makes(2, todoWrite('c2', ['Sow', 'in_progress'], ['Water', 'in_progress'])),
      ...[3, 4, 5, 6].map((turn) => makes(turn, other(`c${turn}`))),
      makes(
        7,
        todoWrite('c7', ...Array.from({ length: 21 }, (_, at): Item => [`Step ${at + 1}`, 'pending'])),
      ),
      answer(8),
    ],
    profiles.todoManager,
  )
  expect(told(result).replace(/(T7.*?Step 1").*/, '$1…')).toMatchInlineSnapshot(`
    "
    first divergence: T2 #7
    T1 TodoWrite: accepted -> accepted todo {"items":[{"text":"Sow","status":"in_progress"},{"text":"Water","status":"pending"}]}
    T2 TodoWrite: accepted -> rejected !single-in-progress todo {"items":[{"text":"Sow","status":"in_progress"},{"text":"Water","status":"in_progress"}]}
    T7 TodoWrite: accepted -> rejected !max-items todo {"items":[{"text":"Step 1"…
    T5 nag <reminder>Update your todos.</reminder>
    T6 nag <reminder>Update your todos.</reminder>
    T8 yield idle: open todos, no continuation
    #1 Sow in_progress
    #2 Water pending
    "
  `)
  expect(result.attempts[1]?.reply).toBe('Error: Only one task can be in_progress at a time')
})

test('a refused todo-manager call is accepted under claude-code', async () => {
  const result = await neutralUnder(
    'todo-manager',
    [
      input(),
      makes(1, {
        ...todo('c1', ['Sow', 'in_progress'], ['Water', 'in_progress']),
        ok: false,
        output: 'Error',
      }),
      makes(2, todo('c2', ['Sow', 'completed'], ['Water', 'in_progress'])),
      answer(3),
    ],
    claudeCode.profile,
  )
  expect(told(result)).toMatchInlineSnapshot(`
    "
    first divergence: T1 #4
    T1 todo: rejected -> accepted TodoWrite {"items":[{"text":"Sow","status":"in_progress","activeForm":"Sow"},{"text":"Water","status":"in_progress","activeForm":"Water"}]}
    T2 todo: accepted -> accepted TodoWrite {"items":[{"text":"Sow","status":"completed","activeForm":"Sow"},{"text":"Water","status":"in_progress","activeForm":"Water"}]}
    T3 yield idle: open todos, no continuation
    #1 Sow completed
    #2 Water in_progress
    "
  `)
})

describe('single items', () => {
  const made = (turn: number, ...names: readonly string[]) =>
    makes(
      turn,
      ...names.map((subject, index) => ({
        id: `t${turn}-${index}`,
        name: 'TaskCreate',
        input: { subject, description: subject },
        ok: true,
        output: `Task #${index + 1} created successfully: ${subject}`,
      })),
    )
  const update = (id: string, taskId: string, change: object) => ({
    id,
    name: 'TaskUpdate',
    input: { taskId, ...change },
    ...ok,
  })
  const session = [
    input(),
    made(1, 'Sow', 'Water'),
    makes(2, update('c2', '1', { status: 'in_progress' })),
    makes(3, update('c3', '1', { status: 'completed' }), update('c4', '2', { status: 'deleted' })),
    makes(4, { id: 'c5', name: 'TaskList', input: {}, ...ok }),
    answer(5),
  ]

  test.each([
    ['todo-manager', profiles.todoManager],
    ['todo-list-middleware', profiles.todoListMiddleware],
    ['loki', profiles.loki],
    ['wake-loop', profiles.wakeLoop],
    ['claude-code', claudeCode.profile],
  ])('Task tools under %s', async (_name, profile) => {
    expect(told(await neutralUnder('claude-code', session, profile))).toMatchSnapshot()
  })

  test('tasks that were made before the recording began keep their meaning', async () => {
    const result = await neutralUnder(
      'claude-code',
      [
        input(),
        makes(1, update('c1', '7', { status: 'in_progress' })),
        makes(2, update('c2', '7', { status: 'completed' })),
        answer(3),
      ],
      claudeCode.profile,
    )
    expect(told(result)).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 TaskUpdate: accepted -> accepted
      T2 TaskUpdate: accepted -> accepted
      T3 yield dormant: no open todos
      #7 (made before this recording began) completed
      "
    `)
  })
})

describe('lists in single-item systems', () => {
  const session = [
    input(),
    makes(1, todo('c1', ['Sow', 'in_progress'], ['Water', 'pending'])),
    makes(2, todo('c2', ['Sow', 'completed'], ['Water', 'in_progress'], ['Weed', 'pending'])),
    makes(3, todo('c3', ['Water', 'completed'], ['Weed the beds', 'completed'])),
    makes(4, todo('c4')),
    answer(5),
  ]
  test.each([
    ['loki', profiles.loki],
    ['wake-loop', profiles.wakeLoop],
  ])('%s', async (_name, profile) => {
    expect(told(await neutralUnder('todo-manager', session, profile))).toMatchSnapshot()
  })

  test('a block goes over with its reason; where there are no blocks the item stays as it is', async () => {
    const blocked = [
      input(),
      makes(1, { id: 'c1', name: 'todo_write', input: { items: ['Sow'] }, ...ok }),
      makes(2, {
        id: 'c2',
        name: 'todo_update',
        input: { id: 1, status: 'blocked', reason: 'frost' },
        ...ok,
      }),
      answer(3),
    ]
    expect(told(await neutralUnder('wake-loop', blocked, geminiCli.profile))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todo_write: accepted -> accepted write_todos {"items":[{"text":"Sow","status":"pending"}]}
      T2 todo_update: accepted -> accepted write_todos {"items":[{"text":"Sow","status":"blocked"}]}
      T3 yield dormant: no open todos
      #1 Sow blocked
      "
    `)
    expect(told(await neutralUnder('wake-loop', blocked, profiles.todoManager))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todo_write: accepted -> accepted todo {"items":[{"id":"1","text":"Sow","status":"pending"}]}
      T2 todo_update: accepted -> accepted todo {"items":[{"id":"1","text":"Sow","status":"pending"}]}
      T2 not expressible: todo-manager has no status blocked: item "1" is pending there
      T3 yield idle: open todos, no continuation
      #1 Sow pending
      "
    `)
  })
})

describe('what comes of the supervisor', () => {
  const list = { id: 'c1', name: 'todo_write', input: { items: ['Sow', 'Water'] }, ...ok }
  const done = (id: string, item: number) => ({
    id,
    name: 'todo_update',
    input: { id: item, status: 'done' },
    ...ok,
  })
  const woken = [
    input(),
    makes(1, list),
    answer(2, 'Later.'),
    { input: 'You still have open todos', trigger: 'wake' },
    makes(3, done('c2', 1)),
    answer(4),
    input('And now?'),
    makes(5, done('c3', 2)),
    answer(6),
  ]

  test('what follows a continuation that does not come is beyond, until fresh input; it counts for nothing', async () => {
    const result = await neutralUnder('wake-loop', woken, profiles.todoManager)
    expect(told(result)).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todo_write: accepted -> accepted todo {"items":[{"id":"1","text":"Sow","status":"pending"},{"id":"2","text":"Water","status":"pending"}]}
      T3 todo_update: accepted -> null beyond
      T5 todo_update: accepted -> accepted todo {"items":[{"id":"1","text":"Sow","status":"completed"},{"id":"2","text":"Water","status":"completed"}]}
      T2 yield idle: open todos, no continuation
      T6 yield dormant: no open todos
      #1 Sow completed
      #2 Water completed
      "
    `)
    const spent = profiles.wakeLoop.with({ maxWakeCycles: 0 })
    expect(told(await neutralUnder('wake-loop', woken, spent))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todo_write: accepted -> accepted
      T3 todo_update: accepted -> null beyond
      T5 todo_update: accepted -> accepted
      T2 yield idle: budget
      T6 yield idle: budget
      #1 Sow pending
      #2 Water completed
      "
    `)
  })

  test('a second list in a turn voids the first', async () => {
    const session = [
      input(),
      makes(
        1,
        { ...todo('c1', ['Sow', 'in_progress']), ...ok },
        { ...todo('c2', ['Sow', 'completed']), ...ok },
      ),
      answer(2),
    ]
    expect(
      told(await neutralUnder('todo-manager', session, profiles.todoListMiddleware)),
    ).toMatchInlineSnapshot(`
      "
      first divergence: T1 #4
      T1 todo: accepted -> rolled-back write_todos {"items":[{"text":"Sow","status":"in_progress"}]}
      T1 todo: accepted -> rejected !one-update-per-turn write_todos {"items":[{"text":"Sow","status":"completed"}]}
      T2 yield dormant: no open todos
      "
    `)
  })
})

test('under a profile that does not say what its tools can do nothing is asked', async () => {
  const own = { ...codex.profile, name: 'own', capabilities: null }
  const result = await neutralUnder(
    'todo-manager',
    [input(), makes(1, todo('c1', ['Sow', 'pending'])), answer(2)],
    own,
  )
  expect(told(result)).toMatchInlineSnapshot(`
    "
    first divergence: none
    T1 todo: accepted -> null
    T1 not expressible: profile own does not say what its tools can do
    T2 yield dormant: no open todos
    "
  `)
  expect(result.attempts[0]).toMatchObject({ whatIf: null })
})

test('a call that can not be read is not carried', async () => {
  const session = [input(), makes(1, { id: 'c1', name: 'todo', input: { items: 'all' } }), answer(2)]
  expect(told(await neutralUnder('todo-manager', session, codex.profile))).toMatchInlineSnapshot(`
    "
    first divergence: none
    T1 todo: rejected -> null
    T1 not expressible: items must be a list
    T2 yield dormant: no open todos
    "
  `)
})

const opencodeList = (turn: number, ...items: readonly (readonly [text: string, status: string])[]) => ({
  turn,
  calls: [
    {
      id: `c${turn}`,
      name: 'todowrite',
      input: { todos: items.map(([content, status]) => ({ content, status, priority: 'high' })) },
      ok: true,
      output: '[]',
    },
  ],
})
const opencodeSession = [
  { input: 'Go', trigger: 'user' },
  opencodeList(1, ['Sow', 'in_progress'], ['Water\nall', 'pending']),
  opencodeList(2, ['Sow', 'completed'], ['Water\nall', 'in_progress'], ['Weed', 'cancelled']),
  { turn: 3, calls: [{ id: 'c3', name: 'todoread', input: {}, ok: true, output: '[]' }] },
  { turn: 4, text: 'Done.' },
]

describe('a list of opencode under systems that take Markdown or other words', () => {
  test('roo', async () => {
    expect(told(await neutralUnder('opencode', opencodeSession, roo.profile))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todowrite: accepted -> accepted update_todo_list {"items":[{"text":"Sow","status":"in_progress"},{"text":"Water all","status":"pending"}]}
      T2 todowrite: accepted -> accepted update_todo_list {"items":[{"text":"Sow","status":"completed"},{"text":"Water all","status":"in_progress"}]}
      T2 not expressible: roo has no status cancelled: item "3" is left out
      T3 todoread: accepted -> null
      T3 not expressible: roo has no tool that only reads the list
      T4 yield idle: open todos, no continuation
      #1 Sow completed
      #2 Water all in_progress
      "
    `)
  })

  test('cline', async () => {
    expect(told(await neutralUnder('opencode', opencodeSession, cline.profile))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todowrite: accepted -> accepted task_progress {"items":[{"text":"Sow","status":"pending"},{"text":"Water all","status":"pending"}]}
      T1 not expressible: cline has no status in_progress: item "1" is pending there
      T2 todowrite: accepted -> accepted task_progress {"items":[{"text":"Sow","status":"completed"},{"text":"Water all","status":"pending"}]}
      T2 not expressible: cline has no status in_progress: item "2" is pending there
      T2 not expressible: cline has no status cancelled: item "3" is left out
      T3 todoread: accepted -> null
      T3 not expressible: cline has no tool that only reads the list
      T4 yield idle: open todos, no continuation
      #1 Sow completed
      #2 Water all pending
      "
    `)
  })
})

const gated = profiles.todoManager.with({ evidenceRequired: true })

const runs = (id: string, status: string) => ({
  id,
  name: 'todo',
  input: { items: [{ id: '1', text: 'Run the tests', status }] },
  ok: true,
})
const did = (id: string, name: string, input: object, output: string) => ({
  id,
  name,
  input,
  ok: true,
  output,
})

const edited = did('c2', 'Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, 'updated')
const tested = did('c3', 'Bash', { command: 'npm test' }, '14 passing')

test('what a gate would have refused shows, and what it would have let in', async () => {
  const records = (...work: readonly object[]) => [
    { input: 'Please run the tests', trigger: 'user' },
    { turn: 1, calls: [runs('c1', 'in_progress')] },
    { turn: 2, calls: work },
    { turn: 3, calls: [runs('c4', 'completed')] },
    { end: true },
  ]
  const refused = await neutralUnder('todo-manager', records(edited), gated)
  expect(refused.attempts.map(({ whatIf }) => whatIf)).toEqual(['accepted', 'rejected'])
  expect(refused.attempts[1]?.violations?.[0]).toMatchObject({ rule: 'evidence-required' })
  const done = await neutralUnder('todo-manager', records(edited, tested), gated)
  expect(done.attempts.map(({ whatIf }) => whatIf)).toEqual(['accepted', 'accepted'])
})
