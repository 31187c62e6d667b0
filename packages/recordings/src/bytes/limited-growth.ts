/** Stops a file that was made to grow without end when it is decompressed. */

import { BeyondLimit, type SourceLimits } from '../source-limits.js'

/** Up to so many bytes anything may grow: it is read in seconds. */
const harmless = 64 * 2 ** 20

/**
 * Decompresses, and stops where it comes to too much.
 * @param decompress all that is done to the bytes: the limits hold for all of it together
 * @throws BeyondLimit where it does
 */
export async function* limitedGrowth(
  bytes: AsyncIterable<Buffer>,
  { growth, unpackedBytes }: SourceLimits,
  decompress: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  let taken = 0
  let given = 0
  const counted = async function* (): AsyncIterable<Buffer> {
    for await (const piece of bytes) {
      taken += piece.length
      yield piece
    }
  }
  for await (const piece of decompress(counted())) {
    given += piece.length
    if (given > harmless && given > taken * growth) {
      throw new BeyondLimit(
        `the file grows more than ${growth} times when it is decompressed, as no recording does; it is read no further`,
      )
    }
    if (given > unpackedBytes) {
      throw new BeyondLimit(
        `the file comes to more than ${unpackedBytes / 2 ** 30} GiB when it is decompressed; it is read no further`,
      )
    }
    yield piece
  }
}
