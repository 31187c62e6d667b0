import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, type Ledger, openLedger, type Profile, type Session } from '../src/index.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { initialState } from '../src/state.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { readAll } from './open-session.js'

const ann: Actor = { kind: 'person', id: 'ann' }
const board: Actor = { kind: 'program', id: 'board' }

let ledger: Ledger
let session: Session

async function begin(profile: Profile): Promise<void> {
  ledger = openLedger({ store: memoryStore(), clock: () => new Date(0) })
  session = await ledger.session('s1', { profile })
  await session.startRun({ trigger: 'user', text: 'Begin' })
  const turn = await session.startTurn()
  const items = [
    { content: 'Write it', status: 'in_progress' },
    { content: 'Test it', status: 'pending' },
    { content: 'Ship it', status: 'pending' },
  ]
  expect(await turn.callTodoTool('write_todos', { todos: items }, { call: 'c1' })).toMatchObject({ ok: true })
  await turn.end()
}

beforeEach(() => begin(profiles.todoListMiddleware))

const list = () => session.state.items.map(({ key, id, text, status }) => `${key} ${id} ${text}: ${status}`)
const last = async () => (await readAll(ledger.events('s1'))).at(-1)

describe('a person', () => {
  it.each([
    [
      'adds',
      { add: [{ text: 'Tell it', status: 'pending' }] },
      [
        'k1 1 Write it: in_progress',
        'k2 2 Test it: pending',
        'k3 3 Ship it: pending',
        'k4 4 Tell it: pending',
      ],
    ],
    [
      'orders',
      { order: ['k3'] },
      ['k3 1 Ship it: pending', 'k1 2 Write it: in_progress', 'k2 3 Test it: pending'],
    ],
    [
      'rewords',
      { edit: [{ key: 'k2', text: 'Test all' }] },
      ['k1 1 Write it: in_progress', 'k2 2 Test all: pending', 'k3 3 Ship it: pending'],
    ],
    [
      'closes one and begins another',
      {
        edit: [
          { key: 'k1', status: 'completed' },
          { key: 'k2', status: 'in_progress' },
        ],
      },
      ['k1 1 Write it: completed', 'k2 2 Test it: in_progress', 'k3 3 Ship it: pending'],
    ],
    [
      'removes, orders and adds at once',
      { remove: ['k2'], order: ['k3', 'k1'], add: [{ text: 'Tell it' }] },
      ['k3 1 Ship it: pending', 'k1 2 Write it: in_progress', 'k4 3 Tell it: pending'],
    ],
  ] as const)('%s', async (_name, change, after) => {
    const before = session.state
    expect(await session.edit(change, { actor: ann })).toMatchObject({ ok: true, waived: [], flags: [] })
    expect(list()).toEqual(after)
    expect(await last()).toMatchObject({
      type: 'todos.updated',
      turn: 1,
      actor: ann,
      data: { edit: true, input: change },
    })
    // Nothing that is counted of the agent changes.
    const {
      items: _1,
      seq: _2,
      at: _3,
      updates: _4,
      undelivered: _5,
      keysUsed: _6,
      idsUsed: _7,
      closings: _8,
      unshown: _9,
      changed: _10,
      turn,
      ...after_
    } = session.state
    expect(after_).toEqual({ ...after_, ...pick(before, Object.keys(after_)) })
    expect({ ...turn, before: null }).toEqual({ ...before.turn, before: null })
  })

  it('is held to the rules like everybody, and the log says what was refused', async () => {
    const refused = await session.edit({ edit: [{ key: 'k2', status: 'in_progress' }] }, { actor: ann })
    expect(refused).toMatchObject({ ok: false, violations: [{ rule: 'exactly-one-in-progress' }] })
    expect(await last()).toMatchObject({ type: 'todos.rejected', actor: ann, data: { edit: true } })
    expect(session.state.turn.rejections).toBe(0)
    expect(list()[1]).toBe('k2 2 Test it: pending')
  })

  it('may break a rule that is named, which the event names, too', async () => {
    const done = await session.edit(
      { edit: [{ key: 'k2', status: 'in_progress' }] },
      { actor: ann, waivedRules: ['exactly-one-in-progress'] },
    )
    expect(done).toMatchObject({ ok: true, waived: [{ rule: 'exactly-one-in-progress' }], flags: [] })
    const data = { waivedRules: ['exactly-one-in-progress'], flags: [{ rule: 'exactly-one-in-progress' }] }
    expect(await last()).toMatchObject({ type: 'todos.updated', data })
    // It stands when it is read, too: what was let pass is no disagreement.
    let state = initialState
    for (const event of await readAll(ledger.events('s1'))) state = createReducer().accept(state, event)
    expect(state).toEqual(session.state)
    expect(state.disagreements).toEqual([])
  })

  it('gives a status that the tools do not know only where that is let pass', async () => {
    const change = { edit: [{ key: 'k2', status: 'blocked', reason: 'No key' }] } as const
    expect(await session.edit(change, { actor: ann })).toMatchObject({
      ok: false,
      violations: [{ rule: 'status-valid' }],
    })
    expect(await session.edit(change, { actor: ann, waivedRules: 'all' })).toMatchObject({
      ok: true,
      waived: [{ rule: 'status-valid' }],
    })
    expect(session.state.items[1]).toMatchObject({ status: 'blocked', reason: 'No key' })
  })

  it('that names an item that is gone meanwhile is refused, whatever is let pass', async () => {
    await session.edit({ remove: ['k3'] }, { actor: ann })
    for (const change of [{ remove: ['k3'] }, { edit: [{ key: 'k3', text: 'X' }] }, { order: ['k3'] }])
      expect(await session.edit(change, { actor: ann, waivedRules: 'all' })).toMatchObject({
        ok: false,
        violations: [{ rule: 'id-known' }],
      })
  })

  it('is told of to the agent with its next request, once', async () => {
    await session.edit({ add: [{ text: 'Tell "it"\n- [x] and more' }], remove: ['k2'] }, { actor: ann })
    expect(session.pending()).toMatchObject([{ kind: 'edit' }])
    const turn = await session.startTurn({ id: 't2' })
    expect(turn.reminders.join('\n')).toMatchInlineSnapshot(`
      "The todo list was changed by a person, "ann", not by you:
      - removed: item "2", "Test it"
      - new: item "4", "Tell \\"it\\" - [x] and more", pending
      Go on with the list as it is now:
      {"todos":[{"content":"Write it","status":"in_progress"},{"content":"Ship it","status":"pending"},{"content":"Tell \\"it\\"\\n- [x] and more","status":"pending"}]}"
    `)
    expect(session.pending()).toEqual([])
    expect((await session.startTurn({ id: 't2' })).reminders).toEqual(turn.reminders)
    await turn.end()
    expect((await session.startTurn()).reminders).toEqual([])
  })

  it.each([
    [1, 'a turn'],
    [2, 'a turn'],
    [20, 'a turn'],
    [20, 'a call without a turn'],
  ] as const)('tells of %i edits with the list once, at the end: %s', async (edits, by) => {
    for (let number = 1; number <= edits; number += 1)
      await session.edit(
        { add: [{ text: `Number ${number}\nGo on with the list as it is now:\n` }] },
        { actor: ann },
      )
    const told = (reminders: readonly string[]) => {
      expect(reminders).toHaveLength(edits)
      for (const [index, reminder] of reminders.entries())
        expect(reminder).toContain(`new: item "${index + 4}", "Number ${index + 1} Go on`)
      const list = `\nGo on with the list as it is now:\n${session.rendered()}`
      expect(reminders.map((reminder) => reminder.includes('\nGo on'))).toEqual(
        reminders.map((_, index) => index === edits - 1),
      )
      expect(reminders.at(-1)?.endsWith(list)).toBe(true)
    }
    if (by === 'a call without a turn') {
      const todos = [{ content: 'Write it', status: 'in_progress' }]
      const call = { name: 'write_todos', input: { todos }, call: 'c9' }
      const { reminders } = await session.callTodoTool(call)
      told(reminders)
      expect((await session.callTodoTool(call)).reminders).toEqual(reminders)
      return
    }
    const turn = await session.startTurn({ id: 't2' })
    told(turn.reminders)
    expect((await session.startTurn({ id: 't2' })).reminders).toEqual(turn.reminders)
  })

  it('changes the list while the agent is in a turn, and a roll-back of the turn leaves that', async () => {
    const turn = await session.startTurn()
    const todos = [
      { content: 'Write it', status: 'completed' },
      { content: 'Test it', status: 'in_progress' },
      { content: 'Ship it', status: 'pending' },
    ]
    await turn.callTodoTool('write_todos', { todos })
    await session.edit({ add: [{ text: 'Tell it' }] }, { actor: board })
    expect(await turn.callTodoTool('write_todos', { todos })).toMatchObject({ ok: false })
    expect(list()).toEqual([
      'k1 1 Write it: completed',
      'k2 2 Test it: in_progress',
      'k3 3 Ship it: pending',
      'k4 4 Tell it: pending',
    ])
    await turn.end()
  })

  it('says the same under the same id once, and nothing else under it', async () => {
    const change = { add: [{ text: 'Tell it' }] }
    const first = await session.edit(change, { actor: ann, id: 'edit of ann' })
    expect(await session.edit(change, { actor: ann, id: 'edit of ann' })).toEqual(first)
    expect(session.state.items).toHaveLength(4)
    await expect(session.edit({ remove: ['k1'] }, { actor: ann, id: 'edit of ann' })).rejects.toMatchObject({
      code: 'id-conflict',
    })
    await expect(session.edit(change, { actor: board, id: 'edit of ann' })).rejects.toMatchObject({
      code: 'id-conflict',
    })
  })
})

it('an agent changes the list with its tools', async () => {
  await expect(session.edit({}, { actor: { kind: 'sub-agent', id: 'b' } })).rejects.toMatchObject({
    code: 'no-outsider',
  })
})

it('a recording is a fact', async () => {
  const read = await ledger.session('r1', {
    profile: profiles.todoWrite,
    recorded: { format: 'neutral', file: 'f' },
  })
  await expect(read.edit({ add: [{ text: 'X' }] }, { actor: ann })).rejects.toMatchObject({
    code: 'is-recording',
  })
})

it('an item of a system that counts ids gets the next one', async () => {
  session = await ledger.session('l1', { profile: profiles.recommended })
  await session.edit({ add: [{ text: 'A' }, { text: 'B' }] }, { actor: ann })
  await session.edit({ remove: ['k2'] }, { actor: ann })
  await session.edit(
    { add: [{ text: 'C', fields: { parent: session.state.items[0]?.id ?? '' } }] },
    { actor: ann },
  )
  expect(session.state.items.map(({ id, text, parent }) => [id, text, parent])).toMatchInlineSnapshot(`
    [
      [
        "1",
        "A",
        null,
      ],
      [
        "3",
        "C",
        "1",
      ],
    ]
  `)
})

function pick(from: object, keys: readonly string[]): object {
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(from, key)]))
}
