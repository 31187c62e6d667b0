import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Anchor, anchorLine, parseAnchor } from '../src/store/chain/anchor.js'
import { checkInclusion, parseProof, proveInclusion } from '../src/store/chain/inclusion-proof.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { StoredRecord } from '../src/store/stored-record.js'
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
    `todo-ledger-anchor:1:${ledgerId}:0:${'0'.repeat(64)}`,
    `todo-ledger-anchor:1:${ledgerId}:01:${'0'.repeat(64)}`,
    `todo-ledger-anchor:1:${ledgerId}:9999999999999999:${'0'.repeat(64)}`,
    `todo-ledger-anchor:1:${ledgerId}:1:${'0'.repeat(63)}`,
    `todo-ledger-anchor:1:${ledgerId}:1:${'0'.repeat(64)} x`,
    `todo-ledger-anchor:2:${ledgerId}:1:${'0'.repeat(64)}`,
  ])('is not %j', (line) => {
    expect(() => parseAnchor(line)).toThrow(expect.objectContaining({ code: 'bad-anchor' }))
  })
})

describe('the proof of one event', () => {
  const cases = fc.tuple(ledger, fc.nat(), fc.nat()).map(([records, which, size]) => {
    const record = records[which % records.length]
    if (record === undefined) throw new Error('the ledger is empty')
    return { records, record, size: record.position + (size % (records.length - record.position + 1)) }
  })

  test('is checked with nothing but an anchor', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ records, record, size }) => {
        const anchor = await anchorAt(records, size)
        const { session, seq } = record
        const proof = await proveInclusion(sourceOf(records), { session, seq, anchor })
        const read = parseProof(JSON.stringify(proof))
        expect(read.record.data).toBe(record.data)
        expect(checkInclusion(read, anchor)).toMatchObject({ ok: true, proven: 'event' })
      }),
    )
  })

  test('proves the envelope of what was redacted since, also with an anchor from before', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.boolean(), async ({ records, record, size }, isErased) => {
        const anchor = await anchorAt(records, size)
        const { session, seq } = record
        const early = await proveInclusion(sourceOf(records), { session, seq, anchor })
        const now = redacted(records, session, isErased ? { erase: [seq] } : { replace: [seq] })
        const proof = await proveInclusion(sourceOf(now), { session, seq, anchor })
        expect(proof.record).toMatchObject({ data: null, salt: null })
        expect(checkInclusion(proof, anchor)).toMatchObject({ ok: true, proven: 'envelope' })
        // A proof that was given away before holds on.
        expect(checkInclusion(early, anchor)).toMatchObject({ ok: true, proven: 'event' })
      }),
    )
  })

  test('no field of it can be changed', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ records, record, size }) => {
        const anchor = await anchorAt(records, size)
        const { session, seq } = record
        const proof = await proveInclusion(sourceOf(records), { session, seq, anchor })
        const { record: told } = proof
        const hex = (text: string): string => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`
        const forgeries = [
          ...[
            { session: 'other' },
            { seq: told.seq + 1 },
            { id: 'other' },
            { turn: told.turn + 1 },
            { at: told.at + 1 },
            { type: 'todos.updated' },
            { version: 2 },
            { source: '{"line":9}' },
            { data: '{"data":{}}' },
            { data: null },
            { salt: null },
            { salt: hex(told.salt ?? '') },
            { digest: hex(told.digest) },
          ].map((change) => ({ ...proof, record: { ...told, ...change } })),
          { ...proof, previous: hex(proof.previous) },
          { ...proof, position: proof.position + 1 },
          ...(proof.path.length === 0 ? [] : [{ ...proof, path: proof.path.slice(1) }]),
          ...proof.path.map((each, at) => ({ ...proof, path: proof.path.with(at, hex(each)) })),
          { ...proof, path: [...proof.path, told.digest] },
        ]
        for (const forged of forgeries)
          expect(checkInclusion(forged, anchor), JSON.stringify(forged)).toMatchObject({ ok: false })
        expect(checkInclusion(proof, { ...anchor, root: hex(anchor.root) })).toMatchObject({ ok: false })
      }),
    )
  })

  test('is not made of a ledger that is not the anchored one, or of no event', async () => {
    const records = recordsOf([{ session: 's1' }, { session: 's1' }, { session: 's2' }])
    const anchor = await anchorAt(records, 3)
    const prove = (
      seq: number,
      from: readonly StoredRecord[] = records,
      at: Anchor = anchor,
    ): Promise<unknown> => proveInclusion(sourceOf(from), { session: 's1', seq, anchor: at })
    await expect(prove(3)).rejects.toMatchObject({ code: 'no-event' })
    await expect(prove(2, records, await anchorAt(records, 1))).rejects.toMatchObject({ code: 'no-event' })
    await expect(prove(1, rewritten(records, 1))).rejects.toMatchObject({ code: 'wrong-anchor' })
    const edited = records.map((each) => ({ ...each, turn: each.turn + 1 }))
    await expect(prove(1, edited)).rejects.toMatchObject({ code: 'damaged-log' })
  })

  test.each(['', '{}', '[]', 'null', '{"proof":"todo-ledger-proof:2"}'])('is not %j', (text) => {
    expect(() => parseProof(text)).toThrow(expect.objectContaining({ code: 'bad-proof' }))
  })
})
