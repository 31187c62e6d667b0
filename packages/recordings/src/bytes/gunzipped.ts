/** Decompresses gzip. */

import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { DamagedBytes } from './damaged-bytes.js'

/**
 * The bytes that were compressed, of every member of the file.
 * @throws DamagedBytes where they are damaged or cut off; and what the stream throws
 */
export async function* gunzipped(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const trouble: { error: unknown } = { error: null }
  const noted = async function* (): AsyncIterable<Buffer> {
    try {
      yield* bytes
    } catch (error) {
      trouble.error = error
      throw error
    }
  }
  const gunzip = createGunzip()
  const compressed = Readable.from(noted(), { objectMode: false })
  compressed.on('error', (error) => gunzip.destroy(error))
  try {
    yield* compressed.pipe(gunzip)
  } catch (error) {
    if (trouble.error !== null) throw trouble.error
    throw new DamagedBytes('the compressed data (gzip) is damaged or cut off here', { cause: error })
  } finally {
    compressed.destroy()
    gunzip.destroy()
  }
}
