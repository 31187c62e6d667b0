/**
 * Decompresses Zstandard, as agents keep old recordings. The frames are walked block by block, so that no piece of input
 * gives more than one block of output at once. Source of the layout: RFC 8878, sections 3.1.1 and 3.1.2.
 */

import { Decompress } from 'fzstd'
import { ByteQueue } from './byte-queue.js'
import { DamagedBytes } from './damaged-bytes.js'

const frameMagic = 0xfd2fb528
/** The first of the sixteen magic numbers of frames that hold no data. */
const skippableMagic = 0x184d2a50
/** The most that a decompressor may be made to hold; the zstd program has the same limit. */
const largestWindow = 128 * 2 ** 20
/** Source: RFC 8878, section 3.1.1.2.4. */
const largestBlock = 128 * 2 ** 10
const checksumBytes = 4

/**
 * The bytes that were compressed, of every frame of the file.
 * @throws DamagedBytes where they are damaged or cut off, or ask for too much memory; and what the stream throws
 */
export async function* unzstandard(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const queue = new ByteQueue(bytes)
  for (let magic = await queue.peek(4); magic.length > 0; magic = await queue.peek(4)) {
    const number = magic.length < 4 ? 0 : magic.readUInt32LE(0)
    if ((number & 0xfffffff0) >>> 0 === skippableMagic) await skipFrame(queue)
    else if (number === frameMagic) yield* frame(queue)
    else throw damaged()
  }
}

async function skipFrame(queue: ByteQueue): Promise<void> {
  const header = await queue.take(8, damaged)
  for (let left = header.readUInt32LE(4); left > 0; ) {
    const piece = Math.min(left, largestBlock)
    await queue.take(piece, damaged)
    left -= piece
  }
}

async function* frame(queue: ByteQueue): AsyncIterable<Buffer> {
  let output: Buffer[] = []
  const decompress = new Decompress((data) => {
    if (data.length > 0) output.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  })
  const push = (piece: Buffer): readonly Buffer[] => {
    output = []
    try {
      decompress.push(piece)
    } catch (error) {
      throw damaged(error)
    }
    return output
  }
  const descriptor = (await queue.peek(5)).at(4)
  if (descriptor === undefined) throw damaged()
  const header = await queue.take(5 + headerBytes(descriptor), damaged)
  if (windowOf(header, descriptor) > largestWindow) {
    throw new DamagedBytes('the compressed data (Zstandard) asks for more than 128 MiB of memory')
  }
  push(header)
  for (let isLast = false; !isLast; ) {
    const head = await queue.take(3, damaged)
    const word = head.readUIntLE(0, 3)
    isLast = (word & 1) === 1
    const isRepeated = ((word >> 1) & 3) === 1
    const size = word >> 3
    if (size > largestBlock) throw damaged()
    yield* push(Buffer.concat([head, await queue.take(isRepeated ? 1 : size, damaged)]))
  }
  if ((descriptor & 4) !== 0) push(await queue.take(checksumBytes, damaged))
}

/** As many bytes of the header follow the descriptor. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const content = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  return (isSingle ? 0 : 1) + dictionary + content
}

/** The memory that the frame asks for, in bytes. */
function windowOf(header: Buffer, descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0
  if (!isSingle) {
    const window = header.readUInt8(5)
    const base = 2 ** (10 + (window >> 3))
    return base + (base / 8) * (window & 7)
  }
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0)
  switch (descriptor >> 6) {
    case 0:
      return header.readUInt8(at)
    case 1:
      return header.readUInt16LE(at) + 256
    case 2:
      return header.readUInt32LE(at)
    default:
      return Number(header.readBigUInt64LE(at))
  }
}

function damaged(cause?: unknown): DamagedBytes {
  return new DamagedBytes('the compressed data (Zstandard) is damaged or cut off here', { cause })
}
