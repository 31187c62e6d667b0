/** Large results are written as JSON in pieces: the same bytes as at once. */

import { Readable, Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { Output } from '../src/output.js'
import { jsonPieces } from '../src/text/json.js'
import { printableJson } from '../src/text/printable.js'

const whole = (value: unknown): string => JSON.stringify(value, null, 2)
const inPieces = (value: unknown): string => [...jsonPieces(value)].join('')

/** What JSON treats in a way of its own, beside plain data of any depth. */
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(
        undefined,
        null,
        true,
        -0,
        Symbol('s'),
        () => 1,
        Object('boxed'),
        Object(7),
        Object(false),
      ),
      fc.date({ noInvalidDate: false }),
      fc.constantFrom(
        new Map([['a', 1]]),
        new Set([1]),
        /a/,
        { toJSON: (key: string) => `at ${key}` },
        { toJSON: 7 },
      ),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4, noNullPrototype: false }),
  ),
})).value

describe('the pieces are what JSON.stringify gives', () => {
  test('for any value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(anything), fc.dictionary(fc.string(), anything)), (value) => {
        expect(inPieces(value)).toBe(whole(value))
      }),
      { numRuns: runs(2000) },
    )
  })

  test.each([[[]], [{}], [null], ['text\n'], [0], [[[], {}, [[]]]], [{ a: undefined }], [[undefined]]])(
    'for %j',
    (value) => {
      expect(inPieces(value)).toBe(whole(value))
    },
  )
})

/** What is written, chunk by chunk. */
function written(value: unknown): readonly string[] {
  const chunks: string[] = []
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const stderr = new Writable()
  new Output({ stdout, stderr, stdin: Readable.from([]), env: {}, cwd: () => '/' }).json(value)
  return chunks
}

test('a large result is written in many small pieces, made harmless, and the same as at once', () => {
  const hostile = '\u001b[31m\u202e\u{e0041}\ud83d 修 😀\n'
  const sessions = Array.from({ length: 2_000 }, (_, index) => ({
    session: `s${index}`,
    completions: [{ text: hostile.repeat(3), turns: [index, null], at: new Date(index) }],
  }))
  const chunks = written({ sessions })
  expect(chunks.join('')).toBe(`${printableJson(whole({ sessions }))}\n`)
  expect(chunks.length).toBeGreaterThan(5)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(200_000)
})
