/** Whether a record's data is what was first stored. */

import type { StoredRecord } from '../stored-record.js'
import { digestOf } from './chain.js'

/** True where it is: its digest says so. False where it was redacted, rightly or not. */
export function holdsItsData({
  salt,
  data,
  digest,
}: Pick<StoredRecord, 'salt' | 'data' | 'digest'>): boolean {
  return salt !== null && data !== null && digestOf(salt, data) === digest
}
