import { describe, expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { todoListState } from '../src/profiles/todo-list-middleware.js'
import type { Session } from '../src/session.js'
import { collect, openSession } from './open-session.js'

const todo = (content: string, status = 'pending') => ({ content, status })
const busy = { todos: [todo('a', 'in_progress'), todo('b')] }

async function call(session: Session, ...inputs: readonly unknown[]) {
  const turn = await session.startTurn()
  const replies: string[] = []
  for (const input of inputs) replies.push((await turn.callTodoTool('write_todos', input)).text)
  await turn.end()
  return replies
}

describe('write_todos', () => {
  const answers: readonly (readonly [what: string, input: unknown, reply: string])[] = [
    ['a list', busy, '{"todos":[{"content":"a","status":"in_progress"},{"content":"b","status":"pending"}]}'],
    [
      'all completed',
      { todos: [todo('a', 'completed')] },
      '{"todos":[{"content":"a","status":"completed"}],"reminder":"All todos are completed. Check the result once more before you answer."}',
    ],
    ['an empty list on an empty one', { todos: [] }, '{"todos":[]}'],
    [
      'none in progress',
      { todos: [todo('a')] },
      'Error: Exactly one todo must be in_progress unless all are completed, found 0',
    ],
    [
      'two in progress',
      { todos: [todo('a', 'in_progress'), todo('b', 'in_progress')] },
      'Error: Exactly one todo must be in_progress unless all are completed, found 2',
    ],
    ['a blank content', { todos: [todo(' ', 'in_progress')] }, 'Error: Item 1: content cannot be empty'],
    ['an unknown status', { todos: [todo('a', 'done')] }, 'Error: Item 1: invalid status "done"'],
    [
      'a list for a content',
      { todos: [{ content: [], status: 'in_progress' }] },
      'Error: Item 1: content must be a text',
    ],
    ['no status', { todos: [{ content: 'a' }] }, 'Error: Item 1: invalid status null'],
    ['no list', {}, 'Error: todos must be a list'],
    ['an item that is null', { todos: [null] }, 'Error: Item 1: must be an object'],
  ]
  it.each(answers)('answers to %s', async (_what, input, reply) => {
    const session = await openSession(profiles.todoListMiddleware)
    expect(await call(session, input)).toEqual([reply])
  })

  it('empties a list only when all prior items were completed', async () => {
    const session = await openSession(profiles.todoListMiddleware)
    await call(session, busy)
    expect(await call(session, { todos: [] })).toEqual([
      'Error: The todo list can be emptied only when all items are completed',
    ])
    await call(session, { todos: [todo('a', 'completed'), todo('b', 'completed')] })
    expect(await call(session, { todos: [] })).toEqual(['{"todos":[]}'])
  })

  it('twice in a turn, one after the other: all is rejected and the list goes back, times and all', async () => {
    const session = await openSession(profiles.todoListMiddleware)
    await call(session, busy)
    const before = session.state.items
    const events = collect(session)
    const replies = await call(
      session,
      { todos: [todo('x', 'in_progress')] },
      { todos: [todo('y', 'in_progress')] },
    )
    expect(replies[1]).toContain(
      'Error: The todo list may be updated only once in a turn\n\nThe update that came before',
    )
    expect(session.state.items).toEqual(before)
    expect(events.map((event) => event.type)).toEqual([
      'turn.started',
      'todos.updated',
      'todos.rejected',
      'todos.rolled-back',
      'turn.ended',
    ])
    const rolledBack = events.find((event) => event.type === 'todos.rolled-back')
    expect(rolledBack?.type === 'todos.rolled-back' && rolledBack.data.update).toBe(events[1]?.id)
  })
})

describe('the stale reminder', () => {
  const runs: readonly (readonly [turns: string, nagged: string])[] = [
    ['wwwwwwwwwww', '....n....n.'],
    ['wwwwtwwwww', '.........n'],
    ['wwwwrwwww', '.........'],
    ['wwwwrwwwww', '.........n'],
  ]
  it.each(runs)('in turns %s comes as %s; a refused call is a call', async (turns, nagged) => {
    const session = await openSession(profiles.todoListMiddleware)
    await call(session, busy)
    let given = ''
    for (const [index, kind] of [...turns].entries()) {
      const turn = await session.startTurn()
      if (kind === 't') await turn.callTodoTool('write_todos', busy)
      if (kind === 'r') await turn.callTodoTool('write_todos', { todos: [todo('')] })
      if (kind === 'w') await turn.recordTool({ call: `c${index}`, name: 'bash', input: {}, ok: true })
      given += (await turn.end()).reminders.length > 0 ? 'n' : '.'
    }
    expect(given).toBe(nagged)
  })
})

describe('the finalization guard', () => {
  it('corrects a text-only answer once, for one extra turn; then the run proceeds', async () => {
    const session = await openSession(profiles.todoListMiddleware)
    await call(session, busy)
    const events = collect(session)
    const first = await session.endRun({ text: 'All done.' })
    expect(first).toMatchObject({ action: 'continue', watcher: null })
    expect(events.at(-1)).toMatchObject({
      type: 'continuation.issued',
      data: { cause: 'finalization', used: 1, budget: 1 },
    })
    expect(todoListState(session.state)).toMatchObject({ todo_finalization_correction: true })
    await session.startRun({ trigger: 'continuation', text: '' })
    expect(await session.endRun({ text: 'Still done.' })).toEqual({
      action: 'stop',
      yieldTo: 'idle',
      reason: 'corrected once',
    })
    await session.startRun({ trigger: 'user', text: 'Go on.' })
    expect(await session.endRun({ text: 'Done.' })).toMatchObject({
      action: 'stop',
      reason: 'blocked before',
    })
    await session.startRun({ trigger: 'user', text: 'Go on.' })
    await call(session, busy)
    expect(await session.endRun({ text: 'Done.' })).toMatchObject({ action: 'continue' })
  })

  it('lets an answer pass when nothing is unfinished', async () => {
    const session = await openSession(profiles.todoListMiddleware)
    await call(session, { todos: [todo('a', 'completed')] })
    expect(await session.endRun({ text: 'Done.' })).toMatchObject({ action: 'stop', yieldTo: 'dormant' })
  })
})
