/** The bytes of a recording as UTF-8, however they were stored: compressed, or in another encoding of Unicode. */

import { type SourceLimits, usualLimits } from '../source-limits.js'
import { beginningOf } from './beginning.js'
import { gunzipped } from './gunzipped.js'
import { limitedGrowth } from './limited-growth.js'
import { utf8Bytes } from './utf8-bytes.js'
import { unzstandard } from './zstandard.js'

/** What gzip files begin with. Source: RFC 1952, section 2.3.1. */
const gzipMagic = Buffer.from([0x1f, 0x8b])
/** What a frame of Zstandard begins with. Source: RFC 8878, section 3.1.1. */
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * The bytes, decompressed where they are gzip or Zstandard, once or twice, and as UTF-8 where they are UTF-16. Memory does
 * not grow with their number.
 * @throws DamagedBytes where they can't be read any further, or come to too much
 */
export async function* plainBytes(
  bytes: AsyncIterable<Uint8Array | string>,
  limits: SourceLimits = usualLimits,
): AsyncIterable<Buffer> {
  const { head, all } = await beginningOf(bytes, zstdMagic.length)
  const isPacked = startsWith(head, gzipMagic) || startsWith(head, zstdMagic)
  yield* utf8Bytes(isPacked ? limitedGrowth(all, limits, (packed) => unpacked(unpacked(packed))) : all)
}

/** The bytes without one layer of compression, where they have one. */
async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const { head, all } = await beginningOf(bytes, zstdMagic.length)
  if (startsWith(head, gzipMagic)) yield* gunzipped(all)
  else if (startsWith(head, zstdMagic)) yield* unzstandard(all)
  else yield* all
}

function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic)
}
