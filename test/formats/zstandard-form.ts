/**
 * Writes Zstandard without a compressor, as a bare machine can: blocks as they are, and one byte that stands for many.
 * Source: RFC 8878, sections 3.1.1 and 3.1.2.
 */

/** A byte that stands for many. */
export interface RepeatedByte {
  readonly byte: number
  readonly times: number
}

const largestBlock = 128 * 1024
/** A window of 2 MiB, more than a block. */
const window = 0x58

/** A frame of these blocks; each holds up to 128 KiB. */
function zstandardFrame(blocks: readonly (Buffer | RepeatedByte)[]): Buffer {
  const written = blocks.map((block, index) => {
    const isLast = index === blocks.length - 1 ? 1 : 0
    const isRaw = Buffer.isBuffer(block)
    const [size, kind, content] = isRaw ? [block.length, 0, block] : [block.times, 1, Buffer.of(block.byte)]
    const head = Buffer.alloc(3)
    head.writeUIntLE((size << 3) | (kind << 1) | isLast, 0, 3)
    return Buffer.concat([head, content])
  })
  return Buffer.concat([Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, window), ...written])
}

/** Bytes as a frame of raw blocks. */
export function zstandardOf(bytes: Buffer, blockLength: number = largestBlock): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length || at === 0; at += blockLength)
    blocks.push(bytes.subarray(at, at + blockLength))
  return zstandardFrame(blocks)
}

/** A small file that comes to so many bytes, with a text at its beginning. */
export function zstandardBomb(text: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / largestBlock) }, () => ({
    byte: 0x61,
    times: largestBlock,
  }))
  return zstandardFrame([Buffer.from(text), ...blocks])
}
