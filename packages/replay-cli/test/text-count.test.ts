import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { grouped, listed } from '../src/text/count.js'

test('a number is written as the language does it', () => {
  const number = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2000, max: 2_000_000 }), fc.double())
  fc.assert(
    fc.property(number, (given) => {
      expect(grouped(given)).toBe(given.toLocaleString('en-US'))
    }),
    { numRuns: runs(300) },
  )
})

test('a list is written as the language does it', () => {
  const names = fc.array(fc.stringMatching(/^[\w ]{1,12}$/), { maxLength: 6 })
  fc.assert(
    fc.property(names, (given) => {
      for (const [word, type] of [
        ['and', 'conjunction'],
        ['or', 'disjunction'],
      ] as const)
        expect(listed(given, word)).toBe(new Intl.ListFormat('en-GB', { type }).format(given))
    }),
    { numRuns: runs(100) },
  )
})
