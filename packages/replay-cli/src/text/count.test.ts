import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../test/random.js'
import { grouped } from './count.js'

test('a number is written as the language does it', () => {
  const number = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2000, max: 2_000_000 }), fc.double())
  fc.assert(
    fc.property(number, (given) => {
      expect(grouped(given)).toBe(given.toLocaleString('en-US'))
    }),
    { numRuns: runs(300) },
  )
})
