import { memoryStore, openLedger, type RecordedOutcome, type Session } from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { claudeCode } from '../../src/agents/index.js'
import { collect, openSession, rows, steppingClock } from '../open-session.js'

type Call = readonly [tool: string, input: unknown, recorded?: RecordedOutcome]

async function call(session: Session, ...calls: readonly Call[]): Promise<readonly string[]> {
  const turn = await session.startTurn()
  const replies: string[] = []
  for (const [tool, input, recorded] of calls) {
    const answer = await turn.callTodoTool(tool, input, recorded === undefined ? {} : { recorded })
    replies.push(answer.text)
  }
  await turn.end()
  return replies
}

async function openRecorded(): Promise<Session> {
  const ledger = openLedger({ store: memoryStore(), clock: steppingClock() })
  const recorded = { format: 'claude-code', file: 'a.jsonl' }
  const session = await ledger.session('s1', { profile: claudeCode.profile, recorded })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  return session
}

const todo = (content: string, status = 'pending') => ({ content, status, activeForm: `Doing ${content}` })
const modified =
  'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable'

describe('TodoWrite', () => {
  const answers: readonly (readonly [what: string, input: unknown, reply: string])[] = [
    ['a list', { todos: [todo('a'), todo('b', 'in_progress')] }, modified],
    ['several in progress', { todos: [todo('a', 'in_progress'), todo('b', 'in_progress')] }, modified],
    ['an empty list', { todos: [] }, modified],
    ['a list as JSON text', { todos: JSON.stringify([todo('a')]) }, modified],
    ['an older item', { todos: [{ id: '1', content: 'a', status: 'pending', priority: 'high' }] }, modified],
    ['no list', { todos: 'a' }, 'Error: todos must be a list'],
    ['no object', null, 'Error: todos must be a list'],
    ['an empty content', { todos: [todo(' ')] }, 'Error: Item 1: content cannot be empty'],
    [
      'an empty activeForm',
      { todos: [{ ...todo('a'), activeForm: '' }] },
      'Error: Item 1: activeForm must be a text',
    ],
    ['an unknown status', { todos: [todo('a', 'done')] }, 'Error: Item 1: invalid status "done"'],
    ['an item that is null', { todos: [null] }, 'Error: Item 1: must be an object'],
  ]
  it.each(answers)('answers to %s', async (_what, input, reply) => {
    const session = await openSession(claudeCode.profile)
    expect(await call(session, ['TodoWrite', input])).toEqual([reply])
  })

  it('begins a new list once all of the old one is completed: an equal text is another item', async () => {
    const session = await openSession(claudeCode.profile)
    await call(session, ['TodoWrite', { todos: [todo('Run tests', 'completed')] }])
    const [first] = session.state.items
    await call(session, ['TodoWrite', { todos: [todo('Run tests', 'completed')] }])
    expect(session.state.items[0]).toBe(first)
    await call(session, ['TodoWrite', { todos: [todo('Run tests', 'pending')] }])
    expect(session.state.items[0]?.key).not.toBe(first?.key)
  })
})

describe('the Task tools', () => {
  it('answer as the product does', async () => {
    const session = await openSession(claudeCode.profile)
    const replies = await call(
      session,
      ['TaskCreate', { subject: 'Write the parser', description: 'All of it' }],
      ['TaskCreate', { subject: 'Test it', description: '' }],
      ['TaskUpdate', { taskId: '2', addBlockedBy: ['1'] }],
      ['TaskUpdate', { taskId: '1', status: 'in_progress', owner: 'ada' }],
      ['TaskList', {}],
      ['TaskGet', { taskId: '1' }],
      ['TaskUpdate', { taskId: '9', status: 'completed' }],
      ['TaskUpdate', { taskId: '1', status: 'done' }],
      ['TaskUpdate', { taskId: '1', status: 'deleted' }],
      ['TaskCreate', { subject: 'Another', description: '' }],
      ['TaskCreate', { description: 'no subject' }],
    )
    expect(replies).toMatchInlineSnapshot(`
      [
        "Task #1 created successfully: Write the parser",
        "Task #2 created successfully: Test it",
        "Updated task #2 blockedBy",
        "Updated task #1 owner, status",
        "#1 [in_progress] Write the parser (ada)
      #2 [pending] Test it [blocked by #1]",
        "Task #1: Write the parser
      Status: in_progress
      Description: All of it",
        "Error: Task not found",
        "Error: Task 1: invalid status "done"",
        "Updated task #1 status",
        "Task #3 created successfully: Another",
        "Error: subject is required",
      ]
    `)
    expect(rows(session)).toEqual([
      ['2', 'Test it', 'pending'],
      ['3', 'Another', 'pending'],
    ])
  })

  it('merge metadata; a null takes a key away; keys such as __proto__ pollute nothing', async () => {
    const session = await openSession(claudeCode.profile)
    const metadata: unknown = JSON.parse('{"a":1,"b":{"c":[true]},"__proto__":{"polluted":1}}')
    await call(
      session,
      ['TaskCreate', { subject: 'x', metadata }],
      ['TaskUpdate', { taskId: '1', metadata: { a: null, d: 'e' } }],
    )
    expect(JSON.stringify(session.state.items[0]?.metadata)).toBe(
      '{"b":{"c":[true]},"__proto__":{"polluted":1},"d":"e"}',
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('take the id of a recorded task from its result, structured or in its text', async () => {
    const session = await openRecorded()
    await call(
      session,
      ['TaskCreate', { subject: 'a' }, { ok: true, output: '', details: { task: { id: '4' } } }],
      ['TaskCreate', { subject: 'b' }, { ok: true, output: 'Task #7 created successfully: b' }],
      ['TaskCreate', { subject: 'c' }, { ok: null, output: '' }],
    )
    expect(rows(session).map(([id]) => id)).toEqual(['4', '7', '8'])
  })

  it('let a recorded task in that was made before the recording began', async () => {
    const session = await openRecorded()
    const events = collect(session)
    await call(session, [
      'TaskUpdate',
      { taskId: '3', status: 'completed' },
      { ok: true, output: 'Updated task #3 status' },
    ])
    expect(rows(session)).toEqual([['3', '(made before this recording began)', 'completed']])
    const update = events.find((event) => event.type === 'todos.updated')
    expect(update?.type === 'todos.updated' && update.data.flags.map((flag) => flag.rule)).toContain(
      'id-known',
    )
  })
})

describe('what was in the list before the recording began', () => {
  const resumed = (oldTodos: unknown): RecordedOutcome => ({ ok: true, output: '', details: { oldTodos } })
  const kept = (status: unknown) => ({ content: 'a', status, activeForm: 'Doing a' })

  async function beforeOf(...calls: readonly Call[]): Promise<readonly (readonly [string, unknown])[]> {
    const session = await openRecorded()
    const events = collect(session)
    await call(session, ...calls)
    return events.flatMap((event) =>
      event.type === 'todos.updated'
        ? event.data.changes.flatMap((change) =>
            change.type === 'added' ? [[change.text, change.before] as const] : [],
          )
        : [],
    )
  }

  const input = { todos: [todo('a', 'completed'), todo('b', 'completed')] }
  const firstCalls: readonly (readonly [
    what: string,
    recorded: RecordedOutcome | undefined,
    before: unknown,
  ])[] = [
    ['it was completed', resumed([kept('completed')]), 'completed'],
    ['it was in progress', resumed([kept('in_progress')]), 'in_progress'],
    ['it was pending', resumed([kept('pending')]), 'pending'],
    ['its status is none', resumed([kept('done')]), null],
    ['it was another text', resumed([{ ...kept('completed'), content: 'paint the fence green' }]), undefined],
    ['the list was empty', resumed([]), undefined],
    ['there was no list', resumed('all'), undefined],
    ['items are no objects', resumed([null, 7, 'a']), undefined],
    ['nothing is told', { ok: true, output: '' }, undefined],
    ['the session is live', undefined, undefined],
  ]
  it.each(firstCalls)('is told of an item where %s', async (_what, recorded, before) => {
    const first: Call = recorded === undefined ? ['TodoWrite', input] : ['TodoWrite', input, recorded]
    expect(await beforeOf(first)).toEqual([
      ['a', before],
      ['b', undefined],
    ])
  })

  it('is of no interest once the log has a list of its own', async () => {
    const own: Call = ['TodoWrite', { todos: [todo('c')] }, resumed([])]
    const emptied: Call = ['TodoWrite', { todos: [] }, resumed([])]
    expect(await beforeOf(own, emptied, ['TodoWrite', input, resumed([kept('completed')])])).toEqual([
      ['c', undefined],
      ['a', undefined],
      ['b', undefined],
    ])
  })

  const taskCalls: readonly (readonly [what: string, details: unknown, before: unknown])[] = [
    ['the result tells it', { statusChange: { from: 'in_progress', to: 'completed' } }, 'in_progress'],
    ['the result tells another', { statusChange: { from: 'lost', to: 'completed' } }, null],
    ['the result is silent', undefined, null],
  ]
  it.each(taskCalls)('is told of a task as far as %s', async (_what, details, before) => {
    const recorded: RecordedOutcome = { ok: true, output: 'Updated task #3 status', details }
    expect(await beforeOf(['TaskUpdate', { taskId: '3', status: 'completed' }, recorded])).toEqual([
      ['(made before this recording began)', before],
    ])
  })
})

describe('a recorded outcome', () => {
  const two = { todos: [todo('a', 'in_progress'), todo('', 'in_progress')] }

  it('wins: what was accepted there is accepted here, and the rules that it broke are flags', async () => {
    const session = await openRecorded()
    const events = collect(session)
    expect(await call(session, ['TodoWrite', two, { ok: true, output: 'fine' }])).toEqual(['fine'])
    const update = events.find((event) => event.type === 'todos.updated')
    expect(update?.type === 'todos.updated' && update.data.flags.map((flag) => flag.rule)).toEqual([
      'text-required',
      'single-in-progress',
    ])
    expect(session.state.rules.filter((rule) => rule.lowered).map((rule) => rule.id)).toEqual([
      'input-shape',
      'text-required',
      'status-valid',
      'id-known',
      'claim-free',
    ])
  })
})

it('nags ten turns after the update and ten after the last nag', async () => {
  const session = await openSession(claudeCode.profile)
  await call(session, ['TodoWrite', { todos: [todo('a')] }])
  let given = ''
  for (let index = 0; index < 25; index += 1) {
    const turn = await session.startTurn()
    await turn.recordTool({ call: `c${index}`, name: 'Read', input: {}, ok: true })
    given += (await turn.end()).reminders.length > 0 ? 'n' : '.'
  }
  expect(given).toBe('.........n.........n.....')
})

it('a task that another has begun is refused, with whose it is', async () => {
  const session = await openLedger({ store: memoryStore() }).session('s1', { profile: claudeCode.profile })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const main = await session.startTurn()
  for (const subject of ['a', 'b']) await main.callTodoTool('TaskCreate', { subject })
  await main.end()
  const turnOf = (id: string) => session.startTurn({ actor: { kind: 'sub-agent', id } })
  const [first, second] = [await turnOf('one'), await turnOf('two')]
  const begin = (taskId: string, owner?: string) => ({
    taskId,
    status: 'in_progress',
    ...(owner && { owner }),
  })
  expect(await first.callTodoTool('TaskUpdate', begin('1', 'one'))).toMatchObject({ ok: true })
  expect(await second.callTodoTool('TaskUpdate', begin('1'))).toMatchObject({
    ok: false,
    text: 'Error: Task #1 belongs to one',
  })
  expect(await second.callTodoTool('TaskUpdate', begin('1', 'two'))).toMatchObject({ ok: false })
  expect(await first.callTodoTool('TaskUpdate', begin('1', 'one'))).toMatchObject({ ok: true })
  expect(await second.callTodoTool('TaskUpdate', begin('2'))).toMatchObject({ ok: true })
})
