/** The contract of `EventStore.append`: order, the expected seq, ids that come twice, all or nothing. */

import { describe, expect, test } from 'vitest'
import { ConcurrencyError, HostError, IdConflictError, StoreError } from '../errors.js'
import type { EventOf } from '../events.js'
import { sampleEvent, sampleEvents } from './sample-events.js'
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
