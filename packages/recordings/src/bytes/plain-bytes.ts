/** The bytes of a recording as UTF-8, however they were stored: compressed, or in another encoding of Unicode. */

import { createGunzip, type ZlibOptions } from 'node:zlib'
import { BeyondLimit, DamagedBytes, type SourceLimits, usualLimits } from '../source-limits.js'
import { unzstandard, zstandardMagic } from './zstandard.js'

/** Source: RFC 1952, section 2.3.1. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** As many bytes are decompressed at once: they come to 16 MiB at the most. */
const pieceLength = 16 * 1024
/** Up to so many bytes anything may grow: it is read in seconds. */
const harmless = 64 * 2 ** 20
/** What a piece comes to is taken at once, so nothing need wait for room. */
const gunzipOptions: ZlibOptions & { readonly readableHighWaterMark: number } = {
  chunkSize: 64 * 1024,
  readableHighWaterMark: 32 * 2 ** 20,
}

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
  for await (const piece of begun(unpacked(begun(buffers(bytes)), limits))) {
    // What Windows programs write where their output is redirected; the decoder takes the byte order mark away.
    decoder ??= decoderOf(piece)
    yield decoder === null ? piece : Buffer.from(decoder.decode(piece, { stream: true }))
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield Buffer.from(rest)
}

async function* buffers(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of bytes) {
    if (typeof piece === 'string') yield Buffer.from(piece)
    else yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
}

/** The same pieces, the first of them long enough to tell what the bytes are. */
async function* begun(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (head === null) yield piece
    else head = Buffer.concat([head, piece])
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
  const all = counter.taking(head, bytes)
  if (head.subarray(0, 2).equals(gzipMagic)) yield* counter.giving(gunzipped(all))
  else if (head.subarray(0, 4).equals(zstandardMagic)) yield* counter.giving(unzstandard(all))
  else yield* all
}

/** Stops a file that was made to grow without end when it is decompressed. */
class GrowthCounter {
  readonly #limits: SourceLimits
  #taken = 0
  #given = 0

  constructor(limits: SourceLimits) {
    this.#limits = limits
  }

  async *taking(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    this.#taken += head.length
    yield head
    for await (const piece of rest) {
      this.#taken += piece.length
      yield piece
    }
  }

  async *giving(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
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

/** Piece by piece, for what is in hand is lost when the decompressor comes upon trouble. */
async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip(gunzipOptions)
  const done = (give: (callback: (error?: Error | null) => void) => void) =>
    new Promise<Buffer | null>((resolve, reject) => {
      const fail = (cause: Error) =>
        reject(new DamagedBytes('the compressed data (gzip) is damaged or cut off here', { cause }))
      gunzip.once('error', fail)
      give(() => {
        gunzip.off('error', fail)
        const output: unknown = gunzip.read()
        resolve(Buffer.isBuffer(output) ? output : null)
      })
    })
  try {
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length; start += pieceLength) {
        const output = await done((over) => gunzip.write(piece.subarray(start, start + pieceLength), over))
        if (output !== null) yield output
      }
    }
    const output = await done((over) => gunzip.end(over))
    if (output !== null) yield output
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
