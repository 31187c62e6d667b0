import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { MessageStream } from '../src/message-stream.js'
import type { FileLine } from '../src/recording.js'
import type { StreamPiece } from '../src/stream-piece.js'

function passed(lines: Iterable<FileLine>): readonly StreamPiece[] {
  const stream = new MessageStream()
  return [...[...lines].flatMap((line) => [...stream.take(line)]), ...stream.finish()]
}

function linesOf(text: string): FileLine[] {
  return text.split('\n').map((each, index) => ({ line: index + 1, text: each }))
}

/** Cuts each line into pieces of the given lengths. */
function* cut(lines: readonly FileLine[], lengths: readonly number[]): Iterable<FileLine> {
  let turn = 0
  for (const { line, text } of lines) {
    let start = 0
    for (let left = true; left; ) {
      const end = start + (lengths[turn % lengths.length] ?? text.length)
      turn += 1
      left = end < text.length
      yield { line, text: text.slice(start, end), ...(left ? { goesOn: true } : {}) }
      start = end
    }
  }
}

/** Texts that look like a chat to the stream, and ones that are torn. */
const word = fc.oneof(
  fc.constantFrom('"', '\\', '\\"', '\\\\"', '{', '}', '[', ']', ',', ':', '\n', ' ', '1', '\r'),
  fc.constantFrom('"messages"', '"a\\"b"', '"messages":[', '{"role":"user"}', '{"a":[{}]}', ']}'),
  fc.string({ maxLength: 5 }),
)
const torn = fc.array(word, { maxLength: 40 }).map((words) => words.join(''))
const chat = fc
  .tuple(
    fc.array(fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 })), { maxLength: 6 }),
    fc.nat(2),
  )
  .map(([messages, indent]) => JSON.stringify({ id: 's"\\', messages }, null, indent))

describe('a stream of messages', () => {
  test('is the same wherever the pieces of a line are cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(torn, chat),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        (text, lengths) => {
          const lines = linesOf(text)
          expect(passed(cut(lines, lengths))).toEqual(passed(lines))
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  test.each<[string, string, readonly string[]]>([
    ['lists in lists', `${'['.repeat(3e5)}{"a":1}${']'.repeat(3e5)}`, ['{"a":1}']],
    [
      'a message that nests deep',
      `[{"a":${'['.repeat(3e5)}${']'.repeat(3e5)}},{"b":1}]`,
      ['not JSON, or nested too deep', '{"b":1}'],
    ],
    [
      'a message that is never closed',
      `[{"a":${'['.repeat(3e5)}`,
      ['a message that the end of the file cut off'],
    ],
    [
      'a message of very many values',
      `[{"a":[${'{},'.repeat(2_000_001)}1]},{"b":1}]`,
      ['it holds more than 2000000 values', '{"b":1}'],
    ],
    ['a torn record before any other', '{"role":\n{"a":1}\n{"b":2}', ['not JSON', '{"a":1}', '{"b":2}']],
    ['a torn brace', '{\n{"a":1}\n{"b":2}', ['not JSON', '{"a":1}', '{"b":2}']],
    ['a torn list', '[\n{"a":1}\n{"b":2}\n{"c":3}', ['{"a":1}', 'no comma after it', '{"b":2}', '{"c":3}']],
    [
      'a record torn in a list that it holds',
      '{"content":[\n{"a":1}\n{"b":2}\n{"c":3}',
      ['not JSON', '{"a":1}', '{"b":2}', '{"c":3}'],
    ],
    [
      'a torn record, and one more',
      '{"content":[\n{"a":1}',
      ['a message that the end of the file cut off', '{"a":1}'],
    ],
    [
      'two torn records',
      '{"content":[\n{"a":[\n{"a":1}\n{"b":2}',
      ['not JSON', 'not JSON', '{"a":1}', '{"b":2}'],
    ],
    [
      'messages that were torn before other ones',
      '{"id":1,"messages":[{"a":1},\n{"id":2,"messages":[{"b":2}]}\n{"id":3,"messages":[{"c":3}]}',
      ['{"a":1}', 'messages that were cut off', '{"b":2}', '{"c":3}'],
    ],
    [
      'a message in which a comma is missing',
      '[\n {"a":[\n  {"b":1}\n  {"c":2}\n ]},\n {"d":3}\n]',
      ['not JSON, or nested too deep', '{"d":3}'],
    ],
    [
      'a message whose lines are not indented',
      '[\n{"a":[\n{"b":1},\n{"c":2}\n]},\n{"d":3}\n]',
      ['{"a":[{"b":1},{"c":2}]}', '{"d":3}'],
    ],
    ['brackets that close nothing', `${']}'.repeat(1e5)}\n{"b":1}`, ['{"b":1}']],
  ])('%s', (_, text, wanted) => {
    const found = passed(linesOf(text)).flatMap((piece) => {
      if (piece.kind === 'message') return [JSON.stringify(piece.value)]
      return piece.kind === 'unreadable' ? [piece.reason] : []
    })
    expect(found).toEqual(wanted)
  })
})
