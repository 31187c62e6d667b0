/** Following a store: nothing is missed, nothing comes twice, and it ends when either side does. */

import { describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import type { EventStore, LedgerEntry } from '../src/store/event-store.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { subscribe } from '../src/store/subscriptions.js'
import { sampleEvents } from '../src/testing/index.js'
import { appendAll, collect, take } from '../src/testing/store-contract/store-under-test.js'

const stores: readonly (readonly [name: string, open: () => EventStore])[] = [
  ['memory', () => memoryStore()],
  ['SQLite', () => sqliteStore(':memory:')],
]
/** It is woken; were it not, a test would not end. */
const pollInterval = 2 ** 30

describe.each(stores)('a subscription to a store in %s', (_name, open) => {
  test('gives what there is and what comes, in order and once', async () => {
    const store = open()
    await appendAll(store, sampleEvents(1, 70, 'a'))
    const [all, rest, coming] = [
      take(subscribe(store, { after: 0, pollInterval }), 80),
      take(subscribe(store, { after: 67, pollInterval }), 13),
      take(subscribe(store, { pollInterval }), 10),
    ]
    for (let seq = 1; seq <= 10; seq += 1) await appendAll(store, sampleEvents(seq, seq, 'b'))
    const ids = idsOf(await collect(store.readAll()))
    expect(idsOf(await all)).toEqual(ids)
    expect(idsOf(await rest)).toEqual(ids.slice(67))
    expect(idsOf(await coming)).toEqual(ids.slice(70))
    await store.close()
  })

  test('wakes one that waits, and goes on for the others when one stops', async () => {
    const store = open()
    const [one, other] = [subscribe(store, { pollInterval }), subscribe(store, { pollInterval })]
    const waiting = [one.next(), other.next()]
    await othersRun()
    await appendAll(store, sampleEvents(1, 1))
    expect((await Promise.all(waiting)).map(({ value }) => value?.event.seq)).toEqual([1, 1])
    await one.return?.()
    const next = other.next()
    await othersRun()
    await appendAll(store, sampleEvents(2, 2))
    expect((await next).value?.event.seq).toBe(2)
    await store.close()
  })

  test('reaches those who wait with a redaction, too', async () => {
    const store = open()
    await appendAll(store, sampleEvents(1, 2))
    const next = subscribe(store, { pollInterval }).next()
    await store.redact('s1', { id: 'r', at: new Date(0), reason: '', erase: true }, { expectedSeq: 2 })
    expect(await next).toMatchObject({ value: { position: 3, event: { type: 'session.redacted' } } })
    await store.close()
  })

  test('ends when the store closes, while it waits and while there is more', async () => {
    const store = open()
    const waiting = collect(subscribe(store, { pollInterval }))
    const behind = subscribe(store, { after: 0, pollInterval })
    await appendAll(store, sampleEvents(1, 200))
    expect(await behind.next()).toMatchObject({ done: false })
    await store.close()
    expect(await behind.next()).toEqual({ done: true, value: undefined })
    expect((await waiting).length).toBeLessThanOrEqual(200)
    expect(await collect(subscribe(store, { after: 0 }))).toEqual([])
  })

  test('ends when the consumer does, even while it waits', async () => {
    const store = open()
    const subscription = subscribe(store, { pollInterval })
    const waiting = subscription.next()
    expect(await subscription.return?.()).toEqual({ done: true, value: undefined })
    expect(await waiting).toEqual({ done: true, value: undefined })
    await store.close()
  })

  test('answers what was asked at once in order', async () => {
    const store = open()
    const subscription = subscribe(store, { after: 0, pollInterval })
    const asked = [subscription.next(), subscription.next(), subscription.next()]
    await appendAll(store, sampleEvents(1, 3))
    expect((await Promise.all(asked)).map(({ value }) => value?.event.seq)).toEqual([1, 2, 3])
    await store.close()
  })

  test('refuses a position that is none', () => {
    expect(() => subscribe(open(), { after: -1 })).toThrow(expect.objectContaining({ code: 'bad-range' }))
  })
})

function idsOf(entries: readonly LedgerEntry[]): readonly unknown[] {
  return entries.map(({ position, event }) => [position, event.id])
}

/** Lets everything run that can. */
function othersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
