import { describe, expect, it } from 'vitest'
import type { RunOutcome } from '../src/host-input.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { Session } from '../src/session.js'
import { call, openSession, rows } from './open-session.js'

const goal = 'Refactor the authentication module'
const tasks = [
  'Extract password validation into separate function',
  'Add unit tests for password validation',
  'Update login handler to use new validation',
  'Update registration handler to use new validation',
]
const list = [
  `Goal: ${goal}`,
  'Progress: 2/4 completed',
  `  ✓ 1. ${tasks[0]}`,
  `  ✓ 2. ${tasks[1]}`,
  `  ○ 3. ${tasks[2]}`,
  `  ○ 4. ${tasks[3]}`,
].join('\n')

/** A list with two of four done. */
async function exampleList(session: Session) {
  await call(session, ['todo__init', { goal }], ...tasks.map((task) => ['todo__add', { task }] as const))
  await call(session, ['todo__done', { id: 1 }], ['todo__done', { id: '2' }])
}

describe('the tools of loki', () => {
  it('answer to the letter', async () => {
    const session = await openSession(profiles.loki.with({ todoClear: true }))
    expect(
      await call(
        session,
        ['todo__add', { task: 'before any list' }],
        ['todo__init', { goal }],
        ['todo__add', { task: tasks[0] }],
        ['todo__add', { task: tasks[1] }],
        ['todo__done', { id: 1 }],
        ['todo__done', { id: ' 2 ' }],
        ['todo__done', { id: 1 }],
        ['todo__list', {}],
        ['todo__done', { id: 9 }],
        ['todo__done', { id: 'x' }],
        ['todo__done', {}],
        ['todo__add', { task: '  ' }],
        ['todo__add', { task: {} }],
        ['todo__init', {}],
        ['todo__clear', {}],
        ['todo__list', {}],
        ['todo__add', { task: 'again' }],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{"status":"ok","id":1}",
        "{"status":"ok"}",
        "{"status":"ok","id":1}",
        "{"status":"ok","id":2}",
        "{"status":"ok","id":1}",
        "{"status":"ok","id":2}",
        "{"status":"ok","id":1}",
        "Goal: Refactor the authentication module
      Progress: 2/2 completed
        ✓ 1. Extract password validation into separate function
        ✓ 2. Add unit tests for password validation",
        "{"status":"error","message":"Todo 9 not found"}",
        "{"status":"error","message":"id is required"}",
        "{"status":"error","message":"id is required"}",
        "{"status":"error","message":"task cannot be empty"}",
        "{"status":"error","message":"task is required"}",
        "{"status":"error","message":"goal is required"}",
        "{"status":"ok"}",
        "Progress: 0/0 completed",
        "{"status":"ok","id":1}",
      ]
    `)
    expect(rows(session)).toEqual([['1', 'again', 'pending']])
  })

  it('ids count from 1 in each list', async () => {
    const session = await openSession(profiles.loki)
    await exampleList(session)
    await call(session, ['todo__init', { goal: 'next' }], ['todo__add', { task: 'a' }])
    expect(rows(session)).toEqual([['1', 'a', 'pending']])
    expect(session.state.goal).toBe('next')
  })
})

/** Ends the run with an answer and, where it goes on, begins the next. */
async function answer(session: Session, text: string, complete = true): Promise<RunOutcome> {
  const outcome = await session.endRun({ text, complete })
  if (outcome.action === 'continue') await session.startRun({ trigger: 'continuation', text: outcome.prompt })
  return outcome
}

describe('the continuation of loki', () => {
  const on = profiles.loki.with({ autoContinue: true })

  it('is the prompt with the list, and a line for the watcher', async () => {
    const session = await openSession(on)
    await exampleList(session)
    expect(await answer(session, 'one')).toEqual({
      action: 'continue',
      prompt: `[SYSTEM REMINDER - TODO CONTINUATION]\nYou have incomplete tasks in your todo list. Continue with the next pending item.\nCall tools immediately. Do not explain what you will do.\n\n${list}`,
      watcher: '📋 Auto-continuing (1/10): 2 incomplete todo(s) remain',
    })
    expect(session.pending()).toEqual([])
    await answer(session, 'two')
    expect(await answer(session, 'three')).toMatchObject({
      watcher: '📋 Auto-continuing (3/10): 2 incomplete todo(s) remain',
    })
  })

  const stops: readonly (readonly [
    what: string,
    reason: string,
    (session: Session) => Promise<RunOutcome>,
  ])[] = [
    ['an identical answer', 'identical-answer', async (s) => answer(s, 'same').then(() => answer(s, 'same'))],
    ['an answer that was cut off', 'incomplete-answer', (s) => answer(s, 'x', false)],
    [
      'a spent budget',
      'budget',
      async (s) => {
        for (let n = 0; n < 10; n += 1) await answer(s, `answer ${n}`)
        return answer(s, 'the eleventh')
      },
    ],
  ]
  it.each(stops)('stops at %s', async (_what, reason, run) => {
    const session = await openSession(on)
    await exampleList(session)
    expect(await run(session)).toEqual({ action: 'stop', yieldTo: 'idle', reason })
  })

  it('counts anew after a new user input, and survives compaction', async () => {
    const session = await openSession(on.with({ maxAutoContinues: 1 }))
    await exampleList(session)
    expect(await answer(session, 'a')).toMatchObject({ action: 'continue' })
    await session.recordCompaction({})
    expect(await answer(session, 'b')).toMatchObject({ action: 'stop', reason: 'budget' })
    await session.startRun({ trigger: 'user', text: 'Go on.' })
    expect(await answer(session, 'c')).toMatchObject({ action: 'continue' })
  })

  it('never comes when it is off, when nothing is open, or while the session is parked', async () => {
    const off = await openSession(profiles.loki)
    await exampleList(off)
    expect(await answer(off, 'x')).toMatchObject({ action: 'stop', yieldTo: 'idle' })
    const done = await openSession(on)
    expect(await answer(done, 'x')).toMatchObject({ action: 'stop', yieldTo: 'dormant' })
    const parked = await openSession(on)
    await exampleList(parked)
    expect(await parked.endRun({ text: 'x', waitingFor: 'a reply' })).toMatchObject({ yieldTo: 'waiting' })
  })

  it('injects the list as it is', async () => {
    const session = await openSession(on)
    const long = `Return Vec<u8>${' and more'.repeat(100)}`
    await call(session, ['todo__init', { goal: 'Port <main> & co' }], ['todo__add', { task: long }])
    const outcome = await answer(session, 'x')
    expect(outcome.action === 'continue' && outcome.prompt.split('\n').slice(-3)).toEqual([
      'Goal: Port <main> & co',
      'Progress: 0/1 completed',
      `  ○ 1. ${long}`,
    ])
  })
})
