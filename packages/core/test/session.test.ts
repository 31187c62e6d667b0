import { codex } from '@todo-ledger/recordings/agents'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it, test, vi } from 'vitest'
import { runs } from '../../../test/random.js'
import { HostError } from '../src/errors.js'
import { stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profileNamed, profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { defineRule } from '../src/rules/rule.js'
import { readStateAt } from '../src/snapshots/read-state.js'
import type { SessionState } from '../src/state.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { countingStore } from './counting-store.js'
import { collect, openSession, readAll, rows, steppingClock } from './open-session.js'
import { checkSnapshots } from './stored-snapshots.js'

const list = (text: string, status = 'pending') => ({ items: [{ text, status }] })

describe('parallel todo calls', () => {
  it('that the host does not wait for are done one after the other', async () => {
    const session = await openSession(profiles.todoManager)
    const turn = await session.startTurn()
    await Promise.all(Array.from({ length: 20 }, (_, index) => turn.callTodoTool('todo', list(`t${index}`))))
    expect(rows(session)).toEqual([['1', 't19', 'pending']])
    expect(session.state.turn.updates).toBe(20)
  })
})

describe('what is done to a session at the same time', () => {
  it('is done in the order in which it was asked for, also by listeners and where some of it fails', async () => {
    const step = fc.constantFrom('record', 'record', 'fail', 'wait', 'record and wait')
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: 2, max: 5 }),
        async (steps, often) => {
          const session = await openSession(profiles.todoManager)
          const events = collect(session)
          await session.startTurn()
          const asked: string[] = []
          const under: Promise<unknown>[] = []
          const record = () => {
            asked.push(`message ${asked.length + 1}`)
            under.push(session.recordMessage({ text: asked.at(-1) ?? '' }))
          }
          session.on('event', ({ event }) => {
            if (event.seq % often === 0 && asked.length < 60) record()
          })
          for (const each of steps) {
            if (each.startsWith('record')) record()
            if (each === 'fail') under.push(expect(session.startTurn()).rejects.toThrow('still open'))
            if (each.endsWith('wait')) await Promise.resolve()
          }
          for (let done = 0; done < under.length; done += 1) await under[done]
          const texts = events.flatMap(({ type, data }) => (type === 'message.recorded' ? [data.text] : []))
          expect(texts).toEqual(asked)
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('resuming', () => {
  it('ends a turn that a crash left open and hands out what was not delivered', async () => {
    const store = memoryStore()
    const clock = steppingClock()
    const session = await openLedger({ store, clock, turnLeases: false }).session('s1', {
      profile: profiles.todoManager,
    })
    await session.startRun({ trigger: 'user', text: '' })
    for (const call of ['c1', 'c2', 'c3']) {
      const turn = await session.startTurn()
      await turn.recordTool({ call, name: 'Bash', input: {}, ok: true })
      await turn.end()
    }
    await session.startTurn()

    const ledger = openLedger({ store, clock, turnLeases: false })
    const resumed = await ledger.session('s1')
    expect(resumed.profile.name).toBe('todo-manager')
    expect(resumed.state.turn).toMatchObject({ number: 4, open: false })
    expect((await readAll(ledger.events('s1'))).at(-1)).toMatchObject({
      type: 'turn.ended',
      data: { interrupted: true },
    })
    expect(resumed.pending()).toEqual([])
    await resumed.startTurn()
  })

  it('knows the profile of the log', async () => {
    const store = memoryStore()
    await openLedger({ store, turnLeases: false }).session('s1', {
      profile: profiles.todoManager.with({ maxItems: 2 }),
    })
    const resumed = await openLedger({ store, turnLeases: false }).session('s1')
    expect(resumed.profile.settings['maxItems']).toBe(2)
    await expect(
      openLedger({ store, turnLeases: false }).session('s1', { profile: profiles.todoWrite }),
    ).rejects.toThrowErrorMatchingInlineSnapshot(
      `[HostError: Session "s1" runs under profile todo-manager, not todo-write. Open it with todo-manager or name a new session.]`,
    )
    await expect(
      openLedger({ store, turnLeases: false }).session('new'),
    ).rejects.toThrowErrorMatchingInlineSnapshot(
      `[HostError: Session "new" is new. Say under which profile it runs: a profile, such as profiles.todoManager, or the name of one.]`,
    )
  })
})

describe('a lost race', () => {
  async function twoHosts() {
    const store = memoryStore()
    const one = await openLedger({ store, turnLeases: false }).session('s1', {
      profile: profiles.todoManager,
    })
    await one.startRun({ trigger: 'user', text: '' })
    return { store, one, other: await openLedger({ store, turnLeases: false }).session('s1') }
  }

  it('for a turn is lost by one of two hosts, which has reloaded and can go on', async () => {
    const { one, other } = await twoHosts()
    const outcomes = await Promise.allSettled([one.startTurn(), other.startTurn()])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected'])
    expect(outcomes[1]).toMatchObject({ reason: { code: 'turn-open' } })
    expect(other.state).toEqual(one.state)
  })

  it('for an update is decided anew: its turn is over, and changes nothing', async () => {
    const { store, one, other } = await twoHosts()
    const turn = await one.startTurn()
    const stale = openLedger({ store, turnLeases: false }).session('s1') // resuming ends the turn that is open
    await stale
    const lost = turn.callTodoTool('todo', list('ours'), { call: 'c1' })
    await expect(lost).rejects.toMatchObject({ code: 'turn-over' })
    const again = await other.startTurn()
    await again.callTodoTool('todo', list('ours'), { call: 'c1' })
    expect(rows(other)).toEqual([['1', 'ours', 'pending']])
  })
})

describe("a host's misuse", () => {
  const table: readonly (readonly [
    string,
    (session: Awaited<ReturnType<typeof openSession>>) => Promise<unknown>,
  ])[] = [
    ['turn-open', async (session) => session.startTurn().then(() => session.startTurn())],
    [
      'turn-open',
      async (session) => session.startTurn().then(() => session.startRun({ trigger: 'user', text: '' })),
    ],
    ['turn-open', async (session) => session.startTurn().then(() => session.endRun())],
    ['no-run', async (session) => session.endRun().then(() => session.startTurn())],
    ['no-run', async (session) => session.endRun().then(() => session.endRun())],
    [
      'turn-over',
      async (session) => {
        const turn = await session.startTurn()
        await turn.end()
        await turn.end()
      },
    ],
    [
      'unknown-tool',
      async (session) => {
        const turn = await session.startTurn()
        await turn.callTodoTool('Bash', {})
      },
    ],
  ]
  it.each(table)('is an error: %s', async (code, misuse) => {
    const session = await openSession(profiles.todoManager)
    await expect(misuse(session)).rejects.toSatisfy(
      (error) => error instanceof HostError && error.code === code,
    )
  })
})

it('tells its listeners of each change, with patches that lead there', async () => {
  const session = await openSession(profiles.todoManager)
  const seen: [number, number][] = []
  session.on('change', ({ state, patches, event }) => {
    expectTypeOf(state).toEqualTypeOf<SessionState>()
    seen.push([event.seq, patches.length])
    expect(state).toBe(session.state)
  })
  const turn = await session.startTurn()
  await turn.callTodoTool('todo', list('a'))
  expect(seen.map(([seq]) => seq)).toEqual([3, 4])
  expect(seen.every(([, patches]) => patches > 0)).toBe(true)
})

it('what a listener throws is no failure of what is recorded: it is told once, and the error stands alone', async () => {
  const session = await openSession(profiles.todoManager)
  const thrown: unknown[] = []
  const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((work) => {
    expect(work).toThrow('Mine')
    thrown.push(work)
  })
  const events = collect(session)
  session.on('event', () => {
    throw new Error('Mine')
  })
  const { seq } = session.state
  await session.recordMessage({ text: 'There.' })
  later.mockRestore()
  expect(events.map((event) => event.seq)).toEqual([seq + 1])
  expect([session.state.seq, thrown.length]).toEqual([seq + 1, 1])
})

it('an id that is no text is refused, and nothing is recorded', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s', { profile: 'todo-manager' })
  await session.startRun({ trigger: 'user', text: '' })
  const turn = await session.startTurn()
  const { seq } = session.state
  const work = { name: 'Bash', input: {}, ok: true }
  const ids: readonly unknown[] = [7, null, {}]
  for (const id of ids as readonly never[])
    for (const misuse of [
      () => ledger.session(id, { profile: 'loki' }),
      () => session.callTodoTool({ call: id, name: 'todo', input: { items: [] } }),
      () => session.recordMessage({ id, text: '' }),
      () => turn.callTodoTool('todo', { items: [] }, { call: id }),
      () => turn.recordTool({ ...work, call: id }),
      () => turn.recordResult({ call: id, ok: true }),
      () => session.recordMessage({ text: '', actor: { kind: 'agent', id } }),
    ])
      await expect(misuse()).rejects.toMatchObject({ code: 'bad-id' })
  expect(session.state.seq).toBe(seq)
})

it('own rules are in force where the profile does not set them', async () => {
  const noShouting = defineRule({
    id: 'no-shouting',
    version: 1,
    check: (next) =>
      next.items
        .filter((item) => item.text === item.text.toUpperCase())
        .map((item) => ({ message: `Item ${item.id} shouts`, item: item.id, fix: 'Use small letters.' })),
  })
  const session = await openSession(profiles.todoManager, { rules: [noShouting] })
  const turn = await session.startTurn()
  expect(await turn.callTodoTool('todo', list('HELLO'))).toMatchObject({
    ok: false,
    text: 'Error: Item 1 shouts',
  })
  expect(await turn.callTodoTool('todo', list('hello'))).toMatchObject({ ok: true })
})

it('a session that was let go is opened from the store again', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Go on' })
  expect(await ledger.session('s')).toBe(session)
  ledger.release('s')
  const again = await ledger.session('s')
  expect(again).not.toBe(session)
  expect(again.state).toEqual(session.state)
})

it('a call whose answer was lost is told with the time that it was stored with', async () => {
  const inner = memoryStore()
  const store = countingStore(inner)
  let loses = false
  let isAway = false
  const losing = {
    ...store,
    append: async (...[session, events, options]: Parameters<typeof store.append>) => {
      const result = await inner.append(session, events, options)
      isAway = loses
      if (loses) throw new Error('The answer was lost.')
      return result
    },
    // Nor can it be asked what became of it.
    async *read(...[session, range]: Parameters<typeof store.read>) {
      if (isAway) throw new Error('There is no answer.')
      yield* inner.read(session, range)
    },
  }
  const ledger = openLedger({ store: losing, clock: steppingClock(), snapshotInterval: 1 })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const call = () =>
    turn.callTodoTool('todo', { items: [{ text: 'a', status: 'in_progress' }] }, { call: 'c1' })
  loses = true
  await expect(call()).rejects.toThrow('lost')
  loses = false
  isAway = false
  const told = collect(session)
  const reply = await call()
  expect(reply.ok).toBe(true)
  const replayed = await stateAt(inner.read('s1'), 'end')
  expect(session.state).toEqual(replayed)
  expect(told.map(({ type, at }) => [type, at.getTime()])).toEqual([['todos.updated', replayed?.at]])
  expect((await checkSnapshots(inner, 's1')).bad).toEqual([])
})

/** What is no date, though a host in JavaScript can give it. */
const noDates: readonly (readonly [name: string, given: unknown])[] = [
  ['a Date without a time', new Date(Number.NaN)],
  ['no number', Number.NaN],
  ['a number', Date.UTC(2026, 0, 5)],
  ['a text', '2026-01-05T10:00:00Z'],
  ['nothing', undefined],
  ['null', null],
  ['a promise', Promise.resolve(new Date(0))],
]

test.each(noDates)('a clock that gives %s is refused, and nothing is recorded', async (_, given) => {
  let isBroken = false
  const clock = () => (isBroken ? given : new Date(0))
  const ledger = openLedger({ store: memoryStore(), ...Object({ clock }) })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  isBroken = true
  await expect(session.startRun({ trigger: 'user', text: '' })).rejects.toMatchObject({
    code: 'bad-date',
    message: expect.stringMatching(/^What the clock of the ledger gave is .*, and must be a Date\./),
  })
  isBroken = false
  await session.startRun({ trigger: 'user', text: '' })
  expect(await readAll(ledger.events('s1'))).toHaveLength(2)
})

test.each(noDates.filter(([, given]) => given !== undefined))(
  'so is %s that a host gives with what it records',
  async (_, at) => {
    const ledger = openLedger({ store: memoryStore() })
    const session = await ledger.session('s1', { profile: profiles.todoManager })
    const input = { trigger: 'user', text: '', ...Object({ at }) } as const
    await expect(session.startRun(input)).rejects.toMatchObject({ code: 'bad-date' })
    expect(await readAll(ledger.events('s1'))).toHaveLength(1)
  },
)

const todos = (...texts: readonly string[]) => ({
  todos: texts.map((content, index) => ({ content, status: index === 0 ? 'in_progress' : 'pending' })),
})

test('says that the first was rolled back, and what the list is now', async () => {
  const session = await openSession(profiles.todoListMiddleware)
  const before = await session.startTurn()
  await before.callTodoTool('write_todos', todos('Plan it'))
  await before.end()
  const turn = await session.startTurn()
  await turn.callTodoTool('write_todos', todos('Plan it', 'Write it'), { call: 'c1' })
  const second = await turn.callTodoTool('write_todos', todos('Test it'), { call: 'c2' })
  expect(second.text).toMatchInlineSnapshot(`
    "Error: The todo list may be updated only once in a turn

    The update that came before it in this response was rolled back. The todo list is now:
    {"todos":[{"content":"Plan it","status":"in_progress"}]}"
  `)
  expect(rows(session)).toEqual([['1', 'Plan it', 'in_progress']])
  // The third finds nothing to roll back, and a repeated call gets its answer again.
  const third = await turn.callTodoTool('write_todos', todos('Ship it'), { call: 'c3' })
  expect(third.text).not.toContain('rolled back')
  expect(await turn.callTodoTool('write_todos', todos('Test it'), { call: 'c2' })).toEqual(second)
})

const profile = 'todo-list-middleware'

test('those that were longest not asked for go, and are read again', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 2 })
  const open = (id: string) => ledger.session(id, { profile })
  const first = await open('first')
  await first.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await first.startTurn()
  await turn.callTodoTool('write_todos', { todos: [{ content: 'Write it', status: 'in_progress' }] })
  await turn.end()
  const second = await open('second')
  expect(await open('first')).toBe(first)
  const third = await open('third')
  expect(await open('first')).toBe(first)
  expect(await open('third')).toBe(third)
  expect(await open('second')).not.toBe(second)
  const again = await open('first')
  expect(again).not.toBe(first)
  expect(again.state.items).toMatchObject([{ text: 'Write it' }])
  await again.startTurn()
  // Somebody who still has the old object goes on with it: it reads what the other did.
  await first.recordMessage({ text: 'There.' })
  expect(first.state.seq).toBe(again.state.seq + 1)
})

test('sessions with long lists go before there are too many of them', async () => {
  const ledger = openLedger({ store: memoryStore(), redaction: false })
  const ids = ['one', 'two', 'three']
  const add = Array.from({ length: 11 }, () => ({ text: 'x'.repeat(1_000_000) }))
  const written = []
  for (const id of ids) {
    const session = await ledger.session(id, { profile: 'recommended' })
    await session.edit({ add }, { actor: { kind: 'person', id: 'ada' } })
    written.push(session)
  }
  // Of their 33 million characters at most 32 stay.
  for (const [place, id] of [...ids.entries()].toReversed())
    expect((await ledger.session(id)) === written[place]).toBe(place > 0)
})

test('one with a turn under way or with listeners stays', async () => {
  const ledger = openLedger({ store: memoryStore(), sessionsInMemory: 1 })
  const working = await ledger.session('working', { profile })
  await working.startRun({ trigger: 'user', text: 'Begin.' })
  await working.startTurn()
  const listening = await ledger.session('listening', { profile })
  listening.on('event', () => undefined)
  const idle = await ledger.session('idle', { profile })
  await ledger.session('last', { profile })
  expect(await ledger.session('idle')).not.toBe(idle)
  expect(await ledger.session('listening')).toBe(listening)
  expect(await ledger.session('working')).toBe(working)
})

test('one that is let go of by name is opened anew', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const held = await ledger.session('held', { profile })
  await held.recordMessage({ text: 'hunter2-the-secret' })
  await ledger.redact('held', { secret: 'hunter2-the-secret' })
  expect(await ledger.session('held')).toBe(held)
  ledger.release('held')
  expect(await ledger.session('held')).not.toBe(held)
})

describe('a shared session', () => {
  test('that two processes begin at the same time is begun once, and both go on with it', async () => {
    const store = memoryStore()
    const open = () => openLedger({ store }).session('s1', { profile: 'todo-manager', openTurn: 'join' })
    const [first, second] = await Promise.all([open(), open()])
    await first.startRun({ trigger: 'user', text: 'Begin.' })
    expect((await readAll(store.read('s1'))).map(({ type }) => type)).toEqual([
      'session.opened',
      'run.started',
    ])
    await second.refresh()
    expect(second.state).toEqual(first.state)
  })

  test('that two processes begin under different profiles is that of the first', async () => {
    const store = memoryStore()
    const open = (profile: string) => openLedger({ store }).session('s1', { profile, openTurn: 'join' })
    const [first, second] = await Promise.allSettled([open('todo-manager'), open('loki')])
    expect(first).toMatchObject({ status: 'fulfilled', value: { profile: { name: 'todo-manager' } } })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'profile-mismatch' } })
  })
})

test('core alone verifies and replays it; only to drive it on, the profile is asked for', async () => {
  const store = memoryStore()
  const session = await openLedger({ store, turnLeases: false }).session('s1', { profile: codex.profile })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const plan = ['a', 'b'].map((step) => ({ step, status: 'in_progress' }))
  await turn.callTodoTool('update_plan', { plan })
  await turn.end()

  expect(profileNamed('codex')).toBeUndefined()
  const ledger = openLedger({ store, turnLeases: false })
  const events = await readAll(ledger.events('s1'))
  const [opened] = events
  expect(opened?.type === 'session.opened' && opened.data.rules.map(({ id }) => id)).toEqual(
    codex.profile.rules.map(({ id }) => id),
  )
  expect(await verifyChain(store)).toMatchObject({ ok: true, events: events.length })
  const then = await stateAt(ledger.events('s1'), 'end')
  expect(then).toEqual(session.state)
  // The rules of the log judge again, and say what they said.
  expect(then?.disagreements).toEqual([])
  expect(
    events.flatMap((event) =>
      event.type === 'todos.updated' ? event.data.flags.map(({ rule }) => rule) : [],
    ),
  ).toContain('single-in-progress')
  expect((await readStateAt({ store, reducer: createReducer(), session: 's1' }, 'end'))?.state).toEqual(then)

  await expect(ledger.session('s1')).rejects.toMatchObject({
    code: 'unknown-profile',
    message: expect.stringContaining('Pass it as profile'),
  })
  const again = await openLedger({ store, turnLeases: false }).session('s1', { profile: codex.profile })
  expect(again.state).toEqual(then)
})
