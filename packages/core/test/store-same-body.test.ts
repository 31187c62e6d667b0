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

const withHole: unknown[] = []
withHole[1] = 1

test.each([
  { name: 'the order of keys', first: { a: 1, b: 2 }, second: { b: 2, a: 1 } },
  { name: 'NaN', first: [Number.NaN], second: [Number.NaN] },
  { name: 'a hole and undefined', first: withHole, second: [undefined, 1] },
  { name: 'times that are none', first: new Date(Number.NaN), second: new Date(Number.NaN) },
  { name: 'a prototype', first: Object.assign(Object.create(null), { a: 1 }), second: { a: 1 } },
])('$name makes no difference', ({ first, second }) => {
  expect(bodyDifference(withInput(first), withInput(second))).toBe(null)
})

test('the first difference is named, and what is recorded is quoted and cut', () => {
  const deep = (bottom: unknown) => {
    let value = bottom
    for (let level = 0; level < 900; level += 1) value = [value]
    return value
  }
  const pairs: readonly (readonly [unknown, unknown])[] = [
    [{ items: [{ text: 'a' }, { text: 'b' }] }, { items: [{ text: 'a' }, { text: 'c' }] }],
    [
      { a: 1, b: 1 },
      { b: 2, a: 2 },
    ],
    [0, -0],
    [{ a: undefined }, {}],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [new Date(0), new Date(1)],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ '\u001b[31m': 1 }, { '\u001b[31m': 2 }],
    [{ ['x'.repeat(1000)]: 1 }, { ['x'.repeat(1000)]: 2 }],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
    [deep(1), deep(2)],
    [`${'x'.repeat(100_000)}a`, `${'x'.repeat(100_000)}b${'y'.repeat(100_000)}`],
    [{ a: [[[[[[1]]]]]] }, [deep(1), 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [[new Date(Number.NaN)], [-0]],
  ]
  const told = pairs.map(([first, second]) => tell(bodyDifference(withInput(first), withInput(second))))
  expect(told).toMatchInlineSnapshot(`
    [
      "data.input.items[1].text: "b" | "c"",
      "data.input.a: 1 | 2",
      "data.input: 0 | -0",
      "data.input.a: undefined | nothing",
      "data.input.a: undefined | nothing",
      "data.input[1]: 2 | nothing",
      "data.input: 1970-01-01T00:00:00.000Z | 1970-01-01T00:00:00.001Z",
      "data.input: 1970-01-01T00:00:00.000Z | "1970-01-01T00:00:00.000Z"",
      "data.input["\\u001b[31m"]: 1 | 2",
      "data.input["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]: 1 | 2",
      "data.input.__proto__: 1 | 2",
      "data.input[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]…: 1 | 2",
      "data.input: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… | "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…",
      "data.input: { a: [ [ [ [Array] ] ] ] } | [ [ [ [ [Array] ] ] ], 2, 3, 4, 5, 6, 7, 8, ... 2 more items ]",
      "data.input[0]: Invalid Date | -0",
    ]
  `)
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
