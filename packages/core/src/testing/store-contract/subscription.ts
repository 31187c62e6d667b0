/** The contract of `EventStore.subscribe`: every event once and in order, from a position or from now, until the close. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventStore, PositionedEvent } from '../../store/event-store.js'
import { sampleEvents } from '../sample-events.js'
import { appendAll, collect, type StoreUnderTest, take, withStore } from './store-under-test.js'

/** Declares the tests of subscriptions. */
export function subscriptionContract(under: StoreUnderTest): void {
  describe('subscribe', () => {
    test('from a position misses nothing and gives nothing twice', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 100))
        const following = take(store.subscribe({ after: 0 }), 300)
        await appendEachBySelf(store, 101, 300)
        const seen = await following
        expect(seen.map(({ event }) => event.seq)).toEqual(
          Array.from({ length: 300 }, (_, index) => index + 1),
        )
        expect(seen).toEqual(await collect(store.readAll()))
      }))

    test('from the middle begins right after it', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 10))
        const all = await collect(store.readAll())
        const after = all[6]?.position ?? -1
        expect(await take(store.subscribe({ after }), 3)).toEqual(all.slice(7))
      }))

    test('from where a broken connection ended misses nothing and gives nothing twice', () =>
      withStore(under, async (store) => {
        await fc.assert(
          fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }), async (lengths) => {
            const all = await collect(store.readAll())
            const before = all.at(-1)?.position ?? 0
            const session = `run ${before}`
            const appending = appendEachBySelf(store, 1, 80, session)
            const seen: PositionedEvent[] = []
            // Each connection takes so many events and breaks; the last takes what is left.
            for (const length of [...lengths, 80]) {
              const after = seen.at(-1)?.position ?? before
              seen.push(...(await take(store.subscribe({ after }), Math.min(length, 80 - seen.length))))
            }
            await appending
            expect(seen).toEqual(await collect(store.readAll({ after: before })))
            expect(seen.map(({ event }) => event.seq)).toEqual(
              Array.from({ length: 80 }, (_, index) => index + 1),
            )
          }),
          { numRuns: 3 },
        )
      }))

    test('from now gives only what comes after the call', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 5))
        const subscription = store.subscribe()
        await appendAll(store, sampleEvents(6, 6))
        const following = take(subscription, 3)
        await appendEachBySelf(store, 7, 8)
        expect((await following).map(({ event }) => event.seq)).toEqual([6, 7, 8])
      }))

    test('gives what comes to one that has waited for it', () =>
      withStore(under, async (store) => {
        const seen: number[] = []
        const following = (async () => {
          for await (const { event } of store.subscribe({ after: 0 })) {
            seen.push(event.seq)
            if (event.seq === 6) break
          }
        })()
        for (const seq of [1, 3, 5]) {
          // Until the subscriber has seen all there is, and waits.
          while (seen.length < seq - 1) await othersRun()
          await othersRun()
          await appendAll(store, sampleEvents(seq, seq + 1))
        }
        await following
        expect(seen).toEqual([1, 2, 3, 4, 5, 6])
      }))

    test('gives every subscriber every event of every session', () =>
      withStore(under, async (store) => {
        const following = [take(store.subscribe(), 6), take(store.subscribe({ after: 0 }), 6)]
        await appendAll(store, sampleEvents(1, 3, 'a'))
        await appendAll(store, sampleEvents(1, 3, 'b'))
        const [first, second] = await Promise.all(following)
        expect(first).toEqual(second)
        expect(first).toEqual(await collect(store.readAll()))
      }))

    test('goes on for the others when one subscriber stops', () =>
      withStore(under, async (store) => {
        const patient = take(store.subscribe(), 4)
        const hasty = take(store.subscribe(), 1)
        await appendEachBySelf(store, 1, 4)
        expect(await hasty).toHaveLength(1)
        expect(await patient).toHaveLength(4)
      }))

    test('ends when the store closes, while it waits and while there is more', async () => {
      const store = await under.open()
      const waiting = collect(store.subscribe())
      const later = store.subscribe({ after: 0 })
      const behind = store.subscribe({ after: 0 })[Symbol.asyncIterator]()
      await appendAll(store, sampleEvents(1, 200))
      expect(await behind.next()).toMatchObject({ done: false })
      await store.close()
      expect(await behind.next()).toEqual({ done: true, value: undefined })
      expect(await collect(later)).toEqual([])
      expect((await waiting).length).toBeLessThanOrEqual(200)
    })

    test('ends when the consumer does, even while it waits', () =>
      withStore(under, async (store) => {
        const subscription = store.subscribe()[Symbol.asyncIterator]()
        const waiting = subscription.next()
        expect(await subscription.return?.()).toEqual({ done: true, value: undefined })
        expect(await waiting).toEqual({ done: true, value: undefined })
      }))

    test('answers questions that were asked at once in order', () =>
      withStore(under, async (store) => {
        const subscription = store.subscribe({ after: 0 })[Symbol.asyncIterator]()
        const asked = [subscription.next(), subscription.next(), subscription.next()]
        await appendEachBySelf(store, 1, 3)
        const seqs = (await Promise.all(asked)).map(
          (answer) => answer.done !== true && answer.value.event.seq,
        )
        expect(seqs).toEqual([1, 2, 3])
      }))
  })
}

/** Lets everything run that can. */
function othersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function appendEachBySelf(
  store: EventStore,
  first: number,
  last: number,
  session = 's1',
): Promise<void> {
  for (let seq = first; seq <= last; seq += 1) await appendAll(store, sampleEvents(seq, seq, session))
}
