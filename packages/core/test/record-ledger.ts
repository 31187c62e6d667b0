/** Small ledgers made of records alone, for the tests of what checks them. */

import type { ChainSource } from '../src/store/chain/chain.js'
import { digestOf, firstHash, firstLink, hashOf, linkOf } from '../src/store/chain/chain.js'
import type { StoredRecord, UnreadableRecord } from '../src/store/event-store.js'

export const ledgerId: string = '0123456789abcdef0123456789abcdef'
export const otherLedgerId: string = 'fedcba9876543210fedcba9876543210'

/** What one event says. */
export interface Said {
  readonly session: string
  readonly type?: string
  readonly data?: object
}

/** The records of events, one after the other, as a store would write them. */
export function recordsOf(said: readonly Said[], ledger: string = ledgerId): StoredRecord[] {
  const records: StoredRecord[] = []
  for (const each of said) records.push(nextRecord(records, each, ledger))
  return records
}

/** The record that a store would write next. */
export function nextRecord(
  records: readonly StoredRecord[],
  { session, type = 'tool.called', data = {} }: Said,
  ledger: string = ledgerId,
): StoredRecord {
  const before = records.findLast((record) => record.session === session)
  const seq = (before?.seq ?? 0) + 1
  const position = records.length + 1
  const text = JSON.stringify({ data: { ...data, step: position } })
  return chained(
    {
      position,
      session,
      seq,
      id: `${session}/${seq}`,
      turn: Math.ceil(seq / 3),
      at: Date.UTC(2026, 0, 5, 10, 0, position),
      type,
      version: 1,
      actor: seq % 3 === 0 ? JSON.stringify({ kind: 'sub-agent', id: `helper ${seq}` }) : null,
      source: seq % 2 === 0 ? JSON.stringify({ line: seq, call: `c${seq}` }) : null,
      ...salted(text, `${ledger}/${position}`),
    },
    before?.hash ?? firstHash(ledger, session),
    records.at(-1)?.link ?? firstLink(ledger),
  )
}

/** A record with the hashes that follow these. */
export function chained(
  record: Omit<StoredRecord, 'hash' | 'link'>,
  previousHash: string,
  previousLink: string,
): StoredRecord {
  const hash = hashOf(previousHash, record, record.digest)
  return { ...record, hash, link: linkOf(previousLink, record.position, hash) }
}

/** Data with a salt, the same for the same seed, and its digest. */
export function salted(
  data: string,
  seed: string,
  form: 'r' | '' = '',
): { data: string; salt: string; digest: string } {
  const salt = `${form}${digestOf(seed, '').slice(0, 32)}`
  return { data, salt, digest: digestOf(salt, data) }
}

/** Takes contents out as a store does: the records, and the event that says so. */
export function redacted(
  records: readonly StoredRecord[],
  session: string,
  { erase = [], replace = [] }: { readonly erase?: readonly number[]; readonly replace?: readonly number[] },
): StoredRecord[] {
  const replaced: { seq: number; digest: string }[] = []
  const changed = records.map((record) => {
    if (record.session !== session) return record
    if (erase.includes(record.seq)) return { ...record, data: null, salt: null }
    if (!replace.includes(record.seq) || record.data === null) return record
    const text = record.data
      .replace('"step"', '"[redacted:test]"')
      .replace('"reason":"', '"reason":"[redacted:test]')
    const { data, salt, digest } = salted(text, `${records.length}/${record.seq}`, 'r')
    replaced.push({ seq: record.seq, digest })
    return { ...record, data, salt }
  })
  const data = { reason: 'a test', erased: erase.map((seq) => ({ from: seq, to: seq })), replaced }
  return [...changed, nextRecord(changed, { session, type: 'session.redacted', data })]
}

/** A ledger that holds these records, read in the order of their positions. */
export function sourceOf(
  records: readonly (StoredRecord | UnreadableRecord)[],
  ledger: string = ledgerId,
): ChainSource {
  const sorted = records.toSorted((one, other) => one.position - other.position)
  return {
    ledger: () => ledger,
    async *readAll() {
      for (const record of sorted) yield { record }
    },
  }
}

/** The records numbered anew, from 1, in the order in which they stand. */
export function renumbered(records: readonly StoredRecord[]): StoredRecord[] {
  return records.map((record, index) => ({ ...record, position: index + 1 }))
}
