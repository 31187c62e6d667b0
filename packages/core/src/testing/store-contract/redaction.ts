/** The contract of `EventStore.redact`: what is named is gone, nothing else changed, and the log says so. */

import { describe, expect, test } from 'vitest'
import type { TodoEvent } from '../../events.js'
import type { EventContents, EventStore, Redaction } from '../../store/event-store.js'
import { sampleEvent, sampleEvents } from '../stepping-clock.js'
import {
  appendAll,
  collect,
  expectWholeChains,
  recordsOf,
  type StoreUnderTest,
  withStore,
} from './store-under-test.js'

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
        await appendAll(store, sampleEvents(1, 1, 'gone'))
        await store.redact('s1', redactionOf({ replace: withoutSecret }), { expectedSeq: 4 })
        await forget(store, 'gone', 1)
        const stored = await collect(store.read('s1', { to: 2 }))
        const again = [sampleEvent(1, { input: '' }), sampleEvent(2, { input: secret })]
        const { events, lastSeq } = await store.append('s1', again, { expectedSeq: 0 })
        expect({ events, lastSeq }).toEqual({ events: stored, lastSeq: 5 })
        expect(JSON.stringify(await recordsOf(store))).not.toContain(secret)
        for (const known of [sampleEvent(2), sampleEvent(1, { session: 'gone' })]) {
          const others: readonly TodoEvent[] = [
            { ...known, turn: 2 },
            { ...known, source: { line: 1 } },
            { ...known, type: 'message.recorded', data: { role: 'user', text: '' } },
          ]
          for (const other of others) {
            const conflict = store.append(known.session, [other], { expectedSeq: known.seq - 1 })
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
        await appendWithSecret(store)
        const before = await recordsOf(store)
        for (const [index, seqs] of [[2], [2, 4], [1, 3]].entries()) {
          const input = `replaced by ${index}`
          const replace: Redaction['replace'] = (data, { seq }) =>
            seqs.includes(seq) ? { ...data, input } : data
          const redaction = redactionOf({ id: `r${index}`, replace })
          const { event, lastSeq } = await store.redact('s1', redaction, { expectedSeq: 4 + index })
          expect(event).toMatchObject({
            seq: lastSeq,
            turn: 1,
            at,
            data: { reason: 'a password', erased: [] },
          })
          expect(event?.data.replaced.map(({ seq }) => seq)).toEqual(seqs)
        }
        const inputs = ['replaced by 2', 'replaced by 1', 'replaced by 2', 'replaced by 1']
        const events = await collect(store.read('s1', { to: 4 }))
        expect(events).toMatchObject(inputs.map((input) => ({ data: { input }, redacted: true })))
        const after = await recordsOf(store)
        expect(after.slice(0, 4).map(chainOf)).toEqual(before.map(chainOf))
        expect(JSON.stringify(after)).not.toContain(secret)
        await expectWholeChains(store)
      }))

    test.for(refusals)('refuses %s, and changes nothing', ([, changes, code, given = {}]) =>
      withStore(under, async (store) => {
        await appendWithSecret(store)
        const first = redactionOf({ replace: withoutSecret, id: 'r0' })
        await store.redact('s1', first, { expectedSeq: 4 })
        const before = await recordsOf(store)
        const { session = 's1', expectedSeq = 5 } = given
        const refused = store.redact(session, redactionOf(changes), { expectedSeq })
        await expect(refused).rejects.toMatchObject({ code })
        expect(await recordsOf(store)).toEqual(before)
      }),
    )
  })
}

type Refusal = readonly [
  name: string,
  changes: Partial<Redaction>,
  code: string,
  given?: { readonly session?: string; readonly expectedSeq?: number },
]

const refusals: readonly Refusal[] = [
  ['a session that has moved on', { erase: true }, 'concurrency', { expectedSeq: 4 }],
  ['a session that does not exist', {}, 'bad-redaction', { session: 'none', expectedSeq: 0 }],
  ['half a seq', {}, 'bad-redaction', { expectedSeq: 0.5 }],
  [
    'to change what says so',
    { replace: (data) => (Array.isArray(data['replaced']) ? { ...data, replaced: [] } : data) },
    'bad-event',
  ],
  ['data of another shape', { replace: () => ({ text: '' }) }, 'bad-event'],
  [
    'data that no text can give back',
    { replace: (data) => ({ ...data, input: () => 1, reason: '' }) },
    'not-encodable',
  ],
]

async function appendWithSecret(store: EventStore): Promise<void> {
  const inputs = ['', secret, '', secret]
  await appendAll(
    store,
    inputs.map((input, index) => sampleEvent(index + 1, { input })),
  )
}

async function forget(store: EventStore, session: string, lastSeq: number, id = 'r1'): Promise<void> {
  await store.redact(session, redactionOf({ id, erase: true }), { expectedSeq: lastSeq })
}

/** What no redaction may change. */
function chainOf({ data: _data, salt: _salt, ...rest }: { data: unknown; salt: unknown }): object {
  return rest
}
