import { describe, expect, it } from 'vitest'
import { stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { defineRule } from '../src/rules/rule.js'
import { readStateAt } from '../src/snapshots/read-state.js'
import { snapshotIn, snapshotKind, snapshotText } from '../src/snapshots/session-snapshots.js'
import type { EventStore } from '../src/store/event-store.js'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.js'
import { steppingClock } from './open-session.js'
import { checkSnapshots, snapshotsOf } from './stored-snapshots.js'

const session = 's1'
const snapshotInterval = 20
const reducer = createReducer()

/** A store with a session of 100 events or some more, and a snapshot every twenty. */
async function storeOfSession(store: EventStore = sqliteStore(':memory:')): Promise<EventStore> {
  const ledger = openLedger({ store, clock: steppingClock(), snapshotInterval })
  const live = await ledger.session(session, { profile: profiles.todoManager })
  await live.startRun({ trigger: 'user', text: 'Begin.' })
  for (let number = 1; live.state.seq < 110; number += 1) {
    const turn = await live.startTurn()
    await turn.callTodoTool('todo', { items: [{ text: `step ${number}`, status: 'in_progress' }] })
    await turn.end()
  }
  return store
}

/** How many there are, the length of the state decides. */
const some = expect.toSatisfy((count: number) => count > 2)

type Snapshot = NonNullable<ReturnType<typeof snapshotIn>> & { readonly seq: number }
type Change = (snapshot: Snapshot) => Partial<Snapshot>

/** Changes the last snapshot, and makes its digest fit where it shall. Gives its seq. */
async function tamper(store: EventStore, change: Change, fits: boolean): Promise<number> {
  const last = (await snapshotsOf(store, session)).at(-1)
  const kept = last === undefined ? null : snapshotIn(last)
  if (last === undefined || kept === null) throw new Error('There is no snapshot.')
  const { seq, ...changed } = { ...kept, seq: last.seq, ...change({ ...kept, seq: last.seq }) }
  const value = fits ? snapshotText({ session, seq }, changed) : JSON.stringify(changed)
  await store.side?.put(session, [{ kind: snapshotKind, seq, value }], Number.MAX_SAFE_INTEGER - 1)
  return seq
}

const reworded: Change = ({ state }) => ({ state: state.replaceAll('step ', 'leap ') })
const later: Change = ({ state, seq }) => ({
  seq: 999,
  state: state.replace(`"seq":${seq},"at"`, '"seq":999,"at"'),
})

/** What is done to a snapshot, and whether its digest is made to fit. */
const seen: readonly (readonly [string, Change, fits: boolean])[] = [
  ['whose state was changed', reworded, false],
  ['whose digest was changed', () => ({ digest: 'f'.repeat(64) }), false],
  ['whose turn was changed', () => ({ turn: 1 }), false],
  ['whose time was changed', () => ({ latestAt: 0 }), false],
  ['whose hash was changed', () => ({ hash: 'f'.repeat(64) }), false],
  ['with the hash of another log', () => ({ hash: 'f'.repeat(64) }), true],
  ['with no state', () => ({ state: '{}' }), true],
  ['with no text of a value', () => ({ state: '{"seq":' }), true],
  ['with half a state', ({ state }) => ({ state: state.replace('"items":', '"titles":') }), true],
  ['of another session', ({ state }) => ({ state: state.replace('"s1"', '"s2"') }), true],
  ['beyond the log', later, true],
]

describe('a snapshot', () => {
  it.each(seen)('%s is never believed, and is made anew', async (_what, change, fits) => {
    const store = await storeOfSession()
    const expected = await stateAt(store.read(session), 'end', reducer)
    const seq = await tamper(store, change, fits)
    expect((await checkSnapshots(store, session)).bad).toMatchObject([{ session, seq }])
    const source = { store, session, snapshotInterval }
    expect((await readStateAt(source, 'end'))?.state).toEqual(expected)
    expect((await checkSnapshots(store, session)).bad).toEqual([])
    expect(await readStateAt(source, 'end')).toMatchObject({
      state: expected,
      from: expect.toSatisfy((seq: number) => seq >= 80),
    })
  })

  it.each([
    ['state', reworded],
    ['turn', () => ({ turn: 1 })],
    ['time', () => ({ latestAt: 0 })],
  ] satisfies [string, Change][])(
    'whose %s was changed and all made to fit is found by the comparison',
    async (_what, change) => {
      const store = await storeOfSession()
      expect(await checkSnapshots(store, session)).toMatchObject({ checked: some, outdated: 0, bad: [] })
      const seq = await tamper(store, change, true)
      expect((await checkSnapshots(store, session)).bad).toMatchObject([
        { session, seq, message: expect.stringContaining(`event ${seq} `) },
      ])
    },
  )

  it('of another reducer gives way to new ones when the session is read', async () => {
    const store = await storeOfSession()
    const expected = await stateAt(store.read(session), 'end', reducer)
    for (const version of [1, 2]) {
      const own = createReducer([defineRule({ id: 'own', version, check: () => [] })])
      const source = { store, session, reducer: own, snapshotInterval }
      expect((await readStateAt(source, 'end'))?.from).toBe(0)
      expect(await readStateAt(source, 'end')).toMatchObject({
        state: expected,
        from: expect.toSatisfy((seq: number) => seq >= 80),
      })
      expect(await checkSnapshots(store, session)).toMatchObject({ checked: 0, outdated: some, bad: [] })
    }
  })

  it('is lost with what was taken out of its session, and none of the time before comes', async () => {
    const store = await storeOfSession()
    const [old] = (await snapshotsOf(store, session)).slice(-1)
    const stale = await openLedger({ store, snapshotInterval, turnLeases: false }).session(session)
    const expectedSeq = stale.state.seq
    const replace = (data: { readonly [key: string]: unknown }) =>
      JSON.parse(JSON.stringify(data).replaceAll('step', '[gone]'))
    const redaction = { id: 'r1', at: new Date(0), reason: 'a test', replace }
    const { lastSeq } = await store.redact(session, redaction, { expectedSeq })
    if (old === undefined) throw new Error('There was no snapshot.')
    // What another process made before, and comes too late with.
    expect(await store.side?.put(session, [old], expectedSeq)).toBe(false)
    expect(await snapshotsOf(store, session)).toEqual([])
    // A session that was open holds the old texts until it reads what happened.
    await stale.startTurn()
    expect(JSON.stringify(stale.state)).not.toContain('step')
    await store.side?.remove(session, snapshotKind)
    const read = await readStateAt({ store, session, snapshotInterval }, { seq: lastSeq - 2 })
    expect(JSON.stringify(read?.state)).not.toContain('step')
    expect((await snapshotsOf(store, session)).length).toEqual(some)
    expect(JSON.stringify(await snapshotsOf(store, session))).not.toContain('step')
    expect((await checkSnapshots(store, session)).bad).toEqual([])
  })

  it('that fails to be kept or read stops neither states nor events', async () => {
    const store = sqliteStore(':memory:')
    for (const broken of ['put', 'remove', 'newest'] as const) {
      Object.defineProperty(store.side, broken, { value: () => Promise.reject(new Error('no room')) })
      await storeOfSession(store)
    }
    expect((await readStateAt({ store, session, snapshotInterval }, 'end'))?.state.seq).toBeGreaterThan(100)
  })
})
