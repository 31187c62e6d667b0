/** The contract of reading: ranges, the order over all sessions, what a closed store says, what a reopened one holds. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EventStore, findEvent, type LedgerEntry } from '../../store/event-store.js'
import { arbitraryText } from '../arbitraries/values.js'
import { sampleEvent, sampleEvents } from '../stepping-clock.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of reading. */
export function readContract(under: StoreUnderTest): void {
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
