/** The contract of pruned turns: what comes after them is as it was, and nobody is told what they were. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forkOf } from '../../history/fork.js'
import { itemLives } from '../../history/item-lives.js'
import { stateAt } from '../../history.js'
import type { PruneOptions } from '../../ledger/prune-session.js'
import { openLedger } from '../../ledger.js'
import { profileList } from '../../profiles/builtin-profiles.js'
import type { Session } from '../../session.js'
import { checkSnapshots } from '../../snapshots/check-snapshots.js'
import type { SessionState } from '../../state.js'
import { checkInclusion, proveInclusion } from '../../store/chain/inclusion-proof.js'
import { verifyChain } from '../../store/chain/verify-chain.js'
import type { ChainedStore } from '../../store/chained-store.js'
import { arbitrarySession } from '../arbitraries/host-steps.js'
import { driveSession } from '../drive-session.js'
import { withChainedStore } from './chain.js'
import { collect, type StoreUnderTest } from './store-under-test.js'

const s1 = 's1'

/** A state without what pruning says of itself. */
function plain(state: SessionState | null): object | null {
  if (state === null) return null
  const { pruned: _, ...rest } = state
  return rest
}

/** Declares the tests of pruned sessions. A store that keeps no chains passes them by. */
export function pruneContract(under: StoreUnderTest): void {
  describe('a pruned session', () => {
    test('is what it was from the last pruned turn on, and nothing before', async (context) => {
      // A store for each run: a session of the kit has always the same id.
      const withNew = (run: (store: ChainedStore) => Promise<void>) =>
        withChainedStore(under, context.skip, run)
      await withNew(async () => undefined)
      let pruned = 0
      await fc.assert(
        fc.asyncProperty(
          fc
            .constantFrom(...profileList)
            .chain((profile) =>
              arbitrarySession(profile, { maxSteps: 6, several: true }).map((steps) => ({ profile, steps })),
            ),
          fc.nat(4),
          ({ profile, steps }, keepTurns) =>
            withNew(async (store) => {
              await driveSession(profile, steps, { store, snapshotInterval: 7 })
              const before = await collect(store.read(s1))
              const lastSeq = before.length
              const { head } = await verifyChain(store)
              if (head === null) throw new Error('There is no anchor.')
              const proofs = []
              for (const seq of [1, 2, lastSeq])
                proofs.push(await proveInclusion(store, { session: s1, seq }))
              const [listed] = (await store.listSessions()).sessions
              const ledger = openLedger({ store, clock: () => new Date(0) })
              const [dry] = await ledger.prune({ keepTurns, dryRun: true })
              expect(await collect(store.read(s1))).toEqual(before)
              const [pruning] = await ledger.prune({ keepTurns })
              const check = await verifyChain(store, [head])
              expect(check).toMatchObject({ ok: true })
              for (const proof of proofs) expect(checkInclusion(proof, head)).toMatchObject({ ok: true })
              expect(await checkSnapshots(store, s1)).toMatchObject({ bad: [] })
              if (pruning === undefined) return
              pruned += 1
              expect(dry).toEqual({ ...pruning, seq: null, wiped: true })
              expect(pruning.turnsLeft).toBeGreaterThanOrEqual(keepTurns)
              const events = () => store.read(s1)
              const beforeEvents = async function* () {
                yield* before
              }
              for (const seq of momentsAround(pruning.lastSeq, lastSeq)) {
                if (seq < pruning.lastSeq) {
                  await expect(stateAt(events(), { seq })).rejects.toMatchObject({ code: 'pruned' })
                  await expect(ledger.stateAt(s1, { seq })).rejects.toMatchObject({ code: 'pruned' })
                  continue
                }
                const then = plain(await stateAt(beforeEvents(), { seq }))
                expect(plain(await stateAt(events(), { seq }))).toEqual(then)
                expect(plain(await ledger.stateAt(s1, { seq }))).toEqual(then)
              }
              const turns = before.at(-1)?.turn ?? 0
              for (const turn of momentsAround(pruning.turn, turns)) {
                if (turn < pruning.turn) {
                  await expect(ledger.stateAt(s1, { turn })).rejects.toMatchObject({ code: 'pruned' })
                } else {
                  // Of the last pruned turn is known how the session stood once all that were pruned were over.
                  const point = turn === pruning.turn ? { seq: pruning.lastSeq } : { turn }
                  const then = await stateAt(beforeEvents(), point)
                  expect((await ledger.stateAt(s1, { turn }))?.items).toEqual(then?.items)
                }
              }
              const left = await collect(store.read(s1, { from: pruning.lastSeq + 1, to: lastSeq }))
              expect(left).toEqual(before.slice(pruning.lastSeq))
              const [still] = (await store.listSessions()).sessions
              expect(still).toEqual({ ...listed, lastSeq: lastSeq + 1 })
              const lives = await itemLives(events())
              for (const { key, added, text } of await itemLives(beforeEvents())) {
                const life = lives.find((each) => each.key === key)
                if (life !== undefined) expect(life).toMatchObject({ added: { seq: added.seq }, text })
              }
              await expect(forkOf(events(), { as: 'fork', until: 'end' })).rejects.toMatchObject({
                code: 'pruned',
              })
              expect(await ledger.prune({ keepTurns })).toEqual([])
              const [all] = await ledger.prune({ keepTurns: 0 })
              if (all !== undefined) expect(all.lastSeq).toBeGreaterThan(pruning.lastSeq)
              expect(await verifyChain(store, [head])).toMatchObject({ ok: true })
              expect(plain(await ledger.stateAt(s1, 'end'))).toMatchObject({
                items: (await stateAt(beforeEvents(), 'end'))?.items,
              })
            }),
        ),
        { numRuns: 6 },
      )
      expect(pruned).toBeGreaterThan(0)
    })

    test('goes on while it is open, and again under its old ids', (context) =>
      withChainedStore(under, context.skip, async (store) => {
        const ledger = openLedger({ store, clock: clock() })
        const session = await ledger.session(s1, { profile: 'todo-list-middleware' })
        for (let turn = 1; turn <= 6; turn += 1) await work(session, turn)
        const turn = await session.startTurn()
        const before = session.state
        const [pruning] = await ledger.prune({ session: s1, keepTurns: 2 })
        // The turn that is under way is one of them.
        expect(pruning).toMatchObject({ turn: 5, turnsLeft: 2 })
        expect(plain(session.state)).toEqual({
          ...plain(before),
          seq: before.seq + 1,
          at: expect.any(Number),
        })
        expect(session.state.pruned).toMatchObject({ turn: 5 })
        await turn.callTodoTool('write_todos', list('completed'), { call: 'last' })
        await turn.end()
        expect(session.state.items).toMatchObject([{ status: 'completed', added: { turn: 1 } }])
        expect(await verifyChain(store)).toMatchObject({ ok: true })
        expect(session.state.items).toEqual((await ledger.stateAt(s1, 'end'))?.items)
        const again = await ledger.read(s1)
        await expect(again.stateAt({ turn: 2 })).rejects.toThrow(
          'The first turns of session "s1" were pruned. What it was before the end of turn 5',
        )
        const last = await session.startTurn()
        const repeated = last.callTodoTool('write_todos', list('completed'), { call: 'call 1' })
        await expect(repeated).rejects.toMatchObject({ code: 'pruned' })
      }))

    test('keeps what was taken out before, and the notes of it', (context) =>
      withChainedStore(under, context.skip, async (store) => {
        const ledger = openLedger({ store, clock: clock() })
        const session = await ledger.session(s1, { profile: 'todo-list-middleware' })
        await session.startRun({ trigger: 'user', text: 'hunter2-the-secret' })
        await work(session, 1)
        await ledger.redact(s1, { secret: 'hunter2-the-secret' })
        for (let turn = 2; turn <= 5; turn += 1) await work(session, turn)
        await ledger.prune({ keepTurns: 3 })
        await ledger.prune({ keepTurns: 1 })
        await ledger.redact(s1, { secret: 'Write it', reason: 'a test' })
        const check = await verifyChain(store)
        expect(check).toMatchObject({ ok: true })
        expect(JSON.stringify(await collect(store.records()))).not.toMatch(/hunter2|Write it/)
        expect((await ledger.sessions()).sessions).toMatchObject([
          { title: '[redacted:secret]', counts: { in_progress: 1 } },
        ])
        expect((await ledger.stateAt(s1, 'end'))?.items).toMatchObject([{ text: '[redacted:secret]' }])
        await ledger.forget(s1)
        expect(await verifyChain(store)).toMatchObject({ ok: true })
        expect(await ledger.prune({ keepTurns: 0 })).toEqual([])
      }))

    test('is pruned by age', (context) =>
      withChainedStore(under, context.skip, async (store) => {
        const ledger = openLedger({ store, clock: clock() })
        for (const id of [s1, 's2']) {
          const session = await ledger.session(id, { profile: 'todo-list-middleware' })
          for (let turn = 1; turn <= 4; turn += 1) await work(session, turn)
        }
        const started = (await collect(store.read(s1))).filter(({ type }) => type === 'turn.started')
        const olderThan = started[2]?.at ?? new Date(0)
        expect(await ledger.prune({ olderThan: new Date(0) })).toEqual([])
        expect(await ledger.prune({ olderThan, keepTurns: 3, dryRun: true })).toMatchObject([
          { session: s1, turn: 1, turnsLeft: 3 },
        ])
        expect(await ledger.prune({ olderThan })).toMatchObject([{ session: s1, turn: 2, turnsLeft: 2 }])
        // All of a session that is over.
        expect(await ledger.prune({ olderThan: new Date(2 ** 50), session: 's2' })).toMatchObject([
          { session: 's2', turn: 4, turnsLeft: 0 },
        ])
        expect((await ledger.stateAt('s2', 'end'))?.items).toHaveLength(1)
        expect(await verifyChain(store)).toMatchObject({ ok: true })
      }))

    test.for<readonly [PruneOptions, string]>([
      [{}, 'bad-option'],
      [{ keepTurns: -1 }, 'bad-option'],
      [{ keepTurns: 0.5 }, 'bad-option'],
      [{ olderThan: new Date(Number.NaN) }, 'bad-option'],
      [{ session: 'none', keepTurns: 1 }, 'unknown-session'],
    ])('is refused with the options %j', ([options, code], context) =>
      withChainedStore(under, context.skip, async (store) => {
        const ledger = openLedger({ store })
        await ledger.session(s1, { profile: 'todo-list-middleware' })
        await expect(ledger.prune(options)).rejects.toMatchObject({ code })
      }),
    )

    test('is left as it is where what comes before it fails', (context) =>
      withChainedStore(under, context.skip, async (store) => {
        const ledger = openLedger({ store, clock: clock() })
        const session = await ledger.session(s1, { profile: 'todo-list-middleware' })
        for (let turn = 1; turn <= 3; turn += 1) await work(session, turn)
        const events = await collect(store.read(s1))
        const before = () => Promise.reject(new Error('no room for the archive'))
        await expect(ledger.prune({ keepTurns: 1, before })).rejects.toThrow('no room')
        expect(await collect(store.read(s1))).toEqual(events)
      }))
  })
}

/** The first moments, those around the last that was pruned, and the last: of each a read of the store. */
function momentsAround(pruned: number, last: number): readonly number[] {
  const moments = [1, 2, pruned - 1, pruned, pruned + 1, Math.floor((pruned + last) / 2), last]
  return [...new Set(moments)].filter((moment) => moment >= 1 && moment <= last)
}

function list(status: string): object {
  return { todos: [{ content: 'Write it', status }] }
}

async function work(session: Session, number: number): Promise<void> {
  if (!session.state.run.open) await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  await turn.callTodoTool('write_todos', list('in_progress'), { call: `call ${number}` })
  await turn.end()
}

function clock(): () => Date {
  let now = Date.UTC(2026, 0, 5)
  return () => {
    now += 1000
    return new Date(now)
  }
}
