/** The contract of a store's side table: it holds what is derived from events, and loses what was made of contents that are gone. */

import { describe, expect, test } from 'vitest'
import type { EventStore, SideEntry, SideTable } from '../../store/event-store.js'
import { hostileTexts } from '../arbitraries/values.js'
import { sampleEvents } from '../sample-events.js'
import { appendAll, collect, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of the side table. */
export function sideContract(under: StoreUnderTest): void {
  describe('side table', () => {
    const withSide = (
      run: (side: SideTable, store: EventStore) => Promise<void>,
    ): ((context: { readonly skip: () => void }) => Promise<void>) => {
      return (context) =>
        withStore(under, async (store) =>
          store.side === undefined ? context.skip() : run(store.side, store),
        )
    }

    test(
      'gives what was put last: the newest up to a seq, and all of a kind',
      withSide(async (side, store) => {
        const expected: SideEntry[] = []
        for (const session of hostileTexts) {
          await appendAll(store, sampleEvents(1, 9, session))
          for (const seq of [2, 5, 7]) {
            await side.put(session, [{ kind: 'a', seq, value: 'before' }], 9)
            await side.put(session, [{ kind: 'a', seq, value: JSON.stringify([session, seq]) }], 9)
            expected.push({ session, kind: 'a', seq, value: JSON.stringify([session, seq]) })
          }
          await side.put(session, [{ kind: session, seq: 0, value: '{}' }], 9)
          expect(await side.newest(session, 'a', 6)).toEqual({
            session,
            kind: 'a',
            seq: 5,
            value: JSON.stringify([session, 5]),
          })
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
      }),
    )

    test(
      'loses the entries of a session that something is taken out of, and takes none of before',
      withSide(async (side, store) => {
        for (const session of ['s1', 's2']) {
          await appendAll(store, sampleEvents(1, 3, session))
          await side.put(session, [{ kind: 'a', seq: 2, value: 'x' }], 3)
        }
        const erase = [{ from: 2, to: 2 }]
        await store.redact('s1', { id: 'r', at: new Date(0), reason: '', erase }, { expectedSeq: 3 })
        expect((await collect(side.entries('a'))).map(({ session }) => session)).toEqual(['s2'])
        expect(await side.put('s1', [{ kind: 'a', seq: 2, value: 'x' }], 3)).toBe(false)
        expect(await side.newest('s1', 'a', 9)).toBeUndefined()
        expect(await side.put('s1', [{ kind: 'a', seq: 2, value: 'y' }], 4)).toBe(true)
        expect(await side.newest('s1', 'a', 9)).toMatchObject({ value: 'y' })
      }),
    )
  })
}
