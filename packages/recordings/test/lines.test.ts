import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FileLines } from '../src/lines.js'
import type { SkippedPiece } from '../src/recording.js'

function* pieces(bytes: Uint8Array, sizes: readonly number[]): Iterable<Uint8Array> {
  let start = 0
  for (let index = 0; start < bytes.length; index += 1) {
    const size = sizes[index % Math.max(sizes.length, 1)] ?? bytes.length
    yield bytes.subarray(start, start + size)
    start += size
  }
}

function linesOf(
  bytes: Uint8Array,
  { sizes = [], longest = 1000 }: { sizes?: number[]; longest?: number } = {},
) {
  const skipped: SkippedPiece[] = []
  const found: [number, string][] = []
  const lines = new FileLines('f', (piece) => skipped.push(piece), longest)
  for (const piece of pieces(bytes, sizes))
    for (const { line, text } of lines.push(piece)) found.push([line, text])
  for (const { line, text } of lines.end()) found.push([line, text])
  return { lines: found, skipped }
}

describe('lines', () => {
  test.each<[string, string | number[], [number, string][]]>([
    ['nothing', '', []],
    ['one without an end', 'a', [[1, 'a']]],
    ['one with an end', 'a\n', [[1, 'a']]],
    [
      'blank ones count and are passed over',
      `\n \t\r\na\n\r\n${'\n'.repeat(100_000)}b\n\n`,
      [
        [3, 'a'],
        [100_005, 'b'],
      ],
    ],
    [
      'Windows ends',
      'a\r\nb\r\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa\n\uFEFFb',
      [
        [1, 'a'],
        [2, '\uFEFFb'],
      ],
    ],
    [
      'bytes that are no UTF-8',
      [0x61, 0xff, 0x62, 0x0a, 0xc3],
      [
        [1, 'a\uFFFDb'],
        [2, '\uFFFD'],
      ],
    ],
  ])('%s', async (_, content, expected) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content)
    expect(linesOf(bytes).lines).toEqual(expected)
  })

  test('however the bytes are cut, the lines are those of the whole text', async () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((text) => text.replace(/[\n\r\0\uFEFF]/g, ''))
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        (texts, sizes, end) => {
          const bytes = Buffer.from(`${texts.join(end)}${end}`)
          const { lines } = linesOf(bytes, { sizes })
          const said = texts.map((text, index) => [index + 1, text] as const)
          expect(lines).toEqual(said.filter(([, text]) => text.trim() !== ''))
        },
      ),
    )
  })

  test('a line that is too long is skipped with its number, and those around it are read', () => {
    const text = `ok\n${'x'.repeat(30)}\nok too\n${'y'.repeat(11)}`
    const { lines, skipped } = linesOf(Buffer.from(text), { sizes: [4], longest: 10 })
    expect(lines).toEqual([
      [1, 'ok'],
      [3, 'ok too'],
    ])
    expect(skipped).toEqual([
      { file: 'f', line: 2, reason: 'the line is 30 bytes long; lines of more than 10 bytes are not read' },
      { file: 'f', line: 4, reason: 'the line is 11 bytes long; lines of more than 10 bytes are not read' },
    ])
  })

  test('of a line that is too long nothing is held', () => {
    const piece = Buffer.alloc(1024 * 1024, 0x61)
    const lines = new FileLines('f', () => undefined, 10)
    for (let count = 0; count < 10_000; count += 1) for (const _ of lines.push(piece)) expect.fail()
    const rest = [...lines.push(Buffer.from('\nlast')), ...lines.end()]
    expect(rest).toEqual([{ line: 2, text: 'last' }])
  })

  test('a NUL byte at the start says that the file is binary; later it is a part of a damaged line', () => {
    expect(() => linesOf(Buffer.from('SQLite format 3\0x'), { sizes: [3] })).toThrow('this is a binary file')
    const late = Buffer.from([...Array<string>(10).fill('a'.repeat(500)), 'x\0y'].join('\n'))
    expect(linesOf(late).lines.at(-1)).toEqual([11, 'x\0y'])
  })
})
