/**
 * Writes Zstandard without a compressor, as a bare machine can: blocks as they are.
 * Source: RFC 8878, sections 3.1.1 and 3.1.2.
 */

const largestBlock = 128 * 1024
/** A window of 2 MiB, more than a block. */
const window = 0x58

/** Bytes as a frame of raw blocks. */
export function zstandardOf(bytes: Buffer, blockLength: number = largestBlock): Buffer {
  const frame: Buffer[] = [Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, window)]
  for (let at = 0; at < bytes.length || at === 0; at += blockLength) {
    const block = bytes.subarray(at, at + blockLength)
    const head = Buffer.alloc(3)
    head.writeUIntLE((block.length << 3) | Number(at + blockLength >= bytes.length), 0, 3)
    frame.push(head, block)
  }
  return Buffer.concat(frame)
}
