import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeId } from '../src/free-id.js'

test('the first that is free, found by asking of a few', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (given) => {
      let asked = 0
      const has = (id: string): boolean => {
        asked += 1
        return id === 'c' ? given > 0 : Number(id.slice(3, -1)) <= given
      }
      expect(freeId('c', { has })).toBe(given === 0 ? 'c' : `c (${Math.max(2, given + 1)})`)
      expect(asked).toBeLessThan(40)
    }),
  )
})

test('what it gives is free, whatever is taken', () => {
  const name = fc.constantFrom('c', ...Array.from({ length: 12 }, (_, at) => `c (${at + 1})`), 'c (2) (2)')
  fc.assert(
    fc.property(fc.uniqueArray(name), name, (names, wanted) => {
      const taken = new Set(names)
      const free = freeId(wanted, taken)
      expect(taken.has(free)).toBe(false)
      expect(free === wanted).toBe(!taken.has(wanted))
    }),
  )
})
