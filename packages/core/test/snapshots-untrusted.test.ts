import { describe, expect, it } from 'vitest'
import { stateAt } from '../src/history.js'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { createReducer } from '../src/reducer.js'
import { defineRule } from '../src/rules/rule.js'
import { checkSnapshots } from '../src/snapshots/check-snapshots.js'
import { readStateAt } from '../src/snapshots/read-state.js'
import { digestOfSnapshot } from '../src/snapshots/session-snapshots.js'
import {
  type SnapshotStore,
  type StoredSnapshot,
  snapshotsOf as snapshotsIn,
} from '../src/snapshots/snapshot-store.js'
import type { EventStore } from '../src/store/event-store.js'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.js'
import { steppingClock } from './open-session.js'

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

function snapshotsOf(store: EventStore): SnapshotStore {
  const snapshots = snapshotsIn(store)
  if (snapshots === undefined) throw new Error('The store keeps no snapshots.')
  return snapshots
}

async function all(store: EventStore): Promise<readonly StoredSnapshot[]> {
  const list: StoredSnapshot[] = []
  for await (const snapshot of snapshotsOf(store).list(session)) list.push(snapshot)
  return list
}

/** Changes the last snapshot and puts it back in its place. */
async function tamper(
  store: EventStore,
  change: (snapshot: StoredSnapshot) => Partial<StoredSnapshot>,
  fit: boolean,
): Promise<StoredSnapshot> {
  const [last] = (await all(store)).slice(-1)
  if (last === undefined) throw new Error('There is no snapshot.')
  const changed = { ...last, ...change(last) }
  const bad = fit ? { ...changed, digest: digestOfSnapshot(changed) } : changed
  await snapshotsOf(store).save(bad, Number.MAX_SAFE_INTEGER - 1)
  return bad
}

const reworded = ({ state }: StoredSnapshot) => ({ state: state.replaceAll('step ', 'leap ') })

/** What is done to a snapshot, whether its digest is made to fit, and what `checkSnapshots` calls it. */
const seen: readonly (readonly [
  string,
  (snapshot: StoredSnapshot) => Partial<StoredSnapshot>,
  boolean,
  'damaged' | 'foreign' | null,
])[] = [
  ['whose state was changed', reworded, false, 'damaged'],
  ['whose digest was changed', () => ({ digest: 'f'.repeat(64) }), false, 'damaged'],
  ['whose turn was changed', () => ({ turn: 1 }), false, 'damaged'],
  ['whose time was changed', () => ({ latestAt: 0 }), false, 'damaged'],
  ['whose hash was changed', () => ({ hash: 'f'.repeat(64) }), false, 'damaged'],
  ['with the hash of another log', () => ({ hash: 'f'.repeat(64) }), true, 'foreign'],
  ['with no state', () => ({ state: '{}' }), true, 'damaged'],
  ['with no text of a value', () => ({ state: '{"seq":' }), true, 'damaged'],
  ['with half a state', ({ state }) => ({ state: state.replace('"items":', '"titles":') }), true, 'damaged'],
  [
    'with the state of another session',
    ({ state }) => ({ state: state.replace('"session":"s1"', '"session":"s2"') }),
    true,
    'damaged',
  ],
]

describe('in a side table', () => {
  const open = () => sqliteStore(':memory:')

  it.each(seen)('a snapshot %s is never believed, and is made anew', async (_what, change, fit, problem) => {
    const store = await storeOfSession(open())
    const expected = await stateAt(store.read(session), 'end', reducer)
    const bad = await tamper(store, change, fit)
    const check = await checkSnapshots(store, session)
    expect(check.bad.map((found) => [found.seq, found.problem])).toEqual(
      problem === null ? [] : [[bad.seq, problem]],
    )
    expect(check.outdated).toBe(problem === null ? 1 : 0)
    const read = await readStateAt({ store, session, snapshotInterval }, 'end')
    expect(read?.state).toEqual(expected)
    expect(read?.from).toBeGreaterThan(0)
    expect(read?.from).toBeLessThan(bad.seq)
    expect((await openLedger({ store, turnLeases: false }).session(session)).state).toMatchObject({
      items: expected?.items,
    })
    const after = await checkSnapshots(store, session)
    expect(after.bad).toEqual([])
    const again = await readStateAt({ store, session, snapshotInterval }, 'end')
    expect(again?.from).toBeGreaterThan(read?.from ?? 0)
    await store.close()
  })

  it('a snapshot beyond the log is not believed', async () => {
    const store = await storeOfSession(open())
    const expected = await stateAt(store.read(session), 'end', reducer)
    await tamper(
      store,
      ({ state, seq }) => ({ seq: 999, state: state.replace(`"seq":${seq},"at"`, '"seq":999,"at"') }),
      true,
    )
    expect((await readStateAt({ store, session, snapshotInterval }, 'end'))?.state).toEqual(expected)
    expect((await checkSnapshots(store, session)).bad).toMatchObject([{ seq: 999, problem: 'foreign' }])
    await store.close()
  })

  it.each([
    ['state', reworded],
    ['turn', () => ({ turn: 1 })],
    ['time', () => ({ latestAt: 0 })],
  ])(
    'a snapshot whose %s was changed and all made to fit is found by the comparison',
    async (_what, change) => {
      const store = await storeOfSession(open())
      const before = await checkSnapshots(store, session)
      expect(before.bad).toEqual([])
      expect(before.checked).toBeGreaterThan(2)
      const bad = await tamper(store, change, true)
      expect((await checkSnapshots(store, session)).bad).toMatchObject([
        {
          session,
          seq: bad.seq,
          problem: 'wrong-state',
          message: expect.stringContaining(`event ${bad.seq} `),
        },
      ])
      await store.close()
    },
  )

  it('snapshots of another reducer give way to new ones when a long session is read', async () => {
    const store = await storeOfSession(open())
    const before = await all(store)
    const rule = (version: number) => defineRule({ id: 'own', version, check: () => [] })
    const read = await readStateAt(
      { store, session, reducer: createReducer([rule(1)]), snapshotInterval },
      'end',
    )
    expect(read?.from).toBe(0)
    const made = await all(store)
    expect(made.length).toBeGreaterThan(2)
    expect(new Set(made.map((snapshot) => snapshot.reducer)).size).toBe(1)
    expect(new Set([...made, ...before].map((snapshot) => snapshot.reducer)).size).toBe(2)
    const other = await readStateAt(
      { store, session, reducer: createReducer([rule(2)]), snapshotInterval },
      'end',
    )
    expect(other?.from).toBe(0)
    expect(other?.state).toEqual(read?.state)
    await store.close()
  })

  it('a session whose contents were taken out loses its snapshots, and gets none of the time before', async () => {
    const store = open()
    await storeOfSession(store)
    const snapshots = snapshotsOf(store)
    const [old] = (await all(store)).slice(-1)
    const stale = await openLedger({ store, snapshotInterval, turnLeases: false }).session(session)
    const expectedSeq = stale.state.seq
    const replace = (data: { readonly [key: string]: unknown }) =>
      JSON.parse(JSON.stringify(data).replaceAll('step', '[gone]'))
    const redaction = { id: 'r1', at: new Date(0), reason: 'a test', replace }
    const { lastSeq } = await store.redact(session, redaction, { expectedSeq })
    expect(await all(store)).toEqual([])
    if (old === undefined) throw new Error('There was no snapshot.')
    // What another process made before, and comes too late with.
    expect(await snapshots.save(old, expectedSeq)).toBe(false)
    expect(await all(store)).toEqual([])
    // A session that was open holds the old texts until it reads what happened.
    await stale.startTurn()
    expect(JSON.stringify(stale.state)).not.toContain('step')
    expect((await all(store)).length).toBeGreaterThan(3)
    await snapshots.drop(session)
    const read = await readStateAt({ store, session, snapshotInterval }, { seq: lastSeq - 2 })
    expect(JSON.stringify(read?.state)).not.toContain('step')
    const made = await all(store)
    expect(made.length).toBeGreaterThan(2)
    expect(JSON.stringify(made)).not.toContain('step')
    expect((await checkSnapshots(store, session)).bad).toEqual([])
    await store.close()
  })
})

it('a store whose snapshots fail still gives states and takes events', async () => {
  const fail = () => Promise.reject(new Error('no room'))
  const store = sqliteStore(':memory:')
  for (const broken of ['put', 'remove', 'newest'] as const) {
    Object.defineProperty(store.side, broken, { value: fail })
    await storeOfSession(store)
  }
  expect((await readStateAt({ store, session, snapshotInterval }, 'end'))?.state.seq).toBeGreaterThan(100)
})
