/** The contract of a store's side table: it holds what is derived from events, and loses what was made of contents that are gone. */

import { expect, test } from 'vitest'
import type { SideEntry } from '../../store/event-store.js'
import { hostileTexts } from '../arbitraries/values.js'
import { sampleEvents } from '../stepping-clock.js'
import { appendAll, collect, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of the side table. A store without one passes them by. */
export function sideContract(under: StoreUnderTest): void {
  test('the side table gives what was put last, and loses what was made of contents that are gone', (context) =>
    withStore(under, async (store) => {
      const { side } = store
      if (side === undefined) return context.skip()
      const expected: SideEntry[] = []
      for (const session of hostileTexts) {
        await appendAll(store, sampleEvents(1, 9, session))
        for (const seq of [2, 5, 7]) {
          const value = JSON.stringify([session, seq])
          await side.put(session, [{ kind: 'a', seq, value: 'before' }], 9)
          await side.put(session, [{ kind: 'a', seq, value }], 9)
          expected.push({ session, kind: 'a', seq, value })
        }
        await side.put(session, [{ kind: session, seq: 0, value: '{}' }], 9)
        expect(await side.newest(session, 'a', 6)).toEqual(expected.at(-2))
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

      const [first = ''] = hostileTexts
      const erase = [{ from: 2, to: 2 }]
      await store.redact(first, { id: 'r', at: new Date(0), reason: '', erase }, { expectedSeq: 9 })
      expect((await collect(side.entries('a'))).some(({ session }) => session === first)).toBe(false)
      expect(await side.put(first, [{ kind: 'a', seq: 2, value: 'x' }], 9)).toBe(false)
      expect(await side.newest(first, 'a', 9)).toBeUndefined()
      expect(await side.put(first, [{ kind: 'a', seq: 2, value: 'y' }], 10)).toBe(true)
      expect(await side.newest(first, 'a', 9)).toMatchObject({ value: 'y' })
    }))
}
