import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { SeenKeys } from '../src/seen-keys.js'

test('says of each key what a set says', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 3000, size: 'max' }), (keys) => {
      const seen = new SeenKeys()
      const known = new Set<string>()
      for (const key of keys) {
        expect(seen.has(key)).toBe(known.has(key))
        expect(seen.add(key)).toBe(!known.has(key))
        known.add(key)
      }
    }),
    { numRuns: runs(30) },
  )
})

test('tells keys apart that differ in a digit', () => {
  const seen = new SeenKeys()
  const names = ['record', 'response', 'call']
  let known = 0
  for (let number = 0; number < 60_000; number += 1) {
    const id = `${number}`.padStart(12, '0')
    for (const name of names) known += seen.add(`${name}\n00000000-0000-4000-8000-${id}`) ? 0 : 1
  }
  expect(known).toBe(0)
})
