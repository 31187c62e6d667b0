import { describe, expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { call, openSession, rows } from './open-session.js'

describe('the tools of wake-loop', () => {
  it('answer to the letter', async () => {
    const session = await openSession(profiles.wakeLoop)
    expect(
      await call(
        session,
        ['todo_write', { items: ['Roll back the last payments deploy', 'Confirm the queue drained'] }],
        ['todo_update', { id: 1, status: 'done' }],
        ['todo_update', { id: '2', status: 'blocked', reason: 'waiting on the on-call' }],
        ['todo_write', { items: ['Post-mortem note in the wiki'] }],
        ['todo_list', {}],
        ['todo_update', { id: 2, status: 'blocked' }],
        ['todo_update', { id: 3, status: 'blocked', reason: ' ' }],
        ['todo_update', { id: 1, status: 'done' }],
        ['todo_update', { id: 9, status: 'done' }],
        ['todo_update', { id: 3, status: 'open' }],
        ['todo_write', { items: 'x' }],
        ['todo_write', { items: ['a', null] }],
        ['todo_write', { items: [''] }],
        ['todo_write', { items: ['a', 7] }],
        ['todo_write', { items: [] }],
        ['todo_update', { id: 1, status: 'blocked', reason: 'too late' }],
      ),
    ).toMatchInlineSnapshot(`
      [
        "{"ids":[1,2]}",
        "[1] Roll back the last payments deploy (done)",
        "[2] Confirm the queue drained (blocked: waiting on the on-call)",
        "{"ids":[3]}",
        "[1] Roll back the last payments deploy (done)
      [2] Confirm the queue drained (blocked: waiting on the on-call)
      [3] Post-mortem note in the wiki (open)",
        "Error: Item 2: a blocked item needs a reason",
        "Error: Item 3: a blocked item needs a reason",
        "[1] Roll back the last payments deploy (done)",
        "Error: Todo 9 not found",
        "Error: Todo 3: invalid status "open"",
        "Error: items must be a list",
        "Error: Item 2 must be a text",
        "Error: Item 4: text required",
        "Error: Item 2 must be a text",
        "Error: items must hold at least one text",
        "Error: Item 1 was completed and cannot be set to blocked",
      ]
    `)
  })

  it('have a schema that says so', () => {
    expect(profiles.wakeLoop.tools[0]?.inputSchema).toMatchObject({
      properties: { items: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    })
  })

  it('never use an id again', async () => {
    const session = await openSession(profiles.wakeLoop)
    await call(session, ['todo_write', { items: ['a', 'b'] }], ['todo_update', { id: 2, status: 'done' }])
    await call(session, ['todo_write', { items: ['c'] }])
    expect(rows(session).map(([id]) => id)).toEqual(['1', '2', '3'])
  })
})

describe('the wake loop', () => {
  it('nudges with the live list, ids and reasons; done items are not in it', async () => {
    const session = await openSession(profiles.wakeLoop)
    await call(
      session,
      [
        'todo_write',
        {
          items: [
            'Roll back the last payments deploy',
            'Confirm the queue drained',
            'Post-mortem note in the wiki',
          ],
        },
      ],
      ['todo_update', { id: 2, status: 'done' }],
      ['todo_update', { id: 3, status: 'blocked', reason: 'waiting on the on-call to confirm root cause' }],
    )
    expect(await session.endRun({ text: 'x' })).toEqual({
      action: 'continue',
      prompt: [
        'You still have open todos — keep working and close each with todo_update(id, "done") as you finish:',
        '  [1] Roll back the last payments deploy',
        '  [3] Post-mortem note in the wiki (blocked: waiting on the on-call to confirm root cause)',
        '(todo_list shows the full list at any time.)',
      ].join('\n'),
      watcher: null,
    })
  })

  it('is bounded by one budget for todo, reply and sub-agent nudges; fresh input resets it', async () => {
    const session = await openSession(profiles.wakeLoop.with({ maxWakeCycles: 3 }))
    await call(session, ['todo_write', { items: ['a'] }])
    expect(await session.endRun({ text: '1' })).toMatchObject({ action: 'continue' })
    expect(await session.startRun({ trigger: 'wake', text: '' })).toEqual({ started: true })
    expect(await session.endRun({ text: '2', waitingFor: 'a reply' })).toMatchObject({ yieldTo: 'waiting' })
    expect(await session.startRun({ trigger: 'reply', text: 'here' })).toEqual({ started: true })
    expect(await session.endRun({ text: '3' })).toMatchObject({ action: 'continue' })
    await session.startRun({ trigger: 'wake', text: '' })
    expect(await session.endRun({ text: '4' })).toEqual({ action: 'stop', yieldTo: 'idle', reason: 'budget' })
    expect(await session.startRun({ trigger: 'subagent', text: 'done' })).toEqual({
      started: false,
      reason: 'budget',
    })
    expect(session.state.yielded).toEqual({ to: 'idle', waitingFor: null })
    expect(await session.startRun({ trigger: 'external', text: 'cron' })).toEqual({ started: true })
    expect(session.state.continuations.used).toBe(0)
    expect(await session.endRun({ text: '5' })).toMatchObject({ action: 'continue' })
  })

  it('goes dormant with none open, and when only blocked ones are left', async () => {
    const session = await openSession(profiles.wakeLoop)
    await call(session, ['todo_write', { items: ['a', 'b'] }], ['todo_update', { id: 1, status: 'done' }])
    await call(session, ['todo_update', { id: 2, status: 'blocked', reason: 'why' }])
    expect(await session.endRun({ text: 'x' })).toMatchObject({ action: 'stop', yieldTo: 'dormant' })
  })

  it('injects the list as it is', async () => {
    const session = await openSession(profiles.wakeLoop)
    const long = `Return Vec<u8>${' and more'.repeat(100)}`
    await call(session, ['todo_write', { items: [long, 'b'] }])
    await call(session, ['todo_update', { id: 2, status: 'blocked', reason: 'waits for <T>' }])
    const outcome = await session.endRun({ text: 'x' })
    expect(outcome.action === 'continue' && outcome.prompt.split('\n').slice(1, -1)).toEqual([
      `  [1] ${long}`,
      '  [2] b (blocked: waits for <T>)',
    ])
  })
})
