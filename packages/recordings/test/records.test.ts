import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { type FileValue, FileValues, type RecordPiece, recordsIn } from '../src/records.js'

type Said = RecordPiece | { readonly line: number; readonly reason: string }

/** What is read of a text, and what is said of it, in order; of a value what is said stands first. */
function read(text: string, lists: readonly string[] = ['messages']): readonly Said[] {
  const said: Said[] = []
  const skip = (line: number, reason: string) => said.push({ line, reason })
  const values = new FileValues(skip)
  const take = (found: Iterable<FileValue>) => {
    for (const value of found) for (const piece of recordsIn(value, new Set(lists), skip)) said.push(piece)
  }
  for (const [index, line] of text.split('\n').entries())
    if (line.trim() !== '') take(values.take({ line: index + 1, text: line }))
  take(values.finish())
  return said
}

const record = (value: object, line: number) => ({ record: value, line })
const begin = (head: object | null, name: string | null) => ({ record: null, head, name })

describe('a file is read as records', () => {
  test.each<[string, string, readonly object[]]>([
    ['a record a line', '{"a":1}\n\n{"a":2}', [record({ a: 1 }, 1), record({ a: 2 }, 3)]],
    [
      'a document a line',
      '{"id":1,"messages":[{"a":1}]}\n{"id":2,"messages":[]}',
      [
        begin({ id: 1, messages: [{ a: 1 }] }, 'messages'),
        record({ a: 1 }, 1),
        begin({ id: 2, messages: [] }, 'messages'),
      ],
    ],
    [
      'an array over several lines',
      '[\n{"a":1},\n{"a":[\n2]}, {"a":3}\n]',
      [begin(null, null), record({ a: 1 }, 2), record({ a: [2] }, 3), record({ a: 3 }, 4)],
    ],
    [
      'a list within two objects, and what is none of its records',
      '{"x": {\n "y": {"messages":\n[{"a":1},\n 2]},\n "z": 3}}',
      [
        { line: 3, reason: 'a message that is no JSON object' },
        begin({ x: { y: { messages: [{ a: 1 }, 2] }, z: 3 } }, 'messages'),
        record({ a: 1 }, 3),
      ],
    ],
    [
      'conversations in an array, and lists in a list',
      '[{"messages":[[{"a":1}]]},\n{"messages":[{"messages":[]}]}]',
      [
        begin(null, null),
        begin({ messages: [[{ a: 1 }]] }, 'messages'),
        begin(null, null),
        record({ a: 1 }, 1),
        begin({ messages: [{ messages: [] }] }, 'messages'),
        record({ messages: [] }, 2),
      ],
    ],
    ['a torn last line', '{"a":1}\n{"a":', [record({ a: 1 }, 1), { line: 2, reason: 'not JSON' }]],
    ['a torn first line', '{"a":"b\n{"a":2}', [{ line: 1, reason: 'not JSON' }, record({ a: 2 }, 2)]],
    [
      'a first line that was torn between two fields',
      '{"a":1,\n{"a":2}',
      [{ line: 1, reason: 'not JSON' }, record({ a: 2 }, 2)],
    ],
    [
      'a torn document',
      '{\n"messages": [\n{"a":1},',
      [{ line: 1, reason: 'not JSON: the document is cut off or damaged' }],
    ],
    [
      'what is no object',
      '3\n"a"',
      [
        { line: 1, reason: 'not a JSON object' },
        { line: 2, reason: 'not a JSON object' },
      ],
    ],
    ['deep nesting', `{"a":${'['.repeat(600)}${']'.repeat(600)}}`, [{ line: 1, reason: 'nested too deep' }]],
    [
      'very many values',
      `{"a":[${'{},'.repeat(5_000_001)}1]}\n{"b":1}`,
      [{ line: 1, reason: 'it holds more than 5000000 values' }, record({ b: 1 }, 2)],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test('each record of a document with its line, whatever it holds', () => {
    const held = fc.array(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
    )
    fc.assert(
      fc.property(fc.string(), held, fc.integer({ min: 1, max: 3 }), (id, all, indent) => {
        const messages = all.map((fields, n) => ({ isRecord: n, fields }))
        const text = JSON.stringify({ id, x: { messages } }, null, indent)
        const lines = text.split('\n')
        const records = read(text).flatMap((each) => ('record' in each && each.record !== null ? [each] : []))
        expect(records.map((each) => each.record)).toEqual(messages)
        for (const {
          record: { isRecord },
          line,
        } of records)
          expect(lines.slice(line - 1, line + 1).map((each) => each.trim())).toEqual([
            '{',
            `"isRecord": ${String(isRecord)},`,
          ])
      }),
      { numRuns: runs(300) },
    )
  })
})
