/** The contract of `EventStore.append`: order, the expected seq, ids that come twice, all or nothing, writers that race. */

import { expect, test } from 'vitest'
import { ConcurrencyError } from '../../errors.js'
import type { TodoEvent } from '../../events.js'
import type { EventStore } from '../../store/event-store.js'
import { sampleEvent, sampleEvents } from '../stepping-clock.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

const conflict = { name: 'IdConflictError', code: 'id-conflict', session: 's1', id: 's1/1' }
const concurrency = (expected: number, current: number) => ({ code: 'concurrency', expected, current })
const badAppend = { name: 'HostError', code: 'bad-append' }

type Refusal = readonly [
  name: string,
  stored: number,
  events: readonly TodoEvent[],
  after: number,
  error: object,
]

/** What is appended to a session of so many sample events after a seq, and how it is refused: nothing of it is stored. */
const refusals: readonly Refusal[] = [
  ...[0, 1, 3].map((after): Refusal => {
    const late = [sampleEvent(after + 1, { id: 'late' })]
    return [`expected seq ${after} where the last is 2`, 2, late, after, concurrency(after, 2)]
  }),
  ['to begin a session anywhere but at 1', 0, sampleEvents(2, 2), 1, concurrency(1, 0)],
  ['a seq that leaves a gap', 0, [sampleEvent(1), sampleEvent(3)], 0, badAppend],
  ['a seq that comes twice', 0, [sampleEvent(1), sampleEvent(1, { id: 'x' })], 0, badAppend],
  ['seqs that do not follow the expected one', 0, [sampleEvent(2)], 0, badAppend],
  ["another session's event", 0, [sampleEvent(1, { session: 's2' })], 0, badAppend],
  ['an id twice', 0, [sampleEvent(1), sampleEvent(2, { id: 's1/1' })], 0, badAppend],
  ['what is left of an erased event', 0, [erasedEvent()], 0, badAppend],
  ['no events after seq -1', 0, [], -1, badAppend],
  ['no events after half a seq', 0, [], 0.5, badAppend],
  [
    'events of which one cannot be stored',
    0,
    [sampleEvent(1), sampleEvent(2, { input: { callback: () => 1 } })],
    0,
    { name: 'StoreError', code: 'not-encodable' },
  ],
  [
    'a stored id with another body',
    1,
    [sampleEvent(1, { input: { step: 'another' } })],
    0,
    { ...conflict, message: expect.stringContaining('data.input.step') },
  ],
  ['the same beside a new one', 1, [sampleEvent(2), sampleEvent(3, { id: 's1/1' })], 1, conflict],
  [
    'a stored one before the end, with new ones after it',
    3,
    [sampleEvent(2), sampleEvent(3, { id: 'late' })],
    1,
    concurrency(1, 3),
  ],
  [
    'a stored one under another seq',
    2,
    [{ ...sampleEvent(1), seq: 2 }, sampleEvent(3)],
    1,
    concurrency(1, 2),
  ],
  [
    'a stored one after a new one',
    2,
    [sampleEvent(2, { id: 'new' }), { ...sampleEvent(2), seq: 3 }],
    1,
    concurrency(1, 2),
  ],
  [
    'a stored one among new ones, which would leave a gap',
    2,
    [sampleEvent(3), { ...sampleEvent(1), seq: 4 }, sampleEvent(5)],
    2,
    badAppend,
  ],
]

/** Declares the tests of appending. */
export function appendContract(under: StoreUnderTest): void {
  test.for(refusals)('append refuses %s', ([, stored, events, expectedSeq, error]) =>
    withStore(under, async (store) => {
      await appendAll(store, sampleEvents(1, stored))
      await expect(store.append('s1', events, { expectedSeq })).rejects.toMatchObject(error)
      expectSameEvents(await collect(store.read('s1')), sampleEvents(1, stored))
      expect(await collect(store.readAll())).toHaveLength(stored)
    }),
  )

  test('append gives the last seq and the events as stored; an id that is stored already is stored once', () =>
    withStore(under, async (store) => {
      const expectAppended = async (expectedSeq: number, to: number, lastSeq: number) => {
        const events = sampleEvents(expectedSeq + 1, to)
        const result = await store.append('s1', events, { expectedSeq })
        expect(result.lastSeq).toBe(lastSeq)
        expectSameEvents(result.events, events)
      }
      await expectAppended(0, 3, 3)
      await expectAppended(0, 3, 3)
      await expectAppended(1, 2, 3)
      // At the end of the session, with new ones after it: these are stored.
      await expectAppended(1, 5, 5)
      // With the seq and time of now: it comes back with those of then.
      const repeated = sampleEvent(6, { id: 's1/1', input: { step: 1 }, at: new Date(0) })
      const again = { ...repeated, data: { ...repeated.data, call: 'call-1' } }
      expectSameEvents((await store.append('s1', [again], { expectedSeq: 5 })).events, sampleEvents(1, 1))
      expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 5))
    }))

  test('append without events only checks the expected seq', () =>
    withStore(under, async (store) => {
      expect(await store.append('s1', [], { expectedSeq: 0 })).toEqual({ lastSeq: 0, events: [] })
      expect(await store.sessions()).toEqual([])
      await appendAll(store, sampleEvents(1, 2))
      expect(await store.append('s1', [], { expectedSeq: 2 })).toEqual({ lastSeq: 2, events: [] })
      await expect(store.append('s1', [], { expectedSeq: 1 })).rejects.toMatchObject(concurrency(1, 2))
    }))

  test('each session counts by itself, and has ids of its own', () =>
    withStore(under, async (store) => {
      await appendAll(store, [sampleEvent(1, { session: 'a', id: 'same' })])
      await appendAll(store, [sampleEvent(1, { session: 'b', id: 'same', input: 'another' })])
      await appendAll(store, sampleEvents(2, 3, 'a'))
      const [a, b] = [{ session: 'a', lastSeq: 3 } as const, { session: 'b', lastSeq: 1 } as const]
      expect(await store.sessions()).toEqual([a, b])
    }))

  test('of writers that race one wins, and the others learn by whom they were beaten', () =>
    withStore(under, async (store) => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, writer) =>
          store.append('s1', [sampleEvent(1, { id: `by-${writer}` })], { expectedSeq: 0 }),
        ),
      )
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(lost).toHaveLength(19)
      for (const { reason } of lost) expect(reason).toMatchObject(concurrency(0, 1))
      expect(await store.sessions()).toEqual([{ session: 's1', lastSeq: 1 }])
    }))

  test('writers that race get all their events in when they try again, without gaps', () =>
    withStore(under, async (store) => {
      const writers = Array.from({ length: 8 }, (_, writer) => writer)
      const beside = store.append('beside', sampleEvents(1, 9, 'beside'), { expectedSeq: 0 })
      await Promise.all([beside, ...writers.map((writer) => appendUntilStored(store, writer, 5))])
      const events = await collect(store.read('s1'))
      expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      for (const writer of writers) {
        const own = events.map((event) => event.id).filter((id) => id.startsWith(`${writer}-`))
        expect(own).toEqual([0, 1, 2, 3, 4].map((step) => `${writer}-${step}`))
      }
      expectSameEvents(await collect(store.read('beside')), sampleEvents(1, 9, 'beside'))
    }))

  test('writers that race with the same events store them once, and all are answered so', () =>
    withStore(under, async (store) => {
      const results = await Promise.all(
        Array.from({ length: 5 }, () => store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })),
      )
      for (const result of results) expectSameEvents(result.events, sampleEvents(1, 3))
      expectSameEvents(await collect(store.read('s1')), sampleEvents(1, 3))
    }))
}

function erasedEvent(): TodoEvent {
  const data = { type: 'tool.called', version: 1 }
  return { ...sampleEvent(1), type: 'event.erased', data, redacted: true }
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
