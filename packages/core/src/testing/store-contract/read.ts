/** The contract of reading: ranges, the order over all sessions, what a closed store says, what a reopened one holds. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventStore, findEvent, type LedgerEntry } from '../../store/event-store.js'
import { arbitraryText, hostileTexts } from '../arbitraries/values.js'
import { sampleEvent, sampleEvents } from '../sample-events.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of reading. */
export function readContract(under: StoreUnderTest): void {
  describe('read', () => {
    test('gives nothing of a session that does not exist', () =>
      withStore(under, async (store) => {
        expect(await collect(store.read('nobody'))).toEqual([])
        expect(await store.sessions()).toEqual([])
      }))

    test.each([
      { range: {}, seqs: [1, 200] },
      { range: { from: 150 }, seqs: [150, 200] },
      { range: { to: 70 }, seqs: [1, 70] },
      { range: { from: 64, to: 129 }, seqs: [64, 129] },
      { range: { from: 200, to: 200 }, seqs: [200, 200] },
      { range: { from: -5, to: 2 }, seqs: [1, 2] },
      { range: { from: 190, to: 1_000_000 }, seqs: [190, 200] },
      { range: { from: 201 }, seqs: [1, 0] },
      { range: { from: 5, to: 4 }, seqs: [1, 0] },
    ])('gives the range $range of 200 events', ({ range, seqs: [first = 1, last = 0] }) =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 200))
        expectSameEvents(await collect(store.read('s1', range)), sampleEvents(first, last))
      }),
    )

    test.each([{ from: 1.5 }, { to: Number.NaN }])('refuses the range %j', (range) =>
      withStore(under, async (store) => {
        await expect(collect(store.read('s1', range))).rejects.toMatchObject({ code: 'bad-range' })
      }),
    )

    test('can be left early and begun again', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 100))
        for await (const event of store.read('s1')) if (event.seq === 3) break
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 100))
      }))

    test('ends at what was stored when it began', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 3))
        let seen = 0
        for await (const event of store.read('s1')) {
          seen = event.seq
          await appendAll(store, sampleEvents(seen + 3, seen + 3))
        }
        expect(seen).toBe(3)
      }))

    test('gives events that nobody else can change', () =>
      withStore(under, async (store) => {
        const input = { items: ['as it was'] }
        await appendAll(store, [sampleEvent(1, { input })])
        input.items.push('changed afterwards')
        const expected = [sampleEvent(1, { input: { items: ['as it was'] } })]
        const [first] = await collect(store.read('s1'))
        expectSameEvents(first === undefined ? [] : [first], expected)
        first?.at.setTime(0)
        expectSameEvents(await collect(store.read('s1')), expected)
      }))
  })

  describe('read with an id', () => {
    test('gives the event of an id in its session, and of no other', () =>
      withStore(under, async (store) => {
        for (const id of hostileTexts) {
          const session = `in ${id}`
          const first = sampleEvent(1, { session, id })
          await appendAll(store, [first, sampleEvent(2, { session, id: `${id} ` })])
          const found = await findEvent(store, session, id)
          expectSameEvents(found === undefined ? [] : [found], [first])
          expect(await findEvent(store, session, `${id}  `)).toBeUndefined()
          expect(await findEvent(store, id, id)).toBeUndefined()
        }
      }))
  })

  describe('readAll', () => {
    test('gives the events of all sessions in the order in which they were stored', () =>
      withStore(under, async (store) => {
        await fc.assert(
          fc.asyncProperty(fc.array(arbitraryText(), { maxLength: 40 }), async (sessions) => {
            const [last] = (await collect(store.readAll())).slice(-1)
            const before = last?.position ?? 0
            const stored: string[] = []
            for (const session of sessions) {
              const seq = (await collect(store.read(session))).length + 1
              await appendAll(store, [sampleEvent(seq, { session })])
              stored.push(`${session}/${seq}`)
            }
            const read = await collect(store.readAll({ after: before }))
            expect(read.map(({ event }) => event.id)).toEqual(stored)
            const positions = read.map(({ position }) => position)
            expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
            expect(positions.every((position) => position > before)).toBe(true)
          }),
          { numRuns: 5 },
        )
      }))

    test('gives what comes after any position', () =>
      withStore(under, async (store) => {
        for (let seq = 1; seq <= 70; seq += 1) {
          await appendAll(store, sampleEvents(seq, seq, 'a'))
          await appendAll(store, sampleEvents(seq, seq, 'b'))
        }
        const all = await collect(store.readAll())
        expect(all).toHaveLength(140)
        for (const index of [0, 1, 63, 64, 65, 138, 139]) {
          const after = all[index]?.position ?? -1
          expect(idsOf(await collect(store.readAll({ after })))).toEqual(idsOf(all.slice(index + 1)))
        }
        await expect(collect(store.readAll({ after: -1 }))).rejects.toMatchObject({ code: 'bad-range' })
      }))
  })

  test('sessions come in the order of their first events', () =>
    withStore(under, async (store) => {
      const sessions = ['zebra', 'ant', 'monkey']
      for (const session of sessions) await appendAll(store, sampleEvents(1, 2, session))
      await appendAll(store, sampleEvents(3, 3, 'ant'))
      expect((await store.sessions()).map(({ session, lastSeq }) => `${session} ${lastSeq}`)).toEqual([
        'zebra 2',
        'ant 3',
        'monkey 2',
      ])
      expect(await store.sessions('ant')).toEqual([{ session: 'ant', lastSeq: 3 }])
      expect(await store.sessions('ape')).toEqual([])
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

  const { reopen } = under
  if (reopen === undefined) return
  test('a reopened store holds everything', async () => {
    const first = await under.open()
    await appendAll(first, sampleEvents(1, 100, 'a'))
    await appendAll(first, sampleEvents(1, 2, 'b'))
    await appendAll(first, sampleEvents(101, 102, 'a'))
    const all = await collect(first.readAll())
    const ids = idsOf(all)
    const sessions = await first.sessions()
    await first.close()
    await withStore({ open: reopen }, async (second) => {
      expect(idsOf(await collect(second.readAll()))).toEqual(ids)
      expect(await second.sessions()).toEqual(sessions)
      expect((await second.append('a', sampleEvents(101, 103, 'a'), { expectedSeq: 100 })).lastSeq).toBe(103)
      await expect(
        second.append('a', [sampleEvent(103, { session: 'a', id: 'late' })], { expectedSeq: 102 }),
      ).rejects.toMatchObject({ code: 'concurrency', current: 103 })
      const [newest] = (await collect(second.readAll())).slice(-1)
      expect(newest?.position).toBeGreaterThan(all.at(-1)?.position ?? 0)
    })
  })
}

function idsOf(entries: readonly LedgerEntry[]): readonly unknown[] {
  return entries.map(({ position, event }) => [position, event.session, event.id])
}
