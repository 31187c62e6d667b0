import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { frozenData, isFrozenData } from '../src/frozen-data.js'
import { decodeValue, encodeValue } from '../src/store/values.js'
import { arbitraryJson, arbitraryPayload } from '../src/testing/index.js'

describe('frozen data', () => {
  test('is what the codec gives back, where JSON carries it, and else the value itself', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryPayload(), arbitraryJson()), (value) => {
        const text = encodeValue([value])
        const frozen = frozenData(value)
        if (text.startsWith('[')) deepStrictEqual([frozen], decodeValue(text))
        else expect(frozen).toBe(value)
        expect(isFrozenData(frozen)).toBe(text.startsWith('[') && frozen instanceof Object)
        if (isFrozenData(frozen)) expect(parts(frozen).every(Object.isFrozen)).toBe(true)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('shares nothing with the value, and itself with what it stands in', () => {
    fc.assert(
      fc.property(arbitraryJson(), (value) => {
        const given = { value: structuredClone(value), list: [structuredClone(value)] }
        const frozen = frozenData(given)
        const own = new Set(parts(given))
        expect(parts(frozen).some((part) => own.has(part))).toBe(false)
        expect(parts(given).some(isFrozenData)).toBe(false)
        expect(frozenData(frozen)).toBe(frozen)
        expect(frozenData({ again: [frozen] }).again[0]).toBe(frozen)
      }),
    )
  })

  test('is no value that somebody else froze', () => {
    const inner = { status: 'pending' }
    const given = Object.freeze({ inner })
    expect(isFrozenData(given)).toBe(false)
    const { inner: copied } = frozenData(given)
    inner.status = 'completed'
    expect(copied.status).toBe('pending')
  })

  test.each([
    { levels: 500, frozen: true },
    { levels: 501, frozen: false },
  ])('of $levels levels: $frozen', ({ levels, frozen }) => {
    expect(isFrozenData(frozenData(nested(levels)))).toBe(frozen)
  })

  test('of a value that holds itself is that value', () => {
    const given: { self?: unknown } = {}
    given.self = [given]
    expect(frozenData(given)).toBe(given)
  })

  test('of a list that holds itself twice is that list, at once', () => {
    const given: unknown[] = []
    given.push(given, given)
    expect(frozenData(given)).toBe(given)
  })
})

/** Lists of one entry within each other. */
function nested(levels: number, inner?: unknown): unknown {
  let value = inner
  for (let level = 0; level < levels; level += 1) value = value === undefined ? [] : [value]
  return value
}

/** All lists and objects within a value. */
function parts(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(parts)]
}
