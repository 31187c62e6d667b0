/** A fork is the beginning of its parent, verifies beside it, and a host carries on with it. */

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { StoreError } from '../src/errors.js'
import type { TodoEvent } from '../src/events.js'
import { SessionFork } from '../src/history/fork.js'
import { type Point, stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { initialState, type SessionState } from '../src/state.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { arbitrarySession } from '../src/testing/arbitraries/sessions.js'
import { driveSession, plainAnswer, workTurn } from '../src/testing/drive-session.js'
import { observeEvents } from './observe-events.js'

const forkOf = async (events: AsyncIterable<TodoEvent>, fork: { as: string; until: Point }) =>
  (await observeEvents(events, new SessionFork(fork))).finish()

async function* each(events: readonly TodoEvent[]): AsyncIterable<TodoEvent> {
  yield* events
}

async function all(events: AsyncIterable<TodoEvent>): Promise<readonly TodoEvent[]> {
  const found: TodoEvent[] = []
  for await (const event of events) found.push(event)
  return found
}

/** The state with the parent's name where the fork's stands, also at the beginning of ids. */
function renamed(state: SessionState | null, from: string, to: string): unknown {
  if (state === null) return null
  const rename = (_: string, value: unknown): unknown =>
    typeof value === 'string' && (value === from || /^[/<>=#]/.test(value.slice(from.length)))
      ? value.replace(from, to)
      : value
  return JSON.parse(JSON.stringify(state, rename))
}

const moment = (last: TodoEvent): fc.Arbitrary<Point> =>
  fc.oneof(
    fc.integer({ min: 1, max: last.seq }).map((seq) => ({ seq })),
    fc.integer({ min: 0, max: last.turn }).map((turn) => ({ turn })),
    fc.constant('end' as const),
  )

describe('a fork of any session', () => {
  const table = profileList.map((profile) => [profile.name, profile] as const)
  it.each(table)('under %s', async (_name, profile) => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession(profile), fc.gen(), async (steps, gen) => {
        const { events } = await driveSession(profile, steps)
        const store = memoryStore()
        await store.append('s1', events, { expectedSeq: 0 })
        const before = JSON.stringify(await all(store.read('s1')))
        const last = events.at(-1)
        if (last === undefined) throw new Error('a session has events')
        const until = gen(() => moment(last))

        const fork = (await forkOf(store.read('s1'), { as: 's1-fork', until })) ?? []
        await store.append('s1-fork', fork, { expectedSeq: 0 })

        // The same states up to the moment, and the list as it was then.
        const then = await stateAt(each(events), until)
        const forkedAt = then?.seq ?? 0
        const reducer = createReducer()
        let [old, own] = [initialState, initialState]
        for (const [index, event] of fork.slice(0, forkedAt).entries()) {
          old = reducer.accept(old, events[index] ?? event)
          own = reducer.accept(own, event)
          expect(renamed(own, 's1-fork', 's1')).toEqual(renamed(old, 's1', 's1'))
        }
        expect(old.seq).toBe(forkedAt)
        expect(fork[0]).toMatchObject({ data: { forkedFrom: { session: 's1', seq: forkedAt } } })
        const end = await stateAt(each(fork), 'end')
        expect(end?.items).toEqual(then?.items)
        expect([end?.turn.open, end?.run.open]).toEqual([false, false])
        expect(end?.disagreements).toEqual(then?.disagreements)

        // A host opens it and carries on; the parent stays as it was, and the whole store verifies.
        const ledger = openLedger({ store })
        const session = await ledger.session('s1-fork', { profile })
        expect(session.state.seq).toBe(fork.length)
        const known = fork.find((event) => event.type === 'todos.updated')
        await session.startRun({ trigger: 'user', text: 'Go on.' })
        const turn = await session.startTurn()
        expect(turn.number).toBe((end?.turn.number ?? 0) + 1)
        if (known?.type === 'todos.updated') {
          // Asked again under its call's id, it is the call that the fork holds already.
          const { tool, input, call, reply } = known.data
          expect(await turn.callTodoTool(tool, input, { call })).toEqual({ ok: true, text: reply })
          expect(session.state.turn.todoCalls).toBe(0)
        }
        await turn.recordTool({ call: 'new', name: 'Bash', input: { command: 'make' }, ok: true })
        await turn.end()
        await session.endRun({ text: 'Done.' })
        const replayed = await stateAt(store.read('s1-fork'), 'end')
        expect(replayed).toEqual(session.state)
        expect(JSON.stringify(await all(store.read('s1')))).toBe(before)
        expect(await verifyChain(store)).toMatchObject({ ok: true })
      }),
      { numRuns: runs(12) },
    )
  })
})

describe('a fork', async () => {
  const run = await driveSession(profiles.todoManager, [
    { ...workTurn, times: 3 },
    { ...plainAnswer, text: 'Hm.' },
  ])

  test('in the middle of a turn ends turn and run', async () => {
    const inTurn = run.events.find((event) => event.type === 'tool.called')
    const fork = await forkOf(each(run.events), { as: 'f', until: { seq: inTurn?.seq ?? 0 } })
    expect(fork?.slice(-2).map(({ id, type, data }) => ({ id, type, data }))).toMatchInlineSnapshot(`
      [
        {
          "data": {
            "interrupted": true,
          },
          "id": "f#5",
          "type": "turn.ended",
        },
        {
          "data": {
            "reason": "forked",
            "to": "idle",
            "waitingFor": null,
          },
          "id": "f#6",
          "type": "session.yielded",
        },
      ]
    `)
  })

  test('of a moment that never came is none', async () => {
    expect(await forkOf(each(run.events), { as: 'f', until: { turn: 99 } })).toBeNull()
    expect(await forkOf(each(run.events), { as: 'f', until: { seq: 99 } })).toBeNull()
    expect(await forkOf(each(run.events), { as: 'f', until: { at: new Date(0) } })).toBeNull()
    expect(await forkOf(each([]), { as: 'f', until: 'end' })).toBeNull()
  })

  test('needs an id of its own', async () => {
    await expect(forkOf(each(run.events), { as: 's1', until: 'end' })).rejects.toThrow(
      'needs an id of its own',
    )
    expect(() => new SessionFork({ as: '', until: 'end' })).toThrow('A session id is empty')
  })

  test('of a redacted session holds no secret and no note of it', async () => {
    const store = memoryStore()
    const ledger = openLedger({ store })
    const session = await ledger.session('s', { profile: profiles.todoManager })
    await session.startRun({ trigger: 'user', text: 'The word is xyzzy.' })
    await ledger.redact('s', { secret: 'xyzzy', reason: 'a leak' })
    const turn = await session.startTurn()
    await turn.end()
    const fork = (await forkOf(store.read('s'), { as: 'f', until: 'end' })) ?? []
    expect(fork.map(({ type, seq }) => `${seq} ${type}`)).toMatchInlineSnapshot(`
      [
        "1 session.opened",
        "2 run.started",
        "3 turn.started",
        "4 turn.ended",
        "5 session.yielded",
      ]
    `)
    expect(JSON.stringify(fork)).not.toContain('xyzzy')
    await store.append('f', fork, { expectedSeq: 0 })
    expect(await verifyChain(store)).toMatchObject({ ok: true })
  })

  test('of a forgotten session is refused', async () => {
    const store = memoryStore()
    await store.append('s1', run.events, { expectedSeq: 0 })
    await openLedger({ store }).forget('s1')
    await expect(forkOf(store.read('s1'), { as: 'f', until: 'end' })).rejects.toThrow(StoreError)
  })
})

test('a fork of a recording is live: reminders come, and rules refuse', async () => {
  const store = memoryStore()
  const ledger = openLedger({ store })
  const recorded = { format: 'neutral', file: 'a.jsonl' }
  const session = await ledger.session('s', { profile: profiles.todoManager, recorded })
  await session.startRun({ trigger: 'user', text: 'Go, xyzzy' })
  await ledger.redact('s', { secret: 'xyzzy', reason: 'the seqs of the fork are others' })
  await session.recordNag({ text: 'Update your todos.' })
  const list = {
    items: [
      { text: 'One', status: 'in_progress' },
      { text: 'Two', status: 'in_progress' },
    ],
  }
  const first = await session.startTurn()
  // What the recording says is a fact.
  await first.callTodoTool('todo', list, { call: 'c1', recorded: { ok: true, output: '' } })
  await first.end()
  await store.append('f', (await forkOf(store.read('s'), { as: 'f', until: { turn: 1 } })) ?? [], {
    expectedSeq: 0,
  })

  const fork = await ledger.session('f')
  expect([session.state.recorded, fork.state.recorded]).toEqual([true, false])
  // The turn delivered the reminder, whose id is another in the fork.
  expect(fork.state.undelivered).toEqual([])
  await fork.startRun({ trigger: 'user', text: 'Go on' })
  const reminders: string[] = []
  for (let number = 2; number <= 5; number += 1) {
    const turn = await fork.startTurn()
    if (number === 2) expect(await turn.callTodoTool('todo', list)).toMatchObject({ ok: false })
    await turn.recordTool({ call: `w${number}`, name: 'Bash', input: { command: 'make' }, ok: true })
    reminders.push(...(await turn.end()).reminders)
  }
  expect(reminders).toEqual(['<reminder>Update your todos.</reminder>'])
  expect((await stateAt(store.read('f'), 'end'))?.disagreements).toEqual([])
})
