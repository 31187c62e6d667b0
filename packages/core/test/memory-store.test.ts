import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import type { EventStore, StoredRecord } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { arbitraryPayload, sampleEvent } from '../src/testing/index.js'

const step = fc.oneof(
  fc.record({ session: fc.constantFrom('a', 'b'), input: arbitraryPayload() }),
  fc.record({ session: fc.constantFrom('a', 'b'), take: fc.constantFrom('erase', 'replace') }),
)

describe('a store in memory', () => {
  test('has the same chain whenever somebody asks for it first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), async (steps) => {
        const [asked, unasked] = [memoryStore({ random: counting() }), memoryStore({ random: counting() })]
        for (const [number, each] of steps.entries()) {
          await play(asked, number, each)
          await records(asked)
          await play(unasked, number, each)
        }
        expect(await records(unasked)).toEqual(await records(asked))
        expect((await verifyChain(unasked)).firstBad).toBeNull()
      }),
      { numRuns: runs(500) },
    )
  })
})

async function play(
  store: EventStore,
  number: number,
  each: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
) {
  const { session } = each
  const lastSeq = (await store.sessions()).find((stored) => stored.session === session)?.lastSeq ?? 0
  if ('input' in each) {
    const event = sampleEvent(lastSeq + 1, { session, input: each.input })
    await store.append(session, [event], { expectedSeq: lastSeq })
    // The first stays, for a session without it is forgotten and can't go on.
  } else if (lastSeq > 1) {
    const how =
      each.take === 'erase'
        ? { erase: [{ from: lastSeq, to: lastSeq }] }
        : {
            replace: (data: { readonly [key: string]: unknown }) =>
              'input' in data ? { ...data, input: null } : data,
          }
    const redaction = { id: `take ${number}`, at: new Date(number), reason: 'a test', ...how }
    // Notes of earlier ones can't be erased alone.
    await store.redact(session, redaction, { expectedSeq: lastSeq }).catch(() => undefined)
  }
}

async function records(store: EventStore): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = []
  for await (const { record } of store.readAll()) if (!('unreadable' in record)) all.push(record)
  return all
}

/** Bytes that count on. */
function counting(): (size: number) => Uint8Array {
  let next = 0
  return (size) => {
    next += 1
    const bytes = new Uint8Array(size)
    new DataView(bytes.buffer).setUint32(0, next)
    return bytes
  }
}
