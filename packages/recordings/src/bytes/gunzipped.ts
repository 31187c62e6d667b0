/**
 * Decompresses gzip, member by member: the decompressor of Node.js throws away what it has in hand when it comes upon
 * trouble, and does not say where a member ended. Source of the layout: RFC 1952, sections 2.2 and 2.3.
 */

import { createInflateRaw, type InflateRaw, type ZlibOptions } from 'node:zlib'
import { ByteQueue } from './byte-queue.js'
import { AlteredBytes, DamagedBytes } from './damaged-bytes.js'

/** As many bytes are decompressed at once: they come to 16 MiB at the most. */
const piece = 16 * 1024
/** It is taken at once, so nothing need wait for room. */
const options: ZlibOptions & { readonly readableHighWaterMark: number } = {
  chunkSize: 64 * 1024,
  readableHighWaterMark: 32 * 2 ** 20,
}

/**
 * The bytes that were compressed, of every member of the file.
 * @throws DamagedBytes where they are cut off or can't be decompressed, behind all that can be read
 * @throws AlteredBytes where they are not what was compressed, or something else stands behind them
 */
export async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const queue = new ByteQueue(bytes)
  for (let member = 1; ; member += 1) {
    await passHeader(queue, member)
    const sum = new Sum()
    for await (const part of inflated(queue)) {
      sum.add(part)
      yield part
    }
    const trailer = await queue.take(8, damaged)
    if (trailer.readUInt32LE(0) !== sum.crc || trailer.readUInt32LE(4) !== sum.length) {
      throw new AlteredBytes(
        `the compressed data (gzip) does not come to the checksum that was written with it: it was changed, or damaged. ${rescue}`,
      )
    }
    if (await isOver(queue)) return
  }
}

const rescue = 'Get the file again; what can be read of it, gzip -dc prints.'

async function passHeader(queue: ByteQueue, member: number): Promise<void> {
  const magic = await queue.peek(3)
  if (![0x1f, 0x8b, 8].every((byte, index) => (magic[index] ?? byte) === byte)) {
    throw member === 1
      ? damaged()
      : new AlteredBytes(`something else stands behind the compressed data (gzip). ${rescue}`)
  }
  const flags = (await queue.take(10, damaged)).readUInt8(3)
  if ((flags & 4) !== 0) await queue.take((await queue.take(2, damaged)).readUInt16LE(0), damaged)
  for (const text of [8, 16]) {
    // Each ends with a zero.
    while ((flags & text) !== 0 && (await queue.take(1, damaged)).readUInt8(0) !== 0);
  }
  if ((flags & 2) !== 0) await queue.take(2, damaged)
}

/** The data of a member. What stands behind it stays in the queue. */
async function* inflated(queue: ByteQueue): AsyncIterable<Buffer> {
  const inflate = createInflateRaw(options)
  let given = 0
  try {
    // It takes less than it is given once the data is over.
    while (inflate.bytesWritten === given) {
      const next = await queue.some(piece)
      if (next.length === 0) throw damaged()
      given += next.length
      await written(inflate, next)
      const output: unknown = inflate.read()
      if (Buffer.isBuffer(output)) yield output
      queue.putBack(next.subarray(next.length - (given - inflate.bytesWritten)))
    }
  } finally {
    inflate.destroy()
  }
}

function written(inflate: InflateRaw, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(damaged(error))
    inflate.once('error', failed)
    inflate.write(bytes, () => {
      inflate.off('error', failed)
      resolve()
    })
  })
}

/** True where nothing follows but zeros, which archives are filled up with. */
async function isOver(queue: ByteQueue): Promise<boolean> {
  for (;;) {
    const next = await queue.some(piece)
    const start = next.findIndex((byte) => byte !== 0)
    if (next.length === 0) return true
    if (start === -1) continue
    queue.putBack(next.subarray(start))
    return false
  }
}

function damaged(cause?: unknown): DamagedBytes {
  return new DamagedBytes('the compressed data (gzip) is damaged or cut off here', { cause })
}

/** What a byte comes to in a checksum. Source: RFC 1952, section 8. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum and the length of what comes in pieces. */
class Sum {
  #crc = 0xffffffff
  #length = 0

  /** The checksum, CRC-32. */
  get crc(): number {
    return (this.#crc ^ 0xffffffff) >>> 0
  }

  /** The length, modulo 2 ** 32. */
  get length(): number {
    return this.#length
  }

  /** Adds the next bytes. */
  add(bytes: Buffer): void {
    let crc = this.#crc
    // An index is several times quicker than an iterator here.
    for (let at = 0; at < bytes.length; at += 1) {
      crc = (table[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
    }
    this.#crc = crc
    this.#length = (this.#length + bytes.length) >>> 0
  }
}
