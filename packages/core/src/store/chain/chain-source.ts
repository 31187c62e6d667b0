/** The records that a check reads. */

import type { StoredRecord, UnreadableRecord } from '../stored-record.js'

/** A ledger as far as it is checked. A `ChainedStore` is one. */
export interface ChainSource {
  /** The id of the ledger. */
  ledger(): string
  /** Its records in position order, whatever stands in them. It may be called again. */
  records(): AsyncIterable<StoredRecord | UnreadableRecord>
}

/** The first records of a source, each with its place in order from 1. */
export async function* firstRecords(
  source: ChainSource,
  count: number,
): AsyncGenerator<readonly [position: number, record: StoredRecord | UnreadableRecord], void, undefined> {
  let position = 0
  if (count === 0) return
  for await (const record of source.records()) {
    position += 1
    yield [position, record]
    if (position === count) return
  }
}
