/** The contract of `EventStore.redact`: what is named is gone, nothing else changed, and the log says so. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SeqRange, TodoEvent } from '../../events.js'
import type { EventContents, EventStore, Redaction } from '../../store/event-store.js'
import { sampleEvent, sampleEvents } from '../sample-events.js'
import { expectWholeChains, recordsOf } from './chain.js'
import { appendAll, collect, expectSameEvents, type StoreUnderTest, withStore } from './store-under-test.js'

const secret = 'hunter2-the-secret'
const at = new Date(Date.UTC(2026, 0, 6))

/** Takes the secret out of a sample event. */
function withoutSecret(data: EventContents): EventContents {
  return data['input'] === secret ? { ...data, input: '[redacted]' } : data
}

function redactionOf(changes: Partial<Redaction>): Redaction {
  return { id: 'r1', at, reason: 'a password', ...changes }
}

/** Declares the tests of redaction. */
export function redactionContract(under: StoreUnderTest): void {
  describe('redact', () => {
    test('replaces what is to be replaced, and says where', () =>
      withStore(under, async (store) => {
        await appendWithSecret(store)
        const before = await recordsOf(store)
        const { event, lastSeq } = await store.redact('s1', redactionOf({ replace: withoutSecret }), {
          expectedSeq: 4,
        })
        expect(lastSeq).toBe(5)
        const data = { reason: 'a password', erased: [] }
        expect(event).toMatchObject({ id: 'r1', seq: 5, turn: 1, at, data })
        expect(event?.data.replaced.map(({ seq }) => seq)).toEqual([2, 4])
        const replaced = (seq: number): TodoEvent => {
          return { ...sampleEvent(seq, { input: '[redacted]' }), redacted: true }
        }
        const events = [
          sampleEvent(1),
          replaced(2),
          sampleEvent(3),
          replaced(4),
          ...(event === null ? [] : [event]),
        ]
        expectSameEvents(await collect(store.read('s1')), events)
        const after = await recordsOf(store)
        expect(after.slice(0, 4).map(chainOf)).toEqual(before.map(chainOf))
        expect(JSON.stringify(after)).not.toContain(secret)
        await expectWholeChains(store)
      }))

    test('erases whole events; what is left says what they were', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 5))
        const erase = [4, 2, 3].map((seq) => ({ from: seq, to: seq }))
        const { event } = await store.redact('s1', redactionOf({ erase }), { expectedSeq: 5 })
        expect(event?.data.erased).toEqual([{ from: 2, to: 4 }])
        const [left] = await collect(store.read('s1', { from: 2, to: 2 }))
        const data = { type: 'tool.called', version: 1 }
        expect(left).toMatchObject({ id: 's1/2', seq: 2, type: 'event.erased', data, redacted: true })
        const gone = (await recordsOf(store)).filter((each) => each.data === null && each.salt === null)
        expect(gone.map(({ seq }) => seq)).toEqual([2, 3, 4])
        await expectWholeChains(store)
        await appendAll(store, sampleEvents(7, 7))
      }))

    test('a session whose contents are erased is forgotten and can not go on', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 3))
        await appendAll(store, sampleEvents(1, 1, 'other'))
        await forget(store, 's1', 3)
        await expect(appendAll(store, sampleEvents(5, 5))).rejects.toMatchObject({
          name: 'StoreError',
          code: 'forgotten',
        })
        expect(await store.sessions()).toEqual([
          { session: 's1', lastSeq: 4 },
          { session: 'other', lastSeq: 1 },
        ])
        await appendAll(store, sampleEvents(2, 2, 'other'))
        expect((await store.append('s1', sampleEvents(1, 3), { expectedSeq: 0 })).lastSeq).toBe(4)
        await forget(store, 's1', 4, 'r2')
        await expectWholeChains(store)
      }))

    test('an event that is given again is known by what is left of it', () =>
      withStore(under, async (store) => {
        await appendWithSecret(store)
        await store.redact('s1', redactionOf({ replace: withoutSecret, erase: [{ from: 1, to: 1 }] }), {
          expectedSeq: 4,
        })
        const stored = await collect(store.read('s1', { to: 2 }))
        const again = [sampleEvent(1), sampleEvent(2, { input: secret })]
        const { events, lastSeq } = await store.append('s1', again, { expectedSeq: 0 })
        expect({ events, lastSeq }).toEqual({ events: stored, lastSeq: 5 })
        expect(JSON.stringify(await recordsOf(store))).not.toContain(secret)
        for (const seq of [1, 2]) {
          const others: readonly TodoEvent[] = [
            { ...sampleEvent(seq), turn: 2 },
            { ...sampleEvent(seq), source: { line: 1 } },
            { ...sampleEvent(seq), type: 'message.recorded', data: { role: 'user', text: '' } },
          ]
          for (const other of others) {
            const conflict = store.append('s1', [other], { expectedSeq: seq - 1 })
            await expect(conflict).rejects.toMatchObject({ code: 'id-conflict' })
          }
        }
      }))

    test('asked again with the same id is done once', () =>
      withStore(under, async (store) => {
        await appendWithSecret(store)
        const redaction = redactionOf({ replace: withoutSecret })
        const first = await store.redact('s1', redaction, { expectedSeq: 4 })
        const records = await recordsOf(store)
        expect(await store.redact('s1', redaction, { expectedSeq: 4 })).toEqual(first)
        expect(await recordsOf(store)).toEqual(records)
        const other = store.redact('s1', { ...redaction, reason: 'another' }, { expectedSeq: 5 })
        await expect(other).rejects.toMatchObject({ code: 'id-conflict', session: 's1', id: 'r1' })
        const taken = store.redact('s1', { ...redaction, id: 's1/1' }, { expectedSeq: 5 })
        await expect(taken).rejects.toMatchObject({ code: 'id-conflict' })
      }))

    test('with nothing to take out stores nothing', () =>
      withStore(under, async (store) => {
        await appendAll(store, sampleEvents(1, 3))
        const nothing = [{}, { replace: withoutSecret }, { replace: (data: EventContents) => ({ ...data }) }]
        for (const changes of nothing) {
          const result = await store.redact('s1', redactionOf(changes), { expectedSeq: 3 })
          expect(result).toMatchObject({ event: null, lastSeq: 3 })
        }
        expect(await recordsOf(store)).toHaveLength(3)
      }))

    test('one after the other leave what they must, and chains that hold', () =>
      withStore(under, async (store) => {
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

    test.for(refusals)(
      'refuses $name, and changes nothing',
      ({ session = 's1', changes, expectedSeq = 5, error }) =>
        withStore(under, async (store) => {
          await appendWithSecret(store)
          await store.redact(
            's1',
            { ...redactionOf({ replace: withoutSecret }), id: 'r0' },
            { expectedSeq: 4 },
          )
          const before = await recordsOf(store)
          const refused = store.redact(session, redactionOf(changes), { expectedSeq })
          await expect(refused).rejects.toMatchObject(error)
          expect(await recordsOf(store)).toEqual(before)
        }),
    )
  })
}

const refusals: readonly {
  readonly name: string
  readonly session?: string
  readonly changes: Partial<Redaction>
  readonly expectedSeq?: number
  readonly error: object
}[] = [
  {
    name: 'a session that has moved on',
    changes: { erase: [{ from: 1, to: 4 }] },
    expectedSeq: 4,
    error: { code: 'concurrency', expected: 4, current: 5 },
  },
  {
    name: 'a session that does not exist',
    session: 'none',
    changes: {},
    expectedSeq: 0,
    error: { code: 'bad-redaction' },
  },
  { name: 'half a seq', changes: {}, expectedSeq: 0.5, error: { code: 'bad-redaction' } },
  ...[
    { from: 0, to: 1 },
    { from: 3, to: 2 },
    { from: 1, to: 6 },
    { from: 1.5, to: 2 },
  ].map((range) => ({
    name: `the events ${range.from} to ${range.to}`,
    changes: { erase: [range] },
    error: { code: 'bad-redaction' },
  })),
  {
    name: 'to erase what says that events were redacted, without these',
    changes: { erase: [{ from: 5, to: 5 }] },
    error: { code: 'bad-redaction' },
  },
  {
    name: 'to change what says so',
    changes: { replace: (data) => (Array.isArray(data['replaced']) ? { ...data, replaced: [] } : data) },
    error: { code: 'bad-event' },
  },
  { name: 'data of another shape', changes: { replace: () => ({ text: '' }) }, error: { code: 'bad-event' } },
  {
    name: 'data that no text can give back',
    changes: { replace: (data) => ({ ...data, input: () => 1, reason: '' }) },
    error: { code: 'not-encodable' },
  },
]

async function appendWithSecret(store: EventStore): Promise<void> {
  await appendAll(store, [
    sampleEvent(1),
    sampleEvent(2, { input: secret }),
    sampleEvent(3),
    sampleEvent(4, { input: secret }),
  ])
}

async function forget(store: EventStore, session: string, lastSeq: number, id = 'r1'): Promise<void> {
  const erase: readonly SeqRange[] = [{ from: 1, to: lastSeq }]
  await store.redact(session, { id, at, reason: 'forgotten', erase }, { expectedSeq: lastSeq })
}

/** What no redaction may change. */
function chainOf({ data: _data, salt: _salt, ...rest }: { data: unknown; salt: unknown }): object {
  return rest
}

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
async function checkSteps(store: EventStore, session: string, steps: readonly Step[]): Promise<void> {
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
