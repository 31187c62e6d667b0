/** The ways to change a ledger behind its back, and what a check must say of each. */

import { firstHash, firstLink } from '../src/store/chain/chain.js'
import type { StoredRecord } from '../src/store/event-store.js'
import {
  chained,
  ledgerId,
  nextRecord,
  otherLedgerId,
  recordsOf,
  renumbered,
  salted,
} from './record-ledger.js'

/** A changed ledger. */
export interface Tampered {
  /** What it holds now. */
  readonly records: readonly StoredRecord[]
  /** Where the check must place it. */
  readonly position: number
}

/** Changes a ledger. @param draw gives a number from 0 up to, not including, `below` */
export type Tamper = (records: readonly StoredRecord[], draw: (below: number) => number) => Tampered | null

function edit(change: (record: StoredRecord) => Partial<StoredRecord>): Tamper {
  return (records, draw) => {
    const index = draw(records.length)
    const changed = records.map((record, at) => (at === index ? { ...record, ...change(record) } : record))
    return { records: changed, position: index + 1 }
  }
}

/** Edits of a record that are more than another byte, which `tampering-sql.test.ts` tries in every place. */
export const columnEdits: { readonly [name: string]: Tamper } = {
  'session to another': edit(({ session }) => ({ session: session === 's1' ? 's2' : 's1' })),
  'data away': edit(() => ({ data: null })),
  'salt away': edit(() => ({ salt: null })),
  'salt of a redacted record': edit(({ salt }) => ({ salt: `r${salt ?? ''}` })),
  'erased without leave': edit(() => ({ data: null, salt: null })),
  'data with a salt of its own': edit(({ position }) => {
    const { data, salt } = salted('{"data":{"forged":true}}', `forged ${position}`)
    return { data, salt }
  }),
  'replaced without leave': edit(({ position }) => {
    const { data, salt } = salted('{"data":{"forged":true}}', `forged ${position}`, 'r')
    return { data, salt }
  }),
  'data and digest': edit(({ position }) => salted('{"data":{"forged":true}}', `forged ${position}`)),
}

/** Everything that takes, adds or moves records. */
export const rowChanges: { readonly [name: string]: Tamper } = {
  'a range deleted': (records, draw) => deletion(records, draw, (left) => left),
  'a range deleted, positions renumbered': (records, draw) => deletion(records, draw, renumbered),
  'a session deleted': (records, draw) => sessionDeleted(records, draw, (left) => left),
  'a session deleted, positions renumbered': (records, draw) => sessionDeleted(records, draw, renumbered),
  'one inserted from another ledger': (records, draw) => {
    const index = draw(records.length + 1)
    const foreign = recordsOf(
      records.map(({ session }) => ({ session })).concat({ session: 's1' }),
      otherLedgerId,
    )
    const one = foreign[draw(foreign.length)]
    if (one === undefined) return null
    const seq = (records.slice(0, index).findLast(({ session }) => session === one.session)?.seq ?? 0) + 1
    return inserted(records, index, { ...one, seq })
  },
  'one forged without hashes': (records, draw) => {
    const index = draw(records.length + 1)
    const forged = nextRecord(records.slice(0, index), { session: draw(2) === 0 ? 's1' : 'new' })
    const hash = salted('', `hash ${index}`).digest
    return inserted(records, index, { ...forged, ...salted('{"data":{}}', 'f'), hash, link: hash })
  },
  'one forged with its hashes': (records, draw) => {
    const index = draw(records.length) // at the end it would be an append, which is for an anchor to find
    const before = records.slice(0, index)
    const forged = nextRecord(before, { session: draw(2) === 0 ? 's1' : 'new' })
    const { data, salt, digest } = salted('{"data":{"forged":true}}', `forged ${index}`)
    const last = before.findLast(({ session }) => session === forged.session)
    const link = before.at(-1)?.link ?? firstLink(ledgerId)
    const whole = chained(
      { ...forged, data, salt, digest },
      last?.hash ?? firstHash(ledgerId, forged.session),
      link,
    )
    // It follows what stands before it: the first that does not is the one after it.
    return { ...inserted(records, index, whole), position: index + 2 }
  },
  'a forged session.redacted': (records, draw) => {
    const index = 1 + draw(records.length)
    const target = records[index - 1]
    if (target === undefined) return null
    const data = { reason: 'forged', erased: [{ from: 1, to: target.seq }], replaced: [] }
    const forged = nextRecord(records.slice(0, index), {
      session: target.session,
      type: 'session.redacted',
      data,
    })
    const hash = salted('', `hash ${index}`).digest
    const erased = records.map((record, at) =>
      at < index && record.session === target.session && record.seq <= target.seq
        ? { ...record, data: null, salt: null }
        : record,
    )
    const first = records.findIndex(({ session, data }) => session === target.session && data !== null)
    if (first === -1 || first >= index) return null
    const { records: changed } = inserted(erased, index, { ...forged, hash, link: hash })
    return { records: changed, position: first + 1 }
  },
  'two swapped by position': (records, draw) => {
    const pair = twoOf(records, draw)
    if (pair === null) return null
    const [one, other] = pair
    const swapped = records.map((record) =>
      record === one
        ? { ...other, position: one.position }
        : record === other
          ? { ...one, position: other.position }
          : record,
    )
    return { records: swapped, position: one.position }
  },
  'two swapped by seq': (records, draw) => swappedIn(records, draw, ({ seq }) => ({ seq })),
  'two swapped by envelope': (records, draw) =>
    swappedIn(records, draw, ({ seq, id, turn, at, type, version, source }) => ({
      seq,
      id,
      turn,
      at,
      type,
      version,
      source,
    })),
  'two swapped by contents': (records, draw) =>
    swappedIn(records, draw, ({ data, salt, digest }) => ({ data, salt, digest })),
  'two swapped by data and salt': (records, draw) =>
    swappedIn(records, draw, ({ data, salt }) => ({ data, salt })),
  'one moved': (records, draw) => {
    const from = draw(records.length)
    const to = draw(records.length)
    const moved = records[from]
    if (from === to || moved === undefined) return null
    const left = records.filter((record) => record !== moved)
    return {
      records: renumbered(left.toSpliced(to, 0, moved)),
      position: Math.min(from, to) + 1,
    }
  },
  'one duplicated': (records, draw) => {
    const from = records[draw(records.length)]
    const index = draw(records.length + 1)
    if (from === undefined || from.position === index || from.position === index + 1) return null
    return inserted(records, index, from)
  },
  'one duplicated under another seq and id': (records, draw) => {
    const from = records[draw(records.length)]
    const index = draw(records.length + 1)
    if (from === undefined) return null
    return inserted(records, index, { ...from, seq: 1000, id: 'copy' })
  },
  'the last duplicated': (records) => {
    const last = records.at(-1)
    if (last === undefined) return null
    return inserted(records, records.length, last)
  },
}

function deletion(
  records: readonly StoredRecord[],
  draw: (below: number) => number,
  after: (left: readonly StoredRecord[]) => readonly StoredRecord[],
): Tampered | null {
  const first = draw(records.length - 1)
  const count = 1 + draw(records.length - 1 - first) // the end is for an anchor to find
  const left = records.toSpliced(first, count)
  return {
    records: after(left),
    position: first + 1,
  }
}

function sessionDeleted(
  records: readonly StoredRecord[],
  draw: (below: number) => number,
  after: (left: readonly StoredRecord[]) => readonly StoredRecord[],
): Tampered | null {
  const names = [...new Set(records.map(({ session }) => session))]
  const gone = names[draw(names.length)]
  const left = records.filter(({ session }) => session !== gone)
  const first = records.findIndex(({ session }) => session === gone)
  if (first >= left.length) return null // nothing stood after it: for an anchor to find
  return { records: after(left), position: first + 1 }
}

function inserted(records: readonly StoredRecord[], index: number, one: StoredRecord): Tampered {
  return { records: renumbered(records.toSpliced(index, 0, one)), position: index + 1 }
}

function twoOf(
  records: readonly StoredRecord[],
  draw: (below: number) => number,
): readonly [StoredRecord, StoredRecord] | null {
  const index = draw(records.length)
  const later = index + 1 + draw(records.length)
  const one = records[index]
  const other = records[later]
  return one === undefined || other === undefined ? null : [one, other]
}

function swappedIn(
  records: readonly StoredRecord[],
  draw: (below: number) => number,
  part: (record: StoredRecord) => Partial<StoredRecord>,
): Tampered | null {
  const pair = twoOf(records, draw)
  if (pair === null) return null
  const [one, other] = pair
  const first = { ...one, ...part(other) }
  const same = JSON.stringify(first) === JSON.stringify(one)
  const swapped = records.map((record) =>
    record === one ? first : record === other ? { ...other, ...part(one) } : record,
  )
  return same ? null : { records: swapped, position: one.position }
}
