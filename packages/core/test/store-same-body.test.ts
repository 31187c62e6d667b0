import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import type { BodyDifference } from '../src/errors.js'
import { bodyDifference } from '../src/store/body.js'
import { decodeEvent, encodeEvent } from '../src/store/codec.js'
import { arbitraryEvent, arbitraryPayload, sampleEvent } from '../src/testing/index.js'

const tell = (difference: BodyDifference | null) =>
  difference === null ? 'the same' : `${difference.place}: ${difference.first} | ${difference.second}`

const withInput = (input: unknown) => sampleEvent(1, { input })

test('an event is the same as itself, read from its text, at any time and seq', () => {
  fc.assert(
    fc.property(arbitraryEvent(), fc.date({ noInvalidDate: true }), fc.nat(), (event, at, seq) => {
      const again = { ...decodeEvent(encodeEvent(event)), at, seq, hash: 'h' }
      expect(bodyDifference(event, again)).toBe(null)
      expect(bodyDifference(again, event)).toBe(null)
    }),
  )
})

test('agrees with deep equality on any two values', () => {
  // Texts of one letter, so that equal values are common.
  const small = fc.anything({ maxDepth: 2, maxKeys: 2, key: fc.constantFrom('a', 'b'), values: [fc.nat(1)] })
  fc.assert(
    fc.property(fc.oneof(small, arbitraryPayload()), small, (first, second) => {
      expect(bodyDifference(withInput(first), withInput(second)) === null).toBe(
        isDeepStrictEqual(first, second),
      )
    }),
    { numRuns: runs(1000) },
  )
})

test('the first difference is named, and what is recorded is quoted and cut', () => {
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [{ items: [{ text: 'a' }, { text: 'b' }] }, { items: [{ text: 'a' }, { text: 'c' }] }],
    [{ a: undefined }, {}],
    [{ '\u001b[31m': 1 }, { '\u001b[31m': 2 }],
    [{ ['x'.repeat(1000)]: 1 }, { ['x'.repeat(1000)]: 2 }],
    [`${'x'.repeat(100_000)}a`, 1],
  ]
  const told = pairs.map(([first, second]) => tell(bodyDifference(withInput(first), withInput(second))))
  expect(told).toEqual([
    'data.input.items[1].text: "b" | "c"',
    'data.input.a: undefined | nothing',
    'data.input["\\u001b[31m"]: 1 | 2',
    `data.input["${'x'.repeat(60)}"]: 1 | 2`,
    `data.input: "${'x'.repeat(99)}… | 1`,
  ])
})

test('every field but time, seq and hash counts', () => {
  const event = { ...sampleEvent(1), source: { line: 1 } }
  const others = [
    { ...event, id: 'x' },
    { ...event, session: 'x' },
    { ...event, turn: 9 },
    { ...event, source: { line: 2 } },
    sampleEvent(1),
    { ...event, data: { ...event.data, call: 'x' } },
  ]
  expect(others.map((other) => tell(bodyDifference(event, other)))).toMatchInlineSnapshot(`
    [
      "id: "s1/1" | "x"",
      "session: "s1" | "x"",
      "turn: 1 | 9",
      "source.line: 1 | 2",
      "source: { line: 1 } | nothing",
      "data.call: "call-1" | "x"",
    ]
  `)
})
