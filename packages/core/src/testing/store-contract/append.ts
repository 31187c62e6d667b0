/** The contract of `EventStore.append`: order, the expected seq, ids that come twice, all or nothing. */

import { describe, expect, test } from 'vitest'
import { ConcurrencyError, HostError, IdConflictError, StoreError } from '../../errors.js'
import type { EventOf } from '../../events.js'
import type { EventStore } from '../../store/event-store.js'
import { sampleEvent, sampleEvents } from '../sample-events.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of appending. */
export function appendContract(under: StoreUnderTest): void {
  describe('append', () => {
    test('gives the last seq and the events as stored', () =>
      withStore(under, async (store) => {
        const first = await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
        expect(first.lastSeq).toBe(3)
        expectSameEvents(first.events, sampleEvents(1, 3))
        const second = await store.append('s1', sampleEvents(4, 4), { expectedSeq: 3 })
        expect(second.lastSeq).toBe(4)
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 4))
      }))

    test.each([
      { expectedSeq: 0, from: 1 },
      { expectedSeq: 1, from: 2 },
      { expectedSeq: 3, from: 4 },
    ])('refuses expected seq $expectedSeq where the last is 2', ({ expectedSeq, from }) =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 2))
        const late = sampleEvent(from, { id: 'late' })
        const error = await store.append('s1', [late], { expectedSeq }).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(ConcurrencyError)
        expect(error).toMatchObject({ code: 'concurrency', session: 's1', expected: expectedSeq, current: 2 })
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 2))
      }),
    )

    test('refuses to begin a session anywhere but at 1', () =>
      withStore(under, async (store) => {
        await expect(store.append('s1', sampleEvents(2, 2), { expectedSeq: 1 })).rejects.toMatchObject({
          code: 'concurrency',
          expected: 1,
          current: 0,
        })
        expect(await store.sessions()).toEqual([])
      }))

    test('without events only checks the expected seq', () =>
      withStore(under, async (store) => {
        expect(await store.append('s1', [], { expectedSeq: 0 })).toEqual({ lastSeq: 0, events: [] })
        expect(await store.sessions()).toEqual([])
        await appendAll(store, sampleEvents(1, 2))
        expect(await store.append('s1', [], { expectedSeq: 2 })).toEqual({ lastSeq: 2, events: [] })
        await expect(store.append('s1', [], { expectedSeq: 1 })).rejects.toBeInstanceOf(ConcurrencyError)
      }))

    test('counts each session by itself', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 2, 'a'))
        await appendAll(store, sampleEvents(1, 1, 'b'))
        await appendAll(store, sampleEvents(3, 3, 'a'))
        expect(await store.sessions()).toEqual([
          { session: 'a', lastSeq: 3 },
          { session: 'b', lastSeq: 1 },
        ])
      }))

    test.each([
      { name: 'a seq that leaves a gap', events: [sampleEvent(1), sampleEvent(3)], expectedSeq: 0 },
      {
        name: 'a seq that comes twice',
        events: [sampleEvent(1), sampleEvent(1, { id: 'x' })],
        expectedSeq: 0,
      },
      { name: 'seqs that do not follow the expected one', events: [sampleEvent(2)], expectedSeq: 0 },
      { name: "another session's event", events: [sampleEvent(1, { session: 's2' })], expectedSeq: 0 },
      { name: 'an id twice', events: [sampleEvent(1), sampleEvent(2, { id: 's1/1' })], expectedSeq: 0 },
      { name: 'what is left of an erased event', events: [erasedEvent()], expectedSeq: 0 },
      { name: 'no events after seq -1', events: [], expectedSeq: -1 },
      { name: 'no events after half a seq', events: [], expectedSeq: 0.5 },
    ])('refuses $name as a fault of the host', ({ events, expectedSeq }) =>
      withStore(under, async (store) => {
        const error = await store.append('s1', events, { expectedSeq }).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(HostError)
        expect(error).toMatchObject({ code: 'bad-append' })
        expect(await collect(store.readAll())).toEqual([])
      }),
    )

    test('stores nothing of events of which one cannot be stored', () =>
      withStore(under, async (store) => {
        const events = [sampleEvent(1), sampleEvent(2, { input: { callback: () => 1 } })]
        await expect(store.append('s1', events, { expectedSeq: 0 })).rejects.toBeInstanceOf(StoreError)
        expect(await collect(store.readAll())).toEqual([])
        await appendAll(store, sampleEvents(1, 2))
      }))
  })

  describe('an id that is stored already', () => {
    test('with the same body is stored once, whatever the expected seq', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 3))
        const again = await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
        expect(again.lastSeq).toBe(3)
        expectSameEvents(again.events, sampleEvents(1, 3))
        const part = await store.append('s1', sampleEvents(2, 2), { expectedSeq: 1 })
        expect(part.lastSeq).toBe(3)
        expectSameEvents(part.events, sampleEvents(2, 2))
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 3))
      }))

    test('comes back as it was stored, with the seq and time of then', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 2))
        const repeated = sampleEvent(3, { id: 's1/1', input: { step: 1 }, at: new Date(0) })
        const again = { ...repeated, data: { ...repeated.data, call: 'call-1' } }
        const result = await store.append('s1', [again], { expectedSeq: 2 })
        expect(result.lastSeq).toBe(2)
        expectSameEvents(result.events, sampleEvents(1, 1))
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 2))
      }))

    test('with another body is a conflict, and stores nothing', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 1))
        const other = sampleEvent(1, { input: { step: 'another' } })
        const error = await store.append('s1', [other], { expectedSeq: 0 }).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(IdConflictError)
        expect(error).toMatchObject({ code: 'id-conflict', session: 's1', id: 's1/1' })
        expect(String(error)).toContain('data.input.step')
        const beside = [sampleEvent(2), sampleEvent(3, { id: 's1/1' })]
        await expect(store.append('s1', beside, { expectedSeq: 1 })).rejects.toBeInstanceOf(IdConflictError)
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 1))
      }))

    test('is another event in another session', () =>
      withStore(under, async (store) => {
        await appendAll(store, [sampleEvent(1, { session: 'a', id: 'same' })])
        await appendAll(store, [sampleEvent(1, { session: 'b', id: 'same', input: 'another' })])
        expect(await collect(store.readAll())).toHaveLength(2)
      }))

    test('at the end of the session, with new ones after it, stores the new ones', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 3))
        const result = await store.append('s1', sampleEvents(2, 5), { expectedSeq: 1 })
        expect(result.lastSeq).toBe(5)
        expectSameEvents(result.events, sampleEvents(2, 5))
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 5))
      }))

    test('before the end of the session, with new ones after it, is a lost race', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 3))
        const events = [sampleEvent(2), sampleEvent(3, { id: 'late' })]
        await expect(store.append('s1', events, { expectedSeq: 1 })).rejects.toMatchObject({
          code: 'concurrency',
          expected: 1,
          current: 3,
        })
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 3))
      }))

    test.each([
      { name: 'with another seq', events: [{ ...sampleEvent(1), seq: 2 }, sampleEvent(3)] },
      { name: 'after a new one', events: [sampleEvent(2, { id: 'new' }), { ...sampleEvent(2), seq: 3 }] },
    ])('$name than the end of the session is no repetition of it', ({ events }) =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 2))
        await expect(store.append('s1', events, { expectedSeq: 1 })).rejects.toMatchObject({
          code: 'concurrency',
        })
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 2))
      }),
    )

    test('among new ones would leave a gap, and is refused', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 2))
        const repeated = { ...sampleEvent(1), seq: 4 }
        const events = [sampleEvent(3), repeated, sampleEvent(5)]
        await expect(store.append('s1', events, { expectedSeq: 2 })).rejects.toMatchObject({
          code: 'bad-append',
        })
        expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 2))
      }))
  })
}

function erasedEvent(): EventOf<'event.erased'> {
  const data = { type: 'tool.called', version: 1 }
  return { ...sampleEvent(1), type: 'event.erased', data, redacted: true }
}

/** Declares the tests of writers that race. */
export function raceContract(under: StoreUnderTest): void {
  describe('writers that race', () => {
    test('one wins, and the others learn by whom they were beaten', () =>
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

    test('with the same events store them once, and all are answered so', () =>
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
