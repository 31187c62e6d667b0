/** The contract of a store's records: gapless positions, hashes that are stable and that anyone can compute. */

import { expect, test } from 'vitest'
import { verifyChain } from '../../store/chain/verify-chain.js'
import { type EventStore, findEvent, type StoredRecord } from '../../store/event-store.js'
import { sampleEvent, sampleEvents } from '../stepping-clock.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of chains. */
export function chainContract(under: StoreUnderTest): void {
  test('an event has one hash wherever it is met, and its data another digest each time', () =>
    withStore(under, async (store) => {
      const { events } = await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })
      const records = await recordsOf(store)
      // A store may give events without their hashes; those that it gives are the records'.
      const hashes = events.map(({ hash }, index) => (hash === undefined ? undefined : records[index]?.hash))
      expect(events.map(({ hash }) => hash)).toEqual(hashes)
      expect(await collect(store.read('s1'))).toEqual(events)
      expect((await collect(store.readAll())).map(({ event }) => event)).toEqual(events)
      expect((await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })).events).toEqual(events)
      expect(await findEvent(store, 's1', 's1/2')).toEqual(events[1])
      await appendAll(store, [sampleEvent(1, { session: 'b' })])
      const [first, , , other] = await recordsOf(store)
      expect(first?.data).toBe(other?.data)
      expect(first?.digest).not.toBe(other?.digest)
    }))

  const { reopen } = under
  if (reopen === undefined) return
  test('a reopened store has the same id and records, and goes on from there', async () => {
    const first = await under.open()
    await appendAll(first, sampleEvents(1, 3))
    await appendAll(first, sampleEvents(1, 2, 'b'))
    const before = await recordsOf(first)
    const [ledger, sessions] = [first.ledger(), await first.sessions()]
    await first.close()
    await withStore({ open: reopen }, async (second) => {
      expect(second.ledger()).toBe(ledger)
      expect(await recordsOf(second)).toEqual(before)
      expect(await second.sessions()).toEqual(sessions)
      const { lastSeq, events } = await second.append('s1', sampleEvents(2, 5), { expectedSeq: 1 })
      expect(lastSeq).toBe(5)
      expectSameEvents(events, sampleEvents(2, 5))
      const late = [sampleEvent(5, { id: 'late' })]
      await expect(second.append('s1', late, { expectedSeq: 4 })).rejects.toMatchObject({ current: 5 })
      await expectWholeChains(second)
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
  expect(await verifyChain(store)).toMatchObject({ ok: true, firstBad: null })
}
