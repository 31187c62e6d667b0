import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLines, readPieces } from '../src/lines.js'
import type { SkippedPiece } from '../src/recording.js'
import { usualLimits } from '../src/source-limits.js'

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
  let start = 0
  for (let index = 0; start < bytes.length; index += 1) {
    const size = sizes[index % Math.max(sizes.length, 1)] ?? bytes.length
    yield bytes.subarray(start, start + size)
    start += size
  }
}

async function linesOf(bytes: Uint8Array, sizes: readonly number[] = [], longestLine = 1000) {
  const skipped: SkippedPiece[] = []
  const progress: number[] = []
  const lines: [number, string][] = []
  const reading = {
    file: 'f',
    onSkipped: (piece: SkippedPiece) => skipped.push(piece),
    onProgress: (count: number) => progress.push(count),
    longestLine,
  }
  for await (const { line, text } of readLines(pieces(bytes, sizes), reading)) {
    lines.push([line, text])
  }
  return { lines, skipped, progress }
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
    expect((await linesOf(bytes)).lines).toEqual(expected)
  })

  test('however the bytes are cut, the lines are those of the whole text', async () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((text) => text.replace(/[\n\r\0\uFEFF]/g, ''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        async (texts, sizes, end) => {
          const bytes = Buffer.from(`${texts.join(end)}${end}`)
          const { lines, progress } = await linesOf(bytes, sizes)
          const said = texts.map((text, index) => [index + 1, text] as const)
          expect(lines).toEqual(said.filter(([, text]) => text.trim() !== ''))
          expect(progress.at(-1)).toBe(bytes.length)
        },
      ),
    )
  })

  test('no more records are read than the limits say, and that is reported', async () => {
    const read: string[] = []
    const skipped: SkippedPiece[] = []
    const reading = { file: 'f', onSkipped: (piece: SkippedPiece) => skipped.push(piece) }
    const limits = { ...usualLimits, records: 2 }
    for await (const { text } of readLines(pieces(Buffer.from('a\n\nb\n\n'), [3]), { ...reading, limits }))
      read.push(text)
    expect([read, skipped]).toEqual([['a', 'b'], []])
    for await (const _ of readLines(pieces(Buffer.from('a\n\nb\n\nc\nd'), [3]), { ...reading, limits }));
    expect(skipped).toEqual([
      { file: 'f', line: 5, reason: 'there are more than 2 records; it is read no further', rest: true },
    ])
  })

  test('a line that is too long is skipped with its number, and those around it are read', async () => {
    const { lines, skipped } = await linesOf(
      Buffer.from(`ok\n${'x'.repeat(30)}\nok too\n${'y'.repeat(11)}`),
      [4],
      10,
    )
    expect(lines).toEqual([
      [1, 'ok'],
      [3, 'ok too'],
    ])
    expect(skipped).toEqual([
      { file: 'f', line: 2, reason: 'the line is 30 bytes long; lines of more than 10 bytes are not read' },
      { file: 'f', line: 4, reason: 'the line is 11 bytes long; lines of more than 10 bytes are not read' },
    ])
  })

  test('of a line that is too long nothing is held', async () => {
    const piece = Buffer.alloc(1024 * 1024, 0x61)
    async function* endless(): AsyncIterable<Uint8Array> {
      for (let count = 0; count < 200; count += 1) yield piece
      yield Buffer.from('\nlast')
    }
    const read: string[] = []
    for await (const { line, text } of readLines(endless(), { file: 'f', onSkipped: () => undefined })) {
      read.push(`${line} ${text}`)
    }
    expect(read).toEqual(['2 last'])
  })

  test('a line of more than 1 MiB can be had in pieces, which are cut between characters', async () => {
    const long = `\uFEFF${'a€😀'.repeat(400_000)}\r`
    const bytes = Buffer.from(`${long}\nshort\n${long}`)
    const found = new Map<number, string[]>()
    const last: boolean[] = []
    const cut = pieces(bytes, [100_003, 1, 77_777])
    for await (const { line, text, goesOn } of readPieces(cut, { file: 'f', onSkipped: () => undefined })) {
      found.set(line, [...(found.get(line) ?? []), text])
      last.push(goesOn !== true)
      expect(text.length).toBeLessThan(2 ** 20)
    }
    const whole = [...found].map(([line, texts]) => [line, texts.join('').replace(/\r$/, '')])
    expect(whole).toEqual([
      [1, long.slice(1, -1)],
      [2, 'short'],
      [3, long.slice(0, -1)],
    ])
    expect(last.filter(Boolean)).toHaveLength(3)
    expect(last.length).toBeGreaterThan(5)
  })

  test('a NUL byte at the start says that the file is binary; later it is a part of a damaged line', async () => {
    await expect(linesOf(Buffer.from('SQLite format 3\0x'), [3])).rejects.toMatchObject({
      code: 'not-a-recording',
      file: 'f',
    })
    const late = Buffer.from([...Array<string>(10).fill('a'.repeat(500)), 'x\0y'].join('\n'))
    expect((await linesOf(late)).lines.at(-1)).toEqual([11, 'x\0y'])
  })
})
