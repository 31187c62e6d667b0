import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { plainBytes } from '../src/plain-bytes.js'

/** The bytes in pieces of these lengths, again and again. */
async function* cut(bytes: Uint8Array, lengths: readonly number[]): AsyncIterable<Uint8Array> {
  let start = 0
  for (let index = 0; start < bytes.length; index += 1) {
    const end = start + (lengths[index % lengths.length] ?? 1)
    yield bytes.subarray(start, end)
    start = end
  }
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<{ text: string; trouble: string | null }> {
  const pieces: Buffer[] = []
  const troubles: string[] = []
  for await (const piece of plainBytes(bytes, ({ reason }) => troubles.push(reason))) pieces.push(piece)
  return { text: Buffer.concat(pieces).toString('utf8'), trouble: troubles[0] ?? null }
}

const lengths = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 })
const text = fc.string({ unit: 'grapheme', maxLength: 400 }).map((rest) => `{"text":${JSON.stringify(rest)}}`)

/** A frame of Zstandard as the format defines it: blocks as they are, and one byte that stands for many. */
function zstandard(parts: readonly (Buffer | { readonly byte: number; readonly times: number })[]): Buffer {
  const blocks = parts.map((part, index) => {
    const isLast = index === parts.length - 1 ? 1 : 0
    const head = Buffer.alloc(3)
    if (Buffer.isBuffer(part)) {
      head.writeUIntLE((part.length << 3) | isLast, 0, 3)
      return Buffer.concat([head, part])
    }
    head.writeUIntLE((part.times << 3) | (1 << 1) | isLast, 0, 3)
    return Buffer.concat([head, Buffer.from([part.byte])])
  })
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]), ...blocks])
}

/** `zstd -19` of a line that says the same forty times: blocks that are really compressed, and a checksum. */
const compressed = Buffer.from(
  'KLUv/QRofQEARAJ7InR5cGUiOiJ1c2VyIiwidGV4dCI6ImFnYWluIGFuZCAifQoCADwy9UcqlCfrj4JU',
  'base64',
)
const compressedText = `${'{"type":"user","text":"again and again"}\n'.repeat(40)}`

test('what is compressed or in UTF-16 is read as what it was, wherever the pieces are cut', async () => {
  const forms: readonly ((text: string) => Buffer)[] = [
    (whole) => Buffer.from(whole),
    (whole) => gzipSync(whole),
    (whole) => Buffer.concat([gzipSync(whole.slice(0, 5)), gzipSync(whole.slice(5))]),
    (whole) => zstandard([Buffer.from(whole)]),
    (whole) => Buffer.concat([zstandard([Buffer.from('')]), skippable, zstandard([Buffer.from(whole)])]),
    (whole) => Buffer.from(`\ufeff${whole}`, 'utf16le'),
    (whole) => Buffer.from(`\ufeff${whole}`, 'utf16le').swap16(),
    (whole) => gzipSync(Buffer.from(`\ufeff${whole}`, 'utf16le')),
  ]
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...forms), lengths, async (whole, form, pieces) => {
      fc.pre(Buffer.from(whole).toString() === whole)
      expect(await read(cut(form(whole), pieces))).toEqual({ text: whole, trouble: null })
    }),
    { numRuns: runs(300) },
  )
})

/** A frame that holds no data. */
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])

test('blocks that are really compressed', async () => {
  expect(await read(cut(compressed, [7]))).toEqual({ text: compressedText, trouble: null })
})

test('cut off anywhere, what came before is read and the rest is told', async () => {
  for (const bytes of [
    gzipSync(compressedText, { level: 0 }),
    zstandard([Buffer.from('abc'), Buffer.from('def')]),
  ]) {
    const whole = (await read(cut(bytes, [bytes.length]))).text
    for (let end = 5; end < bytes.length; end += 1) {
      const { text, trouble } = await read(cut(bytes.subarray(0, end), [50]))
      expect(whole.startsWith(text)).toBe(true)
      expect(trouble).toMatch(/^the compressed data \((gzip|Zstandard)\) is damaged or cut off here$/)
    }
  }
})

test('gzip that does not come to its checksum is told', async () => {
  const bytes = gzipSync(compressedText)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 8) ^ 1, bytes.length - 8)
  expect((await read(cut(bytes, [11]))).trouble).toBe('the compressed data (gzip) is damaged or cut off here')
})

test('any byte changed: an answer, or damage that is told, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(compressed, gzipSync(compressedText)),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (bytes, place, change) => {
        const changed = Buffer.from(bytes)
        const at = 4 + (place % (bytes.length - 4))
        changed.writeUInt8(changed.readUInt8(at) ^ change, at)
        await read(cut(changed, [64]))
      },
    ),
    { numRuns: runs(200) },
  )
})

test.each([
  ['Zstandard', zstandard(Array.from({ length: 4096 }, () => ({ byte: 0x0a, times: 128 * 1024 })))],
  ['gzip', gzipSync(Buffer.alloc(100 * 2 ** 20, '\n'), { level: 9 })],
])('a bomb in %s comes in pieces, and is stopped', async (_, bomb) => {
  let [given, highest, told] = [0, 0, '']
  for await (const piece of plainBytes(cut(bomb, [1024]), ({ reason }) => (told = reason))) {
    given += piece.length
    highest = Math.max(highest, piece.length)
  }
  expect(told).toMatch(/^decompressed, it grows more than 250 times/)
  expect(given).toBeLessThanOrEqual(64 * 2 ** 20)
  expect(highest).toBeLessThanOrEqual(128 * 1024)
})

test('what the stream throws is thrown', async () => {
  async function* failing(): AsyncIterable<Uint8Array> {
    yield gzipSync('abc').subarray(0, 12)
    throw new RangeError('the disk')
  }
  await expect(read(failing())).rejects.toThrow(new RangeError('the disk'))
})
