import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import type { TodoEvent } from '../src/events.js'
import { type Point, stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profileList, profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { readStateAt } from '../src/snapshots/read-state.js'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.js'
import { arbitrarySession } from '../src/testing/arbitraries/sessions.js'
import { driveSession } from '../src/testing/drive-session.js'
import { countingStore } from './counting-store.js'
import { steppingClock } from './open-session.js'
import { checkSnapshots, snapshotsOf } from './stored-snapshots.js'

const session = 's1'
const reducer = createReducer()

async function* iterate(events: readonly TodoEvent[]): AsyncIterable<TodoEvent> {
  yield* events
}

/** The events with other times: each so many seconds after the one before, or before it. */
function restamped(events: readonly TodoEvent[], jumps: readonly number[]): readonly TodoEvent[] {
  let now = Date.UTC(2026, 0, 5, 10)
  return events.map((event, index) => {
    now += (jumps[index % jumps.length] ?? 1) * 1000
    return { ...event, at: new Date(now) }
  })
}

/** Where in a session to look: the numbers are taken as parts of its length, a little beyond it too. */
interface Look {
  readonly by: 'turn' | 'seq' | 'at' | 'end'
  readonly part: number
}

const arbitraryLook = fc.record<Look>({
  by: fc.constantFrom('turn', 'seq', 'at', 'end'),
  part: fc.double({ min: -0.1, max: 1.1, noNaN: true }),
})

function pointOf({ by, part }: Look, events: readonly TodoEvent[]): Point {
  if (by === 'end') return 'end'
  if (by === 'seq') return { seq: Math.round(part * events.length) }
  if (by === 'turn') return { turn: Math.round(part * (events.at(-1)?.turn ?? 0)) }
  const times = events.map(({ at }) => at.getTime()).toSorted((one, other) => one - other)
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  return { at: new Date(first + Math.round(part * (last - first))) }
}

const arbitraryProfile = fc.constantFrom(...profileList)

describe('the state at any moment', () => {
  it('with snapshots is the one without', async () => {
    let used = 0
    await fc.assert(
      fc.asyncProperty(
        arbitraryProfile.chain((profile) => arbitrarySession(profile).map((steps) => ({ profile, steps }))),
        fc.array(fc.integer({ min: -20, max: 30 }), { minLength: 1, maxLength: 9 }),
        fc.array(fc.tuple(arbitraryLook, fc.integer({ min: 1, max: 12 })), { minLength: 3, maxLength: 12 }),
        async ({ profile, steps }, jumps, looks) => {
          const driven = await driveSession(profile, steps)
          const events = restamped(driven.events, jumps)
          const store = sqliteStore(':memory:')
          await store.append(session, events, { expectedSeq: 0 })
          for (const [look, snapshotInterval] of looks) {
            const point = pointOf(look, events)
            const expected = await stateAt(iterate(events), point, reducer)
            const read = await readStateAt({ store, session, reducer, snapshotInterval }, point)
            expect(read?.state ?? null).toEqual(expected)
            const seq = read?.state.seq ?? 0
            if (read !== null) {
              expect(read.latestAt.getTime()).toBe(Math.max(...events.slice(0, seq).map(({ at }) => +at)))
            }
            used += (read?.from ?? 0) > 0 ? 1 : 0
          }
          expect((await checkSnapshots(store, session, reducer)).bad).toEqual([])
          await store.close()
        },
      ),
      { numRuns: runs(120) },
    )
    expect(used).toBeGreaterThan(0)
  })

  it('is what a live session had, with snapshots that it saved as it went', async () => {
    let checked = 0
    await fc.assert(
      fc.asyncProperty(
        arbitraryProfile.chain((profile) => arbitrarySession(profile).map((steps) => ({ profile, steps }))),
        fc.integer({ min: 1, max: 12 }),
        async ({ profile, steps }, snapshotInterval) => {
          const store = sqliteStore(':memory:')
          const { states } = await driveSession(profile, steps, { store, snapshotInterval })
          const check = await checkSnapshots(store, session)
          expect(check.bad).toEqual([])
          checked += check.checked
          const ledger = openLedger({ store, snapshotInterval, turnLeases: false })
          for (const state of states) expect(await ledger.stateAt(session, { seq: state.seq })).toEqual(state)
        },
      ),
      { numRuns: runs(20) },
    )
    expect(checked).toBeGreaterThan(0)
  })
})

describe('a long session', () => {
  /** A session of many turns with other work, and its store. */
  async function longSession(turns: number) {
    const store = countingStore(sqliteStore(':memory:'))
    const options = { store, clock: steppingClock(), snapshotInterval: 100 }
    const live = await openLedger({ ...options, turnLeases: false }).session(session, {
      profile: profiles.todoManager,
    })
    await live.startRun({ trigger: 'user', text: 'Begin.' })
    for (let number = 1; number <= turns; number += 1) {
      const turn = await live.startTurn()
      await turn.callTodoTool(
        'todo',
        { items: [{ text: `step ${number}`, status: 'in_progress' }] },
        { call: `t${number}` },
      )
      await turn.recordTool({ call: `w${number}`, name: 'Bash', input: {}, ok: true })
      await turn.end()
    }
    return { store, options, live }
  }

  it('is opened, and its states are told, from a hundred events', async () => {
    const { store, options, live } = await longSession(200)
    const events = live.state.seq
    expect(events).toBeGreaterThan(900)
    store.given.count = 0
    const again = await openLedger({ ...options, turnLeases: false }).session(session)
    expect(again.state).toEqual(live.state)
    // The first event for its profile, the one of the snapshot for its hash, and the tail.
    expect(store.given.count).toBeLessThan(2 + 105)
    for (const point of [
      { turn: 150 },
      { seq: 700 },
      { at: new Date(live.state.at - 100_000) },
      'end',
    ] as const) {
      store.given.count = 0
      expect(await openLedger({ ...options, turnLeases: false }).stateAt(session, point)).toEqual(
        await stateAt(store.read(session), point),
      )
      expect(store.given.count).toBeLessThan(events + 2 + 110)
    }
  })

  it('still knows calls that it did not read when it was opened', async () => {
    const { store, options, live } = await longSession(200)
    const again = await openLedger({ ...options, turnLeases: false }).session(session)
    const turn = await again.startTurn()
    const before = again.state.seq
    const told = await turn.callTodoTool(
      'todo',
      { items: [{ text: 'step 3', status: 'in_progress' }] },
      { call: 't3' },
    )
    expect(told).toMatchObject({ ok: true, text: expect.stringContaining('step 3') })
    await turn.recordTool({ call: 'w3', name: 'Bash', input: {}, ok: true })
    await turn.recordResult({ call: 'w4', ok: true })
    expect(again.state.seq).toBe(before)
    await expect(
      turn.callTodoTool('todo', { items: [{ text: 'another', status: 'pending' }] }, { call: 't3' }),
    ).rejects.toMatchObject({ code: 'id-conflict' })
    expect(live.state.seq).toBeLessThan(before)
    await store.close()
  })

  it('is saved by the first long read where no snapshot is, and not where snapshots are off', async () => {
    const { store } = await longSession(0)
    const events = Array.from({ length: 500 }, (_, index): TodoEvent => {
      const data = { role: 'assistant' as const, text: 'On it.' }
      const seq = index + 3
      return {
        id: `m${seq}`,
        session,
        seq,
        turn: 0,
        at: new Date(seq),
        type: 'message.recorded',
        version: 1,
        data,
      }
    })
    await store.append(session, events, { expectedSeq: 2 })
    const seqs = async () => (await snapshotsOf(store, session)).map(({ seq }) => seq)
    await readStateAt({ store, session, snapshotInterval: false }, 'end')
    expect(await seqs()).toEqual([])
    await readStateAt({ store, session, snapshotInterval: 100 }, 'end')
    expect(await seqs()).toEqual([100, 200, 300, 400, 500])
    store.given.count = 0
    expect((await readStateAt({ store, session, snapshotInterval: false }, 'end'))?.from).toBe(0)
    expect(store.given.count).toBe(502)
  })

  it('whose state is long has fewer snapshots', async () => {
    const { store, live } = await longSession(0)
    const items = Array.from({ length: 20 }, (_, index) => ({
      text: `${index} ${'long '.repeat(2000)}`,
      status: 'pending',
    }))
    const turn = await live.startTurn()
    await turn.callTodoTool('todo', { items })
    for (let call = 0; call < 400; call += 1)
      await turn.recordTool({ call: `w${call}`, name: 'Bash', input: {}, ok: true })
    // The state takes some 200,000 characters: one is all that 800 events allow.
    expect(await snapshotsOf(store, session)).toHaveLength(1)
  })
})
