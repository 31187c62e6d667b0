/** The bytes of a recording as UTF-8, however they were stored: compressed, or in another encoding of Unicode. */

import { createGunzip } from 'node:zlib'
import { bufferOf } from '../lines.js'
import { BeyondLimit, DamagedBytes, type SourceLimits, usualLimits } from '../source-limits.js'
import { unzstandard, zstandardMagic } from './zstandard.js'

/** Source: RFC 1952, section 2.3.1. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** As many bytes are decompressed at once: they come to 16 MiB at the most. */
const pieceLength = 16 * 1024
/** Up to so many bytes anything may grow: it is read in seconds. */
const harmless = 64 * 2 ** 20
/**
 * The bytes, decompressed where they are gzip or Zstandard, and as UTF-8 where they are UTF-16. Memory does not grow with
 * their number.
 * @throws DamagedBytes behind all that can be read of them; BeyondLimit where they come to too much
 */
export async function* plainBytes(
  bytes: AsyncIterable<Uint8Array | string>,
  limits: SourceLimits = usualLimits,
): AsyncGenerator<Buffer, void, undefined> {
  let decoder: ReturnType<typeof decoderOf> | undefined
  for await (const piece of withFullHead(unpacked(withFullHead(bytes), limits))) {
    // What Windows programs write where their output is redirected; the decoder takes the byte order mark away.
    decoder ??= decoderOf(piece)
    yield decoder === null ? piece : Buffer.from(decoder.decode(piece, { stream: true }))
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield Buffer.from(rest)
}

/** The same pieces, the first of them long enough to tell what the bytes are. */
async function* withFullHead(
  bytes: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Buffer, void, undefined> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (head === null) yield bufferOf(piece)
    else head = Buffer.concat([head, bufferOf(piece)])
    if (head === null || head.length < 4) continue
    yield head
    head = null
  }
  if (head !== null && head.length > 0) yield head
}

async function* unpacked(
  bytes: AsyncGenerator<Buffer, void, undefined>,
  limits: SourceLimits,
): AsyncGenerator<Buffer, void, undefined> {
  const { value: head, done } = await bytes.next()
  if (done === true) return
  const counter = new GrowthCounter(limits)
  const all = counter.countInput(head, bytes)
  try {
    if (head.subarray(0, 2).equals(gzipMagic)) yield* counter.countOutput(gunzipped(all))
    else if (head.subarray(0, 4).equals(zstandardMagic)) yield* counter.countOutput(unzstandard(all))
    else yield* all
  } finally {
    // Whoever stops after the head has not begun with the rest.
    await bytes.return()
  }
}

/** Stops a file that was made to grow without end when it is decompressed. */
class GrowthCounter {
  readonly #limits: SourceLimits
  #taken = 0
  #given = 0

  constructor(limits: SourceLimits) {
    this.#limits = limits
  }

  async *countInput(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    this.#taken += head.length
    yield head
    for await (const piece of rest) {
      this.#taken += piece.length
      yield piece
    }
  }

  async *countOutput(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    const { growth, unpackedBytes } = this.#limits
    for await (const piece of bytes) {
      this.#given += piece.length
      if (this.#given > harmless && this.#given > this.#taken * growth)
        throw new BeyondLimit(
          `the file grows more than ${growth} times when it is decompressed, as no recording does; it is read no further`,
        )
      if (this.#given > unpackedBytes)
        throw new BeyondLimit(
          `the file comes to more than ${unpackedBytes / 2 ** 30} GiB when it is decompressed; it is read no further`,
        )
      yield piece
    }
  }
}

/** In small pieces, so that little is lost where the decompressor comes upon trouble, and little comes at once. */
async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip()
  let output: Buffer[] = []
  gunzip.on('data', (data: Buffer) => output.push(data))
  const over = new Promise<unknown>((resolve) =>
    gunzip.once('error', resolve).once('end', () => resolve(null)),
  )
  const taken = (): readonly Buffer[] => {
    const found = output
    output = []
    return found
  }
  try {
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length && !gunzip.destroyed; start += pieceLength) {
        const part = piece.subarray(start, start + pieceLength)
        await Promise.race([over, new Promise<void>((resolve) => gunzip.write(part, () => resolve()))])
        yield* taken()
      }
    }
    gunzip.end()
    const cause = await over
    yield* taken()
    if (cause !== null)
      throw new DamagedBytes('the compressed data (gzip) is damaged or cut off here', { cause })
  } finally {
    gunzip.destroy()
  }
}

/** For UTF-16 by its byte order mark, or by the NUL beside what JSON begins with; null for what is none. */
function decoderOf([first, second, third, fourth]: Buffer) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  if (beginsJson(first) && second === 0 && third !== 0 && fourth === 0) return new TextDecoder('utf-16le')
  if (first === 0 && beginsJson(second) && third === 0 && fourth !== 0) return new TextDecoder('utf-16be')
  return null
}

function beginsJson(byte: number | undefined): boolean {
  return byte !== undefined && '{[ \t\r\n'.includes(String.fromCharCode(byte))
}
