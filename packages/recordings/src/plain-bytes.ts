/** The bytes of a recording as UTF-8, however they were stored: compressed, or in another encoding of Unicode. */

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import type { SkippedPiece } from './recording.js'

/** Source: RFC 1952, section 2.3.1. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** Source: RFC 8878, section 3.1.1. */
const zstandardMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** A block of four bytes can stand for 128 KiB: so many bytes at once come to 32 MiB at most. */
const zstandardStep = 1024
/** Up to so many bytes anything may grow: it is read in seconds. */
const harmless = 64 * 2 ** 20
/** A list that is written whole again and again comes to 30 times; a bomb to 1,000 under gzip, to 30,000 under Zstandard. */
const mostGrowth = 250

/** That the bytes make no sense from here on, or grow as no recording does. */
export type Damage = Pick<SkippedPiece, 'reason'>

class DamagedBytes extends Error {}

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
    onDamage({ reason: error.message })
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
): AsyncGenerator<Uint8Array, void, undefined> {
  const { value: head, done } = await bytes.next()
  if (done === true) return
  let [taken, given] = [head.length, 0]
  const all = (async function* () {
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
      if (isPacked && given > Math.max(harmless, taken * mostGrowth))
        throw new DamagedBytes(`decompressed, it grows more than ${mostGrowth} times, as no recording does`)
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
  source.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const piece of source.pipe(gunzip)) yield piece
  } catch (error) {
    const isOfZlib = error instanceof Error && 'errno' in error && String(Object(error).code).startsWith('Z_')
    throw isOfZlib ? damaged('gzip', error) : error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function* unzstandard(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void, undefined> {
  const output: Uint8Array[] = []
  const decompress = new Decompress((data) => output.push(data))
  const push = (piece: Uint8Array, isLast: boolean) => {
    try {
      decompress.push(piece, isLast)
    } catch (error) {
      throw damaged('Zstandard', error)
    }
    return output.splice(0)
  }
  for await (const piece of bytes)
    for (let start = 0; start < piece.length; start += zstandardStep)
      yield* push(piece.subarray(start, start + zstandardStep), false)
  yield* push(new Uint8Array(), true)
}

function damaged(what: string, cause: unknown): DamagedBytes {
  return new DamagedBytes(`the compressed data (${what}) is damaged or cut off here`, { cause })
}
