/** How the contract suite opens and reads a store. */

import { deepStrictEqual } from 'node:assert'
import { expect } from 'vitest'
import type { TodoEvent } from '../../events.js'
import { verifyChain } from '../../store/chain/verify-chain.js'
import type { EventStore, StoredRecord } from '../../store/event-store.js'

/** A kind of store whose contract is tested. */
export interface StoreUnderTest {
  /** Opens an empty store; called for each test, which closes it. */
  readonly open: () => EventStore | Promise<EventStore>
  /** Opens again what the store that `open` gave last held, after it was closed; absent where a store keeps nothing. */
  readonly reopen?: () => EventStore | Promise<EventStore>
}

/** Runs a test with an empty store, which is closed at the end however the test ends. */
export async function withStore(
  { open }: StoreUnderTest,
  run: (store: EventStore) => Promise<void>,
): Promise<void> {
  const store = await open()
  try {
    await run(store)
  } finally {
    await store.close()
  }
}

/** All that an iterable gives. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const collected: Value[] = []
  for await (const value of values) collected.push(value)
  return collected
}

/** The first values that an iterable gives; waits for them, and stops there. */
export async function take<Value>(values: AsyncIterable<Value>, count: number): Promise<readonly Value[]> {
  const taken: Value[] = []
  if (count === 0) return taken
  for await (const value of values) {
    taken.push(value)
    if (taken.length === count) break
  }
  return taken
}

/** Appends events that all belong to one session, after what their first seq says. */
export async function appendAll(store: EventStore, events: readonly TodoEvent[]): Promise<void> {
  const [first] = events
  if (first !== undefined) await store.append(first.session, events, { expectedSeq: first.seq - 1 })
}

/** Asserts that events are equal in all but the hash that a store may add. */
export function expectSameEvents(actual: readonly TodoEvent[], expected: readonly TodoEvent[]): void {
  deepStrictEqual(actual.map(withoutHash), expected.map(withoutHash))
}

function withoutHash(event: TodoEvent): object {
  const { hash: _hash, ...rest } = event
  return rest
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
