/** The contract of a store's records: gapless positions, hashes that are stable and that anyone can compute. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOf, firstHash, firstLink, hashOf, linkOf } from '../../store/chain/chain.js'
import type { StoredRecord } from '../../store/event-store.js'
import { type EventStore, findEvent } from '../../store/event-store.js'
import { arbitraryEvents } from '../arbitraries/events.js'
import { sampleEvent, sampleEvents } from '../sample-events.js'
import { appendAll, collect, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of chains. */
export function chainContract(under: StoreUnderTest): void {
  describe('chains', () => {
    test('positions have no gaps, and every hash and link is what it must be', () =>
      withStore(under, async (store) => {
        let run = 0
        await fc.assert(
          fc.asyncProperty(fc.array(arbitraryEvents('any'), { maxLength: 4 }), async (batches) => {
            run += 1
            for (const [index, events] of batches.entries()) {
              const session = `run ${run} \0 ${index % 2}`
              const before = (await collect(store.read(session))).length
              const own = events.map((event, offset) => ({
                ...event,
                id: `${before} ${event.id}`,
                session,
                seq: before + offset + 1,
              }))
              await appendAll(store, own)
            }
          }),
          { numRuns: 5 },
        )
        await expectWholeChains(store)
      }))

    test('an event has one hash wherever it is met', () =>
      withStore(under, async (store) => {
        const { events } = await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
        const records = await recordsOf(store)
        // A store may give events without their hashes; those that it gives are the records'.
        const hashes = events.map(({ hash }, index) =>
          hash === undefined ? undefined : records[index]?.hash,
        )
        expect(events.map(({ hash }) => hash)).toEqual(hashes)
        expect(await collect(store.read('s1'))).toEqual(events)
        expect((await collect(store.readAll())).map(({ event }) => event)).toEqual(events)
        expect((await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })).events).toEqual(events)
        expect(await findEvent(store, 's1', 's1/2')).toEqual(events[1])
      }))

    test('the same data has another digest each time', () =>
      withStore(under, async (store) => {
        await appendAll(store, [sampleEvent(1, { session: 'a' })])
        await appendAll(store, [sampleEvent(1, { session: 'b' })])
        const [first, second] = await recordsOf(store)
        expect(first?.data).toBe(second?.data)
        expect(first?.digest).not.toBe(second?.digest)
      }))

    test.for([
      { range: {}, positions: [1, 150] },
      { range: { after: 64 }, positions: [65, 150] },
      { range: { to: 65 }, positions: [1, 65] },
      { range: { after: 10, to: 140 }, positions: [11, 140] },
      { range: { after: 150 }, positions: [1, 0] },
      { range: { to: 1_000 }, positions: [1, 150] },
    ])('gives the records $range of 150', ({ range, positions: [first = 1, last = 0] }) =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 150))
        const records = await collect(store.readAll(range))
        const expected = Array.from({ length: last - first + 1 }, (_, index) => first + index)
        expect(records.map(({ position }) => position)).toEqual(expected)
      }),
    )

    const { reopen } = under
    if (reopen === undefined) return
    test('a reopened store has the same id and records, and goes on from there', async () => {
      const first = await under.open()
      await appendAll(first, sampleEvents(1, 3))
      const before = await recordsOf(first)
      const ledger = first.ledger()
      await first.close()
      await withStore({ open: reopen }, async (second) => {
        expect(second.ledger()).toBe(ledger)
        expect(await recordsOf(second)).toEqual(before)
        await appendAll(second, sampleEvents(4, 5))
        await expectWholeChains(second)
      })
    })
  })
}

/** All records of a store, none of which may be unreadable. */
export async function recordsOf(store: EventStore): Promise<readonly StoredRecord[]> {
  const entries = await collect(store.readAll())
  return entries.map(({ record }) => {
    if ('unreadable' in record) throw new Error(`Position ${record.position}: ${record.unreadable}`)
    return record
  })
}

/** Asserts that every hash, link and digest follows from what stands there; of redacted data, that it is covered. */
export async function expectWholeChains(store: EventStore): Promise<void> {
  const records = await recordsOf(store)
  const ledger = store.ledger()
  const lastHashes = new Map<string, string>()
  const lastSeqs = new Map<string, number>()
  let link = firstLink(ledger)
  for (const [index, record] of records.entries()) {
    const { session, seq, digest } = record
    expect(record.position).toBe(index + 1)
    expect(seq).toBe((lastSeqs.get(session) ?? 0) + 1)
    const hash = hashOf(lastHashes.get(session) ?? firstHash(ledger, session), record, digest)
    link = linkOf(link, record.position, hash)
    expect(record).toMatchObject({ hash, link })
    lastHashes.set(session, hash)
    lastSeqs.set(session, seq)
  }
  const events = await collect(store.readAll())
  for (const { session, seq, salt, data, digest } of records) {
    if (data !== null && salt !== null && digestOf(salt, data) === digest) continue
    const later = events.flatMap(({ event }) =>
      event.type === 'session.redacted' && event.session === session && event.seq > seq ? [event.data] : [],
    )
    if (data === null || salt === null) {
      const erased = later.flatMap((redacted) => redacted.erased)
      expect(erased.some(({ from, to }) => from <= seq && seq <= to)).toBe(true)
    } else {
      const replaced = later.flatMap((redacted) => redacted.replaced)
      expect(replaced.findLast((named) => named.seq === seq)?.digest).toBe(digestOf(salt, data))
    }
  }
}
