/**
 * Decompresses Zstandard, as agents keep old recordings. The frames are walked block by block, so that no piece of input
 * gives more than one block of output at once, and none asks for more memory than it may. Source of the layout: RFC 8878,
 * sections 3.1.1 and 3.1.2.
 */

import { Decompress } from 'fzstd'

/** The bytes of a file make no sense from some place on, or come to too much, while what came before does. */
export class DamagedBytes extends Error {
  override readonly name = 'DamagedBytes'
  /** True where a limit was reached, and what follows may make sense. */
  readonly isLimit: boolean

  constructor(message: string, { isLimit = false, ...options }: ErrorOptions & { isLimit?: boolean } = {}) {
    super(message, options)
    this.isLimit = isLimit
  }
}

export const zstandardMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** The most that a decompressor may be made to hold; the zstd program has the same limit. */
const largestWindow = 128 * 2 ** 20
const largestBlock = 128 * 2 ** 10

/** @throws DamagedBytes */
export async function* unzstandard(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const source = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const take = async (length: number, isStart = false): Promise<Buffer> => {
    const pieces = [held]
    for (let there = held.length; there < length; ) {
      const { value, done } = await source.next()
      if (done === true && isStart && there === 0) return held
      if (done === true) throw damaged()
      pieces.push(value)
      there += value.length
    }
    const all = pieces.length === 1 ? held : Buffer.concat(pieces)
    held = all.subarray(length)
    return all.subarray(0, length)
  }
  for (;;) {
    const magic = await take(4, true)
    if (magic.length === 0) return
    if (magic.equals(zstandardMagic)) yield* frame(take)
    else if ((magic.readUInt32LE(0) & 0xfffffff0) >>> 0 === 0x184d2a50) await skip(take)
    else throw damaged()
  }
}

type Take = (length: number) => Promise<Buffer>

/** A frame that holds no data. */
async function skip(take: Take): Promise<void> {
  for (let left = (await take(4)).readUInt32LE(0); left > 0; left -= largestBlock)
    await take(Math.min(left, largestBlock))
}

async function* frame(take: Take): AsyncGenerator<Buffer, void, undefined> {
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
  const first = await take(1)
  const descriptor = first.readUInt8(0)
  const isSingle = (descriptor & 0x20) !== 0
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const content = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const header = await take((isSingle ? 0 : 1) + dictionary + content)
  if (windowOf(header, isSingle, content) > largestWindow)
    throw new DamagedBytes('the compressed data (Zstandard) asks for more than 128 MiB of memory')
  push(Buffer.concat([zstandardMagic, first, header]))
  for (let isLast = false; !isLast; ) {
    const head = await take(3)
    const word = head.readUIntLE(0, 3)
    isLast = (word & 1) === 1
    const isRepeated = ((word >> 1) & 3) === 1
    const size = word >> 3
    if (size > largestBlock) throw damaged()
    yield* push(Buffer.concat([head, await take(isRepeated ? 1 : size)]))
  }
  // Of the checksum.
  if ((descriptor & 4) !== 0) push(await take(4))
}

/** The memory that a frame asks for, in bytes. Source: RFC 8878, section 3.1.1.1. */
function windowOf(header: Buffer, isSingle: boolean, content: number): number {
  if (!isSingle) {
    const window = header.readUInt8(0)
    const base = 2 ** (10 + (window >> 3))
    return base + (base / 8) * (window & 7)
  }
  const size = header.subarray(header.length - content)
  return content === 8
    ? Number(size.readBigUInt64LE(0))
    : size.readUIntLE(0, content) + (content === 2 ? 256 : 0)
}

function damaged(cause?: unknown): DamagedBytes {
  return new DamagedBytes('the compressed data (Zstandard) is damaged or cut off here', { cause })
}
