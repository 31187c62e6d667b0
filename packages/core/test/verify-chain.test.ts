import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { StoredRecord } from '../src/store/event-store.js'
import { ledgerId, nextRecord, recordsOf, redacted, sourceOf } from './record-ledger.js'
import { columnEdits, rowChanges } from './tampering.js'

const ledger = fc
  .array(fc.constantFrom('s1', 's2', 's3'), { minLength: 2, maxLength: 14 })
  .map((sessions) => recordsOf(sessions.map((session) => ({ session }))))

/** A ledger in which contents were rightly taken out, more than once, too. */
const redactedLedger = fc
  .tuple(ledger, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 4 }))
  .map(([records, redactions]) =>
    redactions.reduce<readonly StoredRecord[]>((now, [which, other, isErased]) => {
      const { session = '', seq = 0 } = now[which % now.length] ?? {}
      const isRedaction = now.some(
        (each) => each.session === session && each.seq === seq && each.type === 'session.redacted',
      )
      const isGone = now.some((each) => each.session === session && each.seq === seq && each.data === null)
      if (isGone || (isErased && isRedaction)) return now
      const next = redacted(now, session, isErased ? { erase: [seq] } : { replace: [seq] })
      return [...next, nextRecord(next, { session: other % 2 === 0 ? 's1' : 's4' })]
    }, records),
  )

describe('a ledger as it was written', () => {
  test('is fine', async () => {
    await fc.assert(
      fc.asyncProperty(ledger, async (records) => {
        const found = await verifyChain(sourceOf(records))
        expect(found).toMatchObject({ ok: true, events: records.length, firstBad: null, redacted: [] })
        expect(found.sessions).toBe(new Set(records.map(({ session }) => session)).size)
      }),
    )
  })

  test('is fine with what was rightly taken out, and says what', async () => {
    await fc.assert(
      fc.asyncProperty(redactedLedger, async (records) => {
        const found = await verifyChain(sourceOf(records))
        expect(found).toMatchObject({ ok: true, firstBad: null })
        const gone = records.filter(({ data }) => data === null).length
        const told = found.redacted.flatMap(({ erased }) => erased).map(({ from, to }) => to - from + 1)
        expect(told.reduce((sum, many) => sum + many, 0)).toBe(gone)
      }),
    )
  })

  test('is fine when it is empty', async () => {
    expect(await verifyChain(sourceOf([]))).toMatchObject({ ok: true, events: 0, head: null })
  })
})

describe.each([...Object.entries(columnEdits), ...Object.entries(rowChanges)])('%s', (_name, tamper) => {
  test.each([
    ['a plain ledger', ledger],
    ['a ledger with redactions', redactedLedger],
  ])('is found and placed in %s', async (_which, arbitrary) => {
    let tried = 0
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.infiniteStream(fc.nat({ max: 10_000 })), async (records, numbers) => {
        const tampered = tamper(records, (below) => Number(numbers.next().value) % Math.max(1, below))
        if (tampered === null || isSame(tampered.records, records)) return
        tried += 1
        const { ok, firstBad } = await verifyChain(sourceOf(tampered.records))
        expect(ok).toBe(false)
        // What was taken out stands and falls with the event that says so, which comes later.
        const isUnexplained = isRedacted(records[(firstBad?.position ?? 0) - 1])
        if (isUnexplained && firstBad !== null && firstBad.position < tampered.position) {
          expect(firstBad.problem).toBe('altered')
          return
        }
        expect(firstBad?.position).toBe(tampered.position)
      }),
      { numRuns: runs(120) },
    )
    expect(tried).toBeGreaterThan(0)
  })
})

function isRedacted(record: StoredRecord | undefined): boolean {
  return record !== undefined && (record.data === null || record.salt?.startsWith('r') === true)
}

function isSame(one: readonly StoredRecord[], other: readonly StoredRecord[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

test('the id of the ledger is part of its chains', async () => {
  const records = recordsOf([{ session: 's1' }, { session: 's1' }])
  expect(await verifyChain(sourceOf(records, ledgerId.replace('0', 'a')))).toMatchObject({
    ok: false,
    firstBad: { position: 1, problem: 'foreign' },
  })
})
