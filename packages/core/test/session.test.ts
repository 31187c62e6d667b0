import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { HostError } from '../src/errors.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { defineRule } from '../src/rules/rule.js'
import type { SessionState } from '../src/state.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { collect, openSession, readAll, rows, steppingClock } from './open-session.js'

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
