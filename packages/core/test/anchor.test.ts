import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Anchor, anchorLine, parseAnchor } from '../src/store/chain/anchor.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { StoredRecord } from '../src/store/event-store.js'
import { ledgerId, nextRecord, otherLedgerId, recordsOf, redacted, sourceOf } from './record-ledger.js'

const ledger = fc
  .array(fc.constantFrom('s1', 's2', 's3'), { minLength: 2, maxLength: 20 })
  .map((sessions) => recordsOf(sessions.map((session) => ({ session }))))

/** What `todo-replay verify` would have printed when the ledger held so many events. */
async function anchorAt(records: readonly StoredRecord[], position: number): Promise<Anchor> {
  const { head } = await verifyChain(sourceOf(records.slice(0, position)))
  if (head === null) throw new Error('there is nothing to anchor')
  return head
}

/** The same ledger with its last events gone, or with other contents from a place on, all hashes made anew. */
function rewritten(records: readonly StoredRecord[], from: number): StoredRecord[] {
  const changed = [...records.slice(0, from)]
  for (const { session } of records.slice(from))
    changed.push(nextRecord(changed, { session, data: { forged: true } }))
  return changed
}

describe('an anchor', () => {
  test('holds for the ledger and for whatever it grows to', async () => {
    await fc.assert(
      fc.asyncProperty(ledger, fc.nat(), async (records, which) => {
        const anchor = await anchorAt(records, 1 + (which % records.length))
        expect(parseAnchor(` ${anchorLine(anchor)}\n`)).toEqual(anchor)
        const grown = redacted(records, 's1', {
          erase: records.some(({ session }) => session === 's1') ? [1] : [],
        })
        for (const source of [records, grown])
          expect(await verifyChain(sourceOf(source), [anchor])).toMatchObject({
            ok: true,
            anchors: [{ ok: true }],
          })
      }),
    )
  })

  test('finds the end cut off, which nothing else can', async () => {
    await fc.assert(
      fc.asyncProperty(ledger, fc.nat(), async (records, which) => {
        const left = which % records.length
        const anchor = await anchorAt(records, records.length)
        const cut = records.slice(0, left)
        expect(await verifyChain(sourceOf(cut))).toMatchObject({ ok: true })
        expect(await verifyChain(sourceOf(cut), [anchor])).toMatchObject({
          ok: false,
          firstBad: { position: left + 1, problem: 'missing' },
          anchors: [{ ok: false, problem: 'missing' }],
        })
      }),
    )
  })

  test('finds a history that was rewritten with all its hashes; an earlier one says how far it is whole', async () => {
    await fc.assert(
      fc.asyncProperty(ledger, fc.nat(), async (records, which) => {
        const from = which % records.length
        const forged = rewritten(records, from)
        expect(await verifyChain(sourceOf(forged))).toMatchObject({ ok: true })
        const anchors = [await anchorAt(records, records.length)]
        if (from > 0) anchors.unshift(await anchorAt(records, from))
        expect(await verifyChain(sourceOf(forged), anchors)).toMatchObject({
          ok: false,
          firstBad: { position: from + 1, problem: 'altered' },
        })
      }),
    )
  })

  test('of another ledger says so', async () => {
    const records = recordsOf([{ session: 's1' }])
    const anchor = { ...(await anchorAt(records, 1)), ledger: otherLedgerId }
    expect(await verifyChain(sourceOf(records), [anchor])).toMatchObject({
      ok: false,
      firstBad: { position: 1, problem: 'foreign' },
    })
  })

  test.each([
    '',
    'todo-ledger-anchor',
    `todo-ledger-anchor:2:${ledgerId}:0:${'0'.repeat(64)}`,
    `todo-ledger-anchor:2:${ledgerId}:01:${'0'.repeat(64)}`,
    `todo-ledger-anchor:2:${ledgerId}:9999999999999999:${'0'.repeat(64)}`,
    `todo-ledger-anchor:2:${ledgerId}:1:${'0'.repeat(63)}`,
    `todo-ledger-anchor:2:${ledgerId}:1:${'0'.repeat(64)} x`,
    `todo-ledger-anchor:3:${ledgerId}:1:${'0'.repeat(64)}`,
  ])('is not %j', (line) => {
    expect(() => parseAnchor(line)).toThrow(expect.objectContaining({ code: 'bad-anchor' }))
  })
})
