/** The contract of `EventStore.restore`: a copy is what was copied, byte for byte, whatever was there before. */

import { describe, expect, test } from 'vitest'
import { copyLedger } from '../../store/copy-ledger.js'
import type { EventStore, Redaction } from '../../store/event-store.js'
import { memoryStore } from '../../store/memory/memory-store.js'
import { hostileTexts } from '../arbitraries/values.js'
import { sampleEvent, sampleEvents } from '../stepping-clock.js'
import {
  appendAll,
  expectWholeChains,
  recordsOf,
  type StoreUnderTest,
  withStore,
} from './store-under-test.js'

/** Declares the tests of copies. A store that can hold none passes them by. */
export function restoreContract(under: StoreUnderTest): void {
  describe('restore', () => {
    const withTarget = (skip: () => never, run: (to: EventStore, from: EventStore) => Promise<void>) =>
      withStore(under, async (to) => {
        if (to.restore === undefined) return skip()
        await run(to, memoryStore({ ledger: to.ledger() }))
      })

    test('takes over what another store of the ledger holds, step by step', (context) =>
      withTarget(context.skip, async (to, from) => {
        const replace: Redaction['replace'] = (data, { seq }) =>
          seq === 1 ? { ...data, input: 'gone' } : data
        const steps = [
          () => appendAll(from, [...sampleEvents(1, 600)]),
          () => appendAll(from, sampleEvents(1, 2, 'b')),
          () => from.redact('s1', { id: 'r', at: new Date(0), reason: '', replace }, { expectedSeq: 600 }),
        ]
        for (const step of steps) {
          await step()
          const before = (await recordsOf(to)).length
          const { copied, held, head } = await copyLedger(from, () => to)
          const records = await recordsOf(from)
          expect({ copied, held }).toEqual({ copied: records.length - before, held: before })
          expect(head?.position).toBe(records.length)
          expect(await recordsOf(to)).toEqual(records)
          expect(await to.sessions()).toEqual(await from.sessions())
          expect(await copyLedger(from, () => to)).toEqual({ copied: 0, held: records.length, head })
        }
        await expectWholeChains(to)
      }))

    test('keeps hostile texts and sessions that are forgotten, and can be gone on with', (context) =>
      withTarget(context.skip, async (to, from) => {
        for (const text of hostileTexts)
          await appendAll(from, [sampleEvent(1, { session: text, input: text })])
        await appendAll(from, sampleEvents(1, 3, 'gone'))
        await from.redact('gone', { id: 'r', at: new Date(0), reason: '', erase: true }, { expectedSeq: 3 })
        await copyLedger(from, () => to)
        expect(await recordsOf(to)).toEqual(await recordsOf(from))
        await expect(appendAll(to, sampleEvents(5, 5, 'gone'))).rejects.toMatchObject({ code: 'forgotten' })
        await appendAll(to, sampleEvents(1, 2, 'new'))
        await expectWholeChains(to)
        await expect(copyLedger(from, () => to)).rejects.toMatchObject({
          code: 'ledgers-differ',
          message: expect.stringContaining('events were added'),
        })
      }))

    test('is refused what is no continuation, and stays as it is', (context) =>
      withTarget(context.skip, async (to, from) => {
        await appendAll(from, sampleEvents(1, 6))
        await copyLedger(from, () => to)
        const other = memoryStore({ ledger: to.ledger() })
        await appendAll(other, sampleEvents(1, 3, 'other'))
        await appendAll(other, sampleEvents(1, 5))
        const before = await recordsOf(to)
        await expect(copyLedger(other, () => to)).rejects.toMatchObject({
          code: 'ledgers-differ',
          message: expect.stringContaining('at position 6 it holds event 6 of session "s1"'),
        })
        await expect(copyLedger(memoryStore(), () => to)).rejects.toMatchObject({ code: 'other-ledger' })
        const later = (await recordsOf(from)).map((record) => ({ ...record, position: record.position + 9 }))
        await expect(to.restore?.(later)).rejects.toMatchObject({ code: 'ledgers-differ' })
        await to.redact('s1', { id: 'r', at: new Date(0), reason: '', erase: true }, { expectedSeq: 6 })
        await appendAll(from, sampleEvents(7, 9))
        await expect(copyLedger(from, () => to)).rejects.toMatchObject({
          code: 'ledgers-differ',
          message: expect.stringContaining('at position 7 it holds event 7 of session "s1"'),
        })
        const forgotten = await recordsOf(to)
        const replace = (data: object) => ({ ...data, input: 'gone' })
        await from.redact('s1', { id: 'x', at: new Date(0), reason: '', replace }, { expectedSeq: 9 })
        await expect(copyLedger(from, () => to)).rejects.toMatchObject({ code: 'ledgers-differ' })
        // What was erased in the copy is not written there again.
        expect(await recordsOf(to)).toEqual(forgotten)
        expect((await recordsOf(to)).map(({ hash }) => hash).slice(0, 6)).toEqual(
          before.map(({ hash }) => hash),
        )
        expect(await recordsOf(to)).toHaveLength(7)
      }))
  })
}
