/** The contract of what a store gives back: every value as it was, whatever a recording put into it. */

import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TodoEvent } from '../../events.js'
import type { EventStore } from '../../store/event-store.js'
import { arbitraryEvents } from '../arbitraries/events.js'
import { hostileTexts } from '../arbitraries/values.js'
import { sampleEvent } from '../sample-events.js'
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

    test.each(namedInputs)('an input comes back as it was: $name', ({ input }) =>
      withStore(under, async (store) => {
        await appendAll(store, [sampleEvent(1, { input })])
        expectSameEvents(await collect(store.read('s1')), [sampleEvent(1, { input })])
        const again = await store.append('s1', [sampleEvent(1, { input })], { expectedSeq: 0 })
        expect(again.lastSeq).toBe(1)
      }),
    )

    test('keys of every object are keys like any other, and pollute nothing', () =>
      withStore(under, async (store) => {
        const input: unknown = JSON.parse(
          '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"prototype":[],"list":[{"__proto__":3}]}',
        )
        for (const session of ['plain', 'with a date']) {
          const held = session === 'plain' ? input : [input, new Date(0)]
          await appendAll(store, [sampleEvent(1, { session, input: held })])
          deepStrictEqual(inputOf((await collect(store.read(session)))[0]), held)
        }
        expect(Reflect.has({}, 'polluted')).toBe(false)
      }))

    test.each([
      { name: 'a function', input: { callback: () => 1 } },
      { name: 'a symbol', input: [Symbol('s')] },
      { name: 'a bigint', input: [1n] },
      { name: 'a Map', input: new Map([['k', 1]]) },
      { name: 'a Set', input: new Set([1]) },
      { name: 'an object of a class', input: new URL('https://example.org') },
      { name: 'a value that contains itself', input: cycle() },
      { name: '100,000 levels', input: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
    ])('refuses what it could not give back: $name', ({ input }) =>
      withStore(under, async (store) => {
        const failed = store.append('s1', [sampleEvent(1, { input })], { expectedSeq: 0 })
        await expect(failed).rejects.toMatchObject({ name: 'StoreError' })
        expect(await collect(store.readAll())).toEqual([])
      }),
    )

    test('any text is a session and an id', () =>
      withStore(under, async (store) => {
        for (const session of hostileTexts) {
          await appendAll(store, [
            sampleEvent(1, { session, id: session }),
            sampleEvent(2, { session, id: `${session} ` }),
          ])
        }
        expect((await store.sessions()).map(({ session }) => session)).toEqual(hostileTexts)
        for (const session of hostileTexts) {
          expect((await collect(store.read(session))).map(({ id }) => id)).toEqual([session, `${session} `])
          await expectRepeatable(store, sampleEvent(1, { session, id: session }))
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

const namedInputs: readonly { readonly name: string; readonly input: unknown }[] = [
  { name: 'nothing', input: undefined },
  { name: 'null', input: null },
  { name: 'minus zero', input: [-0, 0] },
  { name: 'no numbers', input: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] },
  { name: 'undefined in an object and a list', input: { gone: undefined, list: [undefined, null] } },
  { name: 'Dates', input: { first: new Date(-8.64e15), last: [new Date(8.64e15)] } },
  { name: 'keys with dots', input: { 'a.b': undefined, a: { b: undefined, 'c\\.d': 1, '': -0 } } },
  {
    name: 'the names of the codec',
    input: { json: 1, meta: { values: { json: ['Date'] } }, superjson: undefined },
  },
  { name: 'one object in two places', input: shared() },
  { name: 'half characters as keys', input: { '\ud800': '\udfff', '\u2028': undefined } },
  { name: 'a text of 1 MB', input: `${'0123456789abcde\n'.repeat(65_536)}😀` },
]

function shared(): unknown {
  const date = new Date(7)
  const part = { date }
  return { part, again: [part, date] }
}

function cycle(): unknown {
  const self: { self?: unknown } = {}
  self.self = [self]
  return self
}

function inputOf(event: TodoEvent | undefined): unknown {
  return event?.type === 'tool.called' ? event.data.input : undefined
}

async function expectRepeatable(store: EventStore, event: TodoEvent): Promise<void> {
  const { lastSeq, events } = await store.append(event.session, [event], { expectedSeq: event.seq - 1 })
  expect(lastSeq).toBe(2)
  expectSameEvents(events, [event])
}
