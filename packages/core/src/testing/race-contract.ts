/** The contract of a store with many writers: one winner for each seq, and nothing lost or doubled. */

import { describe, expect, test } from 'vitest'
import { ConcurrencyError } from '../errors.js'
import type { EventStore } from '../store/event-store.js'
import { sampleEvent, sampleEvents } from './sample-events.js'
import { collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of writers that race. */
export function raceContract(under: StoreUnderTest): void {
  describe('writers that race', () => {
    test('one wins, and the others are told by whom they were beaten', () =>
      withStore(under, async (store) => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, writer) =>
            store.append('s1', [sampleEvent(1, { id: `by-${writer}` })], { expectedSeq: 0 }),
          ),
        )
        const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(lost).toHaveLength(19)
        for (const { reason } of lost) {
          expect(reason).toBeInstanceOf(ConcurrencyError)
          expect(reason).toMatchObject({ expected: 0, current: 1 })
        }
        expect(await store.sessions()).toEqual([{ session: 's1', lastSeq: 1 }])
      }))

    test('all get their events in when they try again, without gaps', () =>
      withStore(under, async (store) => {
        const writers = Array.from({ length: 8 }, (_, writer) => writer)
        await Promise.all(writers.map((writer) => appendUntilStored(store, writer, 5)))
        const events = await collect(store.read('s1'))
        expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
        for (const writer of writers) {
          const own = events.map((event) => event.id).filter((id) => id.startsWith(`${writer}-`))
          expect(own).toEqual([0, 1, 2, 3, 4].map((step) => `${writer}-${step}`))
        }
      }))

    test('with the same events store them once, and all are told so', () =>
      withStore(under, async (store) => {
        const results = await Promise.all(
          Array.from({ length: 5 }, () => store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })),
        )
        for (const result of results) expectSameEvents(result.events, sampleEvents(1, 3))
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 3))
      }))

    test('on sessions of their own do not meet', () =>
      withStore(under, async (store) => {
        const sessions = ['a', 'b', 'c', 'd']
        await Promise.all(
          sessions.map((session) => store.append(session, sampleEvents(1, 9, session), { expectedSeq: 0 })),
        )
        for (const session of sessions) {
          expectSameEvents(await collect(store.read(session)), sampleEvents(1, 9, session))
        }
      }))
  })
}

/** Appends events one by one, each again after a lost race, as a host does. */
async function appendUntilStored(store: EventStore, writer: number, count: number): Promise<void> {
  let lastSeq = 0
  for (let step = 0; step < count; ) {
    try {
      const event = sampleEvent(lastSeq + 1, { id: `${writer}-${step}` })
      lastSeq = (await store.append('s1', [event], { expectedSeq: lastSeq })).lastSeq
      step += 1
    } catch (error) {
      if (!(error instanceof ConcurrencyError)) throw error
      lastSeq = error.current
    }
  }
}
