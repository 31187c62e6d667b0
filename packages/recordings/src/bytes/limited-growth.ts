/** Stops a file that was made to grow without end when it is decompressed. */

import { DamagedBytes } from './damaged-bytes.js'

/** Up to so many bytes anything may grow: it is read in seconds. */
const harmless = 64 * 2 ** 20
/**
 * Beyond that no recording grows by more. A list that is written whole again and again comes to a factor of 30; a bomb
 * to 1,000 under gzip and to 30,000 under Zstandard.
 */
const largestGrowth = 250

/**
 * Decompresses, and stops where it comes to too much.
 * @throws DamagedBytes where it does
 */
export async function* limitedGrowth(
  bytes: AsyncIterable<Buffer>,
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
    if (given > harmless && given > taken * largestGrowth) {
      throw new DamagedBytes(
        `the file grows more than ${largestGrowth} times when it is decompressed, as no recording does; it is read no further`,
      )
    }
    yield piece
  }
}
