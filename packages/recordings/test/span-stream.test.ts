import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { ShortTexts } from '../src/formats/opentelemetry/short-texts.js'
import { SpanStream } from '../src/formats/opentelemetry/span-stream.js'
import type { FileLine } from '../src/recording.js'

/** The names of the spans, and what was left out. */
function passed(lines: Iterable<FileLine>): readonly string[] {
  const told: string[] = []
  const limits = { length: 50_000, text: 20_000, values: 5000, depth: 100 }
  const stream = new SpanStream((line, reason) => told.push(`${line} ${reason}`), limits)
  for (const line of lines) {
    for (const { value } of stream.take(line)) told.push(JSON.stringify(value).slice(0, 20))
  }
  stream.finish()
  return told
}

/** A line in pieces. */
function* pieces(text: string, length = 1000): Iterable<FileLine> {
  for (let at = 0; at < text.length; at += length) {
    const goesOn = at + length < text.length
    yield { line: 1, text: text.slice(at, at + length), ...(goesOn ? { goesOn } : {}) }
  }
}

const document = (...spans: readonly string[]): string =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join(',')}]}]}]}`

test('a span with a text that is too long is left out, and those around it are read', () => {
  const line = document('{"a":1}', `{"b":"${'x'.repeat(1e6)}","c":"x\\"y"}`, '{"d":2}')
  expect(passed(pieces(line))).toEqual(['{"a":1}', '1 a span with a text that is too long', '{"d":2}'])
})

test.each<[string, string]>([
  ['very many values', `[${'{},'.repeat(6000)}1]`],
  ['lists in lists', '['.repeat(1e5)],
  ['too many texts', `[${`"${'x'.repeat(500)}",`.repeat(400)}1]`],
])('of a span with %s no more is held than must be', (_, value) => {
  const told = passed([...pieces(document(`{"b":${value}}`)), { line: 2, text: document('{"c":3}') }])
  expect(told).toEqual(['1 more than is held at once', '{"c":3}'])
})

test('a document that was cut off is told with its line', () => {
  const [cut, whole] = [document('{"a":1}').slice(0, -5), document('{"b":2}')]
  expect(passed([cut, whole].map((text, index) => ({ line: index + 1, text })))).toEqual([
    '{"a":1}',
    '1 a document that was cut off',
    '{"b":2}',
  ])
})

test('texts that are short enough pass as they are, wherever the pieces are cut', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      (value, lengths) => {
        const text = JSON.stringify(value)
        const texts = new ShortTexts(1000)
        let passed = ''
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const end = at + (lengths[turn % lengths.length] ?? 1)
          passed += texts.take(text.slice(at, end), end < text.length)
          at = end
        }
        expect([passed, texts.isShortened]).toEqual([text, false])
      },
    ),
  )
})

/** Every text without what is beyond its first so many characters. */
const shortened = (value: unknown, length: number): unknown =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'string' ? each.slice(0, length) : each,
  )

test('texts are shortened to what is JSON, wherever the pieces are cut, and nothing else is lost', () => {
  const word = fc.constantFrom('\\', '"', '\n', '\u0001', 'u00e4', 'b', 'ä', '\ud800', '12')
  const value = fc.array(
    fc.oneof(
      fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
      fc.integer(),
    ),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(value, fc.array(fc.integer({ min: 9, max: 30 }), { minLength: 1 }), (texts, lengths) => {
      const text = JSON.stringify(texts)
      const short = new ShortTexts(20)
      let passed = ''
      for (let at = 0, turn = 0; at < text.length; turn += 1) {
        const end = at + (lengths[turn % lengths.length] ?? 1)
        passed += short.take(text.slice(at, end), end < text.length)
        at = end
      }
      const read: unknown = JSON.parse(passed)
      expect(shortened(read, 3)).toEqual(shortened(texts, 3))
      if (!short.isShortened) expect(read).toEqual(texts)
    }),
    { numRuns: runs(3000) },
  )
})
