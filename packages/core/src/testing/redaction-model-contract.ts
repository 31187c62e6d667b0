/** Any redactions of a session against a plain model of what must be left. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChainedStore } from '../store/chained-store.js'
import { expectWholeChains, withChainedStore } from './chain-contract.js'
import { sampleEvent } from './sample-events.js'
import { appendAll, collect, type StoreUnderTest } from './store-under-test.js'

/** Declares the test of many redactions. A store that keeps no chains passes it by. */
export function redactionModelContract(under: StoreUnderTest): void {
  describe('redactions', () => {
    test('one after the other leave what they must, and chains that hold', (context) =>
      withChainedStore(under, context.skip, async (store) => {
        let run = 0
        await fc.assert(
          fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 6 }), async (steps) => {
            run += 1
            await checkSteps(store, `run ${run}`, steps)
          }),
          { numRuns: 15 },
        )
        await expectWholeChains(store)
      }))
  })
}

const at = new Date(Date.UTC(2026, 0, 6))

/** Appends a few events, or takes some out of the tool calls that were appended. */
type Step =
  | { readonly do: 'append'; readonly count: number }
  | { readonly do: 'replace' | 'erase'; readonly seqs: readonly number[] }

const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })

const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constantFrom('replace' as const, 'erase' as const), seqs }),
)

/** Does steps to a session and to a plain model of it, and compares them. */
async function checkSteps(store: ChainedStore, session: string, steps: readonly Step[]): Promise<void> {
  /** What the event of a seq holds: its input, or null once it is erased; `redaction` where none was called. */
  const model: (string | null)[] = []
  for (const [index, step] of steps.entries()) {
    const expectedSeq = model.length
    if (step.do === 'append') {
      const events = Array.from({ length: step.count }, (_, offset) =>
        sampleEvent(expectedSeq + offset + 1, { session, input: 'as it was' }),
      )
      await appendAll(store, events)
      model.push(...events.map(() => 'as it was'))
      continue
    }
    const chosen = step.seqs.filter(
      (seq) => typeof model[seq - 1] === 'string' && model[seq - 1] !== 'redaction',
    )
    // The first event stays: without it the session would be forgotten.
    const erase = step.do === 'erase' ? chosen.filter((seq) => seq > 1) : []
    const replaced = step.do === 'replace' ? chosen : []
    if (erase.length + replaced.length === 0) continue
    await store.redact(
      session,
      {
        id: `redaction ${index}`,
        at,
        reason: '',
        erase: erase.map((seq) => ({ from: seq, to: seq })),
        replace: (data, { seq }) =>
          replaced.includes(seq) ? { ...data, input: `replaced by ${index}` } : data,
      },
      { expectedSeq },
    )
    for (const seq of erase) model[seq - 1] = null
    for (const seq of replaced) model[seq - 1] = `replaced by ${index}`
    model.push('redaction')
  }
  const events = await collect(store.read(session))
  const found = events.map((event) => {
    if (event.type === 'event.erased') return null
    return event.type === 'tool.called' ? event.data.input : 'redaction'
  })
  expect(found).toEqual(model)
  const marked = model.map((input) => input === null || input.startsWith('replaced'))
  expect(events.map(({ redacted }) => redacted === true)).toEqual(marked)
}
