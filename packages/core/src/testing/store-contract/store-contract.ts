/** The contract of a store of events as a vitest suite: what passes it is a store. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventStore, findEvent, type LedgerEntry, type SideEntry } from '../../store/event-store.js'
import { arbitraryText, hostileTexts } from '../arbitraries/values.js'
import { sampleEvent, sampleEvents } from '../stepping-clock.js'
import { appendContract } from './append.js'
import { payloadContract } from './payload.js'
import { redactionContract } from './redaction.js'
import { restoreContract } from './restore.js'
import {
  appendAll,
  collect,
  expectSameEvents,
  expectWholeChains,
  recordsOf,
  type StoreUnderTest,
  withStore,
} from './store-under-test.js'

/**
 * Declares the tests that every store must pass; call it in a test file of vitest. A store without a side table
 * or without `restore` skips the tests of these.
 * @param name what the suite is called; @param under how to open the store
 */
export function storeContract(name: string, under: StoreUnderTest): void {
  describe(name, () => {
    appendContract(under)
    readContract(under)
    payloadContract(under)
    chainContract(under)
    redactionContract(under)
    restoreContract(under)
    sideContract(under)
  })
}

/** Declares the tests of reading. */
function readContract(under: StoreUnderTest): void {
  test('a range of a session, or of the ledger, is what stands there', () =>
    withStore(under, async (store) => {
      expect(await collect(store.read('s1'))).toEqual([])
      await appendAll(store, sampleEvents(1, 200))
      const ends = [undefined, -5, 0, 1, 4, 64, 65, 129, 140, 200, 201, 1_000_000]
      for (const from of ends) {
        for (const to of ends) {
          const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
          const expected = sampleEvents(Math.max(from ?? 1, 1), Math.min(to ?? 200, 200))
          expectSameEvents(await collect(store.read('s1', range)), expected)
          if ((from ?? 1) < 1 || (to ?? 0) < 0) continue
          const { from: first = 1, ...end } = range
          const entries = await collect(store.readAll({ after: first - 1, ...end }))
          expectSameEvents(eventsOf(entries), expected)
        }
      }
      for (const range of [{ from: 1.5 }, { to: Number.NaN }])
        await expect(collect(store.read('s1', range))).rejects.toMatchObject({ code: 'bad-range' })
      await expect(collect(store.readAll({ after: -1 }))).rejects.toMatchObject({ code: 'bad-range' })
    }))

  test('reading can be left early, and ends at what was stored when it began', () =>
    withStore(under, async (store) => {
      await appendAll(store, sampleEvents(1, 100))
      for await (const event of store.read('s1')) if (event.seq === 3) break
      let seen = 0
      for await (const event of store.read('s1')) {
        seen = event.seq
        await appendAll(store, sampleEvents(seen + 100, seen + 100))
      }
      expect(seen).toBe(100)
    }))

  test('nobody can change what is stored', () =>
    withStore(under, async (store) => {
      const input = { items: ['as it was'] }
      await appendAll(store, [sampleEvent(1, { input })])
      input.items.push('changed afterwards')
      const [first] = await collect(store.read('s1'))
      first?.at.setTime(0)
      const expected = [sampleEvent(1, { input: { items: ['as it was'] } })]
      expectSameEvents(await collect(store.read('s1')), expected)
    }))

  test('the ledger and its sessions are in the order in which they were stored', () =>
    withStore(under, async (store) => {
      const lengths = new Map<string, number>()
      let before = 0
      await fc.assert(
        fc.asyncProperty(fc.array(arbitraryText(), { maxLength: 40 }), async (sessions) => {
          const stored: string[] = []
          for (const session of sessions) {
            const seq = (lengths.get(session) ?? 0) + 1
            lengths.set(session, seq)
            await appendAll(store, [sampleEvent(seq, { session })])
            stored.push(`${session}/${seq}`)
          }
          const read = await collect(store.readAll({ after: before }))
          expect(read.map(({ event }) => event.id)).toEqual(stored)
          expect(read.map(({ position }) => position)).toEqual(stored.map((_, index) => before + index + 1))
          before += stored.length
          expect(await store.lastPosition()).toBe(before)
        }),
        { numRuns: 5 },
      )
      const expected = Array.from(lengths, ([session, lastSeq]) => ({ session, lastSeq }))
      expect(await store.sessions()).toEqual(expected)
      expect(await store.sessions(expected[0]?.session)).toEqual(expected.slice(0, 1))
      expect(await store.sessions('none of them')).toEqual([])
    }))

  test('a closed store says that it is closed, and can be closed again', async () => {
    const store = await under.open()
    await appendAll(store, sampleEvents(1, 1))
    await store.close()
    await store.close()
    const asked: readonly ((closed: EventStore) => Promise<unknown>)[] = [
      (closed) => closed.append('s1', sampleEvents(2, 2), { expectedSeq: 1 }),
      (closed) => collect(closed.read('s1')),
      (closed) => collect(closed.readAll()),
      (closed) => findEvent(closed, 's1', 's1/1'),
      (closed) => closed.sessions(),
      (closed) => closed.lastPosition(),
    ]
    for (const ask of asked) await expect(ask(store)).rejects.toMatchObject({ code: 'closed' })
  })
}

function eventsOf(entries: readonly LedgerEntry[]) {
  return entries.map(({ event }) => event)
}

/** Declares the tests of chains. */
function chainContract(under: StoreUnderTest): void {
  test('an event has one hash wherever it is met, and its data another digest each time', () =>
    withStore(under, async (store) => {
      const { events } = await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
      const records = await recordsOf(store)
      // A store may give events without their hashes; those that it gives are the records'.
      const hashes = events.map(({ hash }, index) => (hash === undefined ? undefined : records[index]?.hash))
      expect(events.map(({ hash }) => hash)).toEqual(hashes)
      expect(await collect(store.read('s1'))).toEqual(events)
      expect((await collect(store.readAll())).map(({ event }) => event)).toEqual(events)
      expect((await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })).events).toEqual(events)
      expect(await findEvent(store, 's1', 's1/2')).toEqual(events[1])
      await appendAll(store, [sampleEvent(1, { session: 'b' })])
      const [first, , , other] = await recordsOf(store)
      expect(first?.data).toBe(other?.data)
      expect(first?.digest).not.toBe(other?.digest)
    }))

  const { reopen } = under
  if (reopen === undefined) return
  test('a reopened store has the same id and records, and goes on from there', async () => {
    const first = await under.open()
    await appendAll(first, sampleEvents(1, 3))
    await appendAll(first, sampleEvents(1, 2, 'b'))
    const before = await recordsOf(first)
    const [ledger, sessions] = [first.ledger(), await first.sessions()]
    await first.close()
    await withStore({ open: reopen }, async (second) => {
      expect(second.ledger()).toBe(ledger)
      expect(await recordsOf(second)).toEqual(before)
      expect(await second.sessions()).toEqual(sessions)
      const { lastSeq, events } = await second.append('s1', sampleEvents(2, 5), { expectedSeq: 1 })
      expect(lastSeq).toBe(5)
      expectSameEvents(events, sampleEvents(2, 5))
      const late = [sampleEvent(5, { id: 'late' })]
      await expect(second.append('s1', late, { expectedSeq: 4 })).rejects.toMatchObject({ current: 5 })
      await expectWholeChains(second)
    })
  })
}

/** Declares the tests of the side table. A store without one passes them by. */
function sideContract(under: StoreUnderTest): void {
  test('the side table gives what was put last, and loses what was made of contents that are gone', (context) =>
    withStore(under, async (store) => {
      const { side } = store
      if (side === undefined) return context.skip()
      const expected: SideEntry[] = []
      for (const session of hostileTexts) {
        await appendAll(store, sampleEvents(1, 9, session))
        for (const seq of [2, 5, 7]) {
          const value = JSON.stringify([session, seq])
          await side.put(session, [{ kind: 'a', seq, value: 'before' }], 9)
          await side.put(session, [{ kind: 'a', seq, value }], 9)
          expected.push({ session, kind: 'a', seq, value })
        }
        await side.put(session, [{ kind: session, seq: 0, value: '{}' }], 9)
        expect(await side.newest(session, 'a', 6)).toEqual(expected.at(-2))
        expect(await side.newest(session, 'a', 1)).toBeUndefined()
        expect(await side.newest(session, 'b', 9)).toBeUndefined()
        expect(await side.newest(session, session, 9)).toMatchObject({ seq: 0, value: '{}' })
      }
      const found = await collect(side.entries('a'))
      expect(found).toHaveLength(expected.length)
      expect(found).toEqual(expect.arrayContaining(expected))
      await side.remove('a.b\\.c', 'a')
      expect(await side.newest('a.b\\.c', 'a', 9)).toBeUndefined()
      expect(await side.newest('a.b\\.c', 'a.b\\.c', 9)).toMatchObject({ value: '{}' })

      const [first = ''] = hostileTexts
      const replace = (data: object) => ({ ...data, input: 'gone' })
      await store.redact(first, { id: 'r', at: new Date(0), reason: '', replace }, { expectedSeq: 9 })
      expect((await collect(side.entries('a'))).some(({ session }) => session === first)).toBe(false)
      expect(await side.put(first, [{ kind: 'a', seq: 2, value: 'x' }], 9)).toBe(false)
      expect(await side.newest(first, 'a', 9)).toBeUndefined()
      expect(await side.put(first, [{ kind: 'a', seq: 2, value: 'y' }], 10)).toBe(true)
      expect(await side.newest(first, 'a', 9)).toMatchObject({ value: 'y' })
    }))
}
