import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UniqueIds } from '../src/ids.js'

test('a name is given once; after that with the first number that is free, where they were given in a row', () => {
  const name = fc.constantFrom('c', ...Array.from({ length: 12 }, (_, at) => `c (${at + 1})`), 'c (2) (2)')
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const ids = new UniqueIds()
      const given: string[] = []
      for (const wanted of names) {
        const isTaken = given.includes(wanted)
        const id = ids.give(wanted)
        expect(given).not.toContain(id)
        expect(id === wanted).toBe(!isTaken)
        given.push(id)
      }
    }),
  )
  const ids = new UniqueIds()
  const given = Array.from({ length: 20_000 }, () => ids.give('c'))
  expect(given).toEqual(given.map((_, at) => (at === 0 ? 'c' : `c (${at + 1})`)))
})
