/** Large results are written as JSON in pieces: the same bytes as at once. */

import { Readable, Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { Output } from '../src/output.js'
import { jsonList, jsonPieces } from '../src/text/json.js'
import { printableJson } from '../src/text/printable.js'

const whole = (value: unknown): string => JSON.stringify(value, null, 2)
const inPieces = (value: unknown): string => [...jsonPieces(value)].join('')

describe('the pieces are what JSON.stringify gives', () => {
  test('for any plain data', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 7, stringUnit: 'binary' }), fc.array(fc.date()))
    fc.assert(
      fc.property(value, (given) => {
        expect(inPieces(given)).toBe(whole(given))
      }),
      { numRuns: runs(1000) },
    )
  })

  test.each([[[]], [{}], [null], ['text\n'], [0], [[[], {}, [[]]]], [{ a: undefined }]])(
    'for %j',
    (value) => {
      expect(inPieces(value)).toBe(whole(value))
    },
  )
})

test('a list that is written element by element is what JSON.stringify gives', () => {
  const rest = fc.dictionary(fc.stringMatching(/^[b-y]{1,4}$/), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 3 })
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 5 }), rest, (elements, others) => {
      let text = ''
      const list = jsonList('all', (piece) => {
        text += piece
      })
      for (const element of elements) list.element(element)
      list.end({ ...others, none: undefined })
      expect(text).toBe(`${whole({ all: elements, ...others })}\n`)
    }),
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
