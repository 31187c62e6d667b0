/** The contract of what a store gives back: every value as it was, whatever a recording put into it. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findEvent } from '../../store/event-store.js'
import { arbitraryEvents, hostileTexts } from '../arbitraries/values.js'
import { sampleEvent } from '../stepping-clock.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of contents. */
export function payloadContract(under: StoreUnderTest): void {
  describe('contents', () => {
    test('events of every type come back as they were', () =>
      withStore(under, async (store) => {
        let run = 0
        await fc.assert(
          fc.asyncProperty(arbitraryEvents('any'), async (events) => {
            run += 1
            const session = `run ${run}`
            const own = events.map((event) => ({ ...event, session }))
            await appendAll(store, own)
            expectSameEvents(await collect(store.read(session)), own)
            expectSameEvents((await store.append(session, own, { expectedSeq: 0 })).events, own)
          }),
          { numRuns: 100 },
        )
      }))

    test('an input of any kind comes back as it was, and pollutes nothing', () =>
      withStore(under, async (store) => {
        for (const [index, input] of inputs.entries()) {
          const event = sampleEvent(1, { session: `${index}`, input })
          await appendAll(store, [event])
          expectSameEvents(await collect(store.read(`${index}`)), [event])
          expect((await store.append(`${index}`, [event], { expectedSeq: 0 })).lastSeq).toBe(1)
        }
        expect(Reflect.has({}, 'polluted')).toBe(false)
      }))

    test('what could not be given back is refused', () =>
      withStore(under, async (store) => {
        for (const input of unfit()) {
          const failed = store.append('s1', [sampleEvent(1, { input })], { expectedSeq: 0 })
          await expect(failed).rejects.toMatchObject({ name: 'StoreError' })
        }
        expect(await collect(store.readAll())).toEqual([])
      }))

    test('any text is a session and an id, which is found in its session and in no other', () =>
      withStore(under, async (store) => {
        const eventsOf = (session: string) =>
          [session, `${session} `].map((id, index) => sampleEvent(index + 1, { session, id }))
        for (const session of hostileTexts) await appendAll(store, eventsOf(session))
        expect((await store.sessions()).map(({ session }) => session)).toEqual(hostileTexts)
        for (const session of hostileTexts) {
          expectSameEvents(await collect(store.read(session)), eventsOf(session))
          for (const event of eventsOf(session)) {
            const { events } = await store.append(session, [event], { expectedSeq: event.seq - 1 })
            const found = await findEvent(store, session, event.id)
            expectSameEvents([...events, ...(found === undefined ? [] : [found])], [event, event])
          }
          expect(await findEvent(store, session, `${session}  `)).toBeUndefined()
          expect(await findEvent(store, `in ${session}`, session)).toBeUndefined()
        }
      }))

    test('a hash that another store gave is not kept', () =>
      withStore(under, async (store) => {
        await appendAll(store, [{ ...sampleEvent(1), hash: 'of another store', redacted: true }])
        const [event] = await collect(store.read('s1'))
        expect(event?.hash).not.toBe('of another store')
        expect(event?.redacted).toBeUndefined()
      }))
  })
}

const ofAllKeys: unknown = JSON.parse(
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"prototype":[],"list":[{"__proto__":3}]}',
)
const date = new Date(7)

const inputs: readonly unknown[] = [
  ...[undefined, null, [-0, 0], [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  { gone: undefined, list: [undefined, null] },
  { first: new Date(-8.64e15), last: [new Date(8.64e15)] },
  { 'a.b': undefined, a: { b: undefined, 'c\\.d': 1, '': -0 } },
  // The names of the codec.
  { json: 1, meta: { values: { json: ['Date'] } }, superjson: undefined },
  // One object in two places.
  { part: date, again: [date] },
  { '\ud800': '\udfff', '\u2028': undefined },
  `${'0123456789abcde\n'.repeat(65_536)}😀`,
  ...[ofAllKeys, [ofAllKeys, new Date(0)]],
]

function unfit(): readonly unknown[] {
  const cycle: { self?: unknown } = {}
  cycle.self = [cycle]
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const objects = [new Map([['k', 1]]), new Set([1]), new URL('https://example.org')]
  return [{ callback: () => 1 }, [Symbol('s')], [1n], ...objects, cycle, deep]
}
