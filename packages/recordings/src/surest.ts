/** How sure a format is of a file, by its records. */

import type { JsonObject } from './json-value.js'

/** How sure the surest of the records is; there may be more than a call takes arguments. */
export function surest(records: readonly JsonObject[], certaintyOf: (record: JsonObject) => number): number {
  return records.reduce((sure, record) => Math.max(sure, certaintyOf(record)), 0)
}
