/** What taking over another ledger's records does to a store that has the first of them, decided in one place for every store. */

import { StoreError } from '../../errors.js'
import type { StoredRecord } from '../stored-record.js'
import { isSaltOfReplaced } from './salts.js'

/** What a store does. */
export interface RestorePlan {
  /** Records to store as they are, behind those that are there. */
  readonly fresh: readonly StoredRecord[]
  /** Records that are there, and out of which contents were taken since: their data and salts are what these hold. */
  readonly changed: readonly StoredRecord[]
}

/**
 * Decides what to do with records. To be asked while nobody else can write to the store.
 * @param stored what the store holds at their positions; @param last its last position
 * @throws StoreError `ledgers-differ` where it holds something else
 */
export function planRestore(
  records: readonly StoredRecord[],
  stored: ReadonlyMap<number, StoredRecord>,
  last: number,
): RestorePlan {
  const fresh: StoredRecord[] = []
  const changed: StoredRecord[] = []
  for (const record of records) {
    const there = stored.get(record.position)
    if (there === undefined) {
      if (record.position !== last + fresh.length + 1) {
        throw differ(`its last event stands at position ${last}, and the next to copy at ${record.position}`)
      }
      fresh.push(record)
      continue
    }
    mustBeSame(there, record)
    if (there.data !== record.data || there.salt !== record.salt) {
      if (!isTakenOut(record)) {
        throw differ(`contents were taken out of ${nameOf(there)} there, which what is copied still holds`)
      }
      changed.push(record)
    }
  }
  return { fresh, changed }
}

/**
 * Holds two records of one position against each other. Where they are the same, so is all that stands before them.
 * @throws StoreError `ledgers-differ`
 */
export function mustBeSame(there: StoredRecord, record: StoredRecord): void {
  if (there.hash === record.hash && there.link === record.link) return
  throw differ(
    `at position ${record.position} it holds ${nameOf(there)}, and what is copied ${nameOf(record)}`,
  )
}

/** Records by their sessions, in their order. */
export function bySession(records: readonly StoredRecord[]): ReadonlyMap<string, readonly StoredRecord[]> {
  const sessions = new Map<string, StoredRecord[]>()
  for (const record of records) {
    const own = sessions.get(record.session)
    if (own === undefined) sessions.set(record.session, [record])
    else own.push(record)
  }
  return sessions
}

function isTakenOut({ salt }: StoredRecord): boolean {
  return salt === null || isSaltOfReplaced(salt)
}

function nameOf({ session, seq, hash }: StoredRecord): string {
  return `event ${seq} of session ${JSON.stringify(session)} (${hash.slice(0, 12)}…)`
}

function differ(how: string): StoreError {
  return new StoreError(
    'ledgers-differ',
    `The copy is no beginning of the ledger: ${how}. Copy to another place.`,
  )
}
