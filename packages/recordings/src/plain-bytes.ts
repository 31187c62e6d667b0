/** The bytes of a recording as UTF-8, however they were stored: compressed, or in another encoding of Unicode. */

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { SkippedPiece } from './recording.js'
import { DamagedBytes, unzstandard, zstandardMagic } from './zstandard.js'

/** Source: RFC 1952, section 2.3.1. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** Up to so many bytes anything may grow: it is read in seconds. */
const harmless = 64 * 2 ** 20
/** A list that is written whole again and again comes to 30 times; a bomb to 1,000 under gzip, to 30,000 under Zstandard. */
const mostGrowth = 250

/** That the bytes make no sense from here on, or that a limit was reached, and what follows is left out, too. */
export type Damage = Pick<SkippedPiece, 'reason' | 'rest'>

/**
 * The bytes, decompressed where they are gzip or Zstandard, and as UTF-8 where they are UTF-16. Memory does not grow with
 * their number.
 * @param onDamage is told why no more of them can be read than came, where that is so
 */
export async function* plainBytes(
  bytes: AsyncIterable<Uint8Array | string>,
  onDamage: (damage: Damage) => void = () => undefined,
): AsyncGenerator<Buffer, void, undefined> {
  let decoder: ReturnType<typeof decoderOf> | undefined
  try {
    for await (const piece of withFullHead(unpacked(withFullHead(bytes)))) {
      // What Windows programs write where their output is redirected; the decoder takes the byte order mark away.
      decoder ??= decoderOf(piece)
      yield decoder === null ? piece : Buffer.from(decoder.decode(piece, { stream: true }))
    }
  } catch (error) {
    if (!(error instanceof DamagedBytes)) throw error
    onDamage({ reason: error.message, ...(error.isLimit ? { rest: true } : {}) })
  }
}

function decoderOf([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : null
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

export function bufferOf(bytes: Uint8Array | string): Buffer {
  return typeof bytes === 'string'
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

async function* unpacked(
  bytes: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  const { value: head, done } = await bytes.next()
  if (done === true) return
  let taken = 0
  let given = 0
  const all = (async function* () {
    taken += head.length
    yield head
    for await (const piece of bytes) {
      taken += piece.length
      yield piece
    }
  })()
  const isGzip = head.subarray(0, 2).equals(gzipMagic)
  const isPacked = isGzip || head.subarray(0, 4).equals(zstandardMagic)
  try {
    for await (const piece of isGzip ? gunzipped(all) : isPacked ? unzstandard(all) : all) {
      given += piece.length
      if (isPacked && given > harmless && given > taken * mostGrowth) {
        const what = `the file grows more than ${mostGrowth} times when it is decompressed, as no recording does`
        throw new DamagedBytes(`${what}; it is read no further`, { isLimit: true })
      }
      yield piece
    }
  } finally {
    // Whoever stops after the head has not begun with the rest.
    await bytes.return()
  }
}

async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip()
  const source = Readable.from(bytes)
  const trouble: unknown[] = []
  source.on('error', (error) => {
    trouble.push(error)
    gunzip.end()
  })
  gunzip.on('error', (cause) => {
    trouble.push(new DamagedBytes('the compressed data (gzip) is damaged or cut off here', { cause }))
  })
  try {
    for await (const piece of source.pipe(gunzip)) yield piece
  } catch (error) {
    throw trouble[0] ?? error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
