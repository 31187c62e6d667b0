/** Stores that are wrong on purpose: a harness that does not catch them proves nothing. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { withAppend } from './told-store.mjs'

/**
 * @typedef {import('@todo-ledger/core').EventStore} EventStore
 * @typedef {'none' | 'early' | 'split'} Fault
 */

/**
 * The store with a fault. `early` acknowledges an append before the store has committed it, and commits soon after;
 * `split` commits an append of several events one event at a time.
 * @template {EventStore} Store
 * @param {Store} store
 * @param {Fault} fault
 * @returns {Store}
 */
export function broken(store, fault) {
  if (fault === 'early') return early(store)
  if (fault === 'split') return split(store)
  return store
}

/**
 * @template {EventStore} Store
 * @param {Store} store
 * @returns {Store}
 */
function early(store) {
  /** @type {Map<string, Promise<unknown>>} */
  const commits = new Map()
  return withAppend(store, async (session, events, options) => {
    const before = commits.get(session) ?? Promise.resolve()
    const commit = before.then(() => wait(5)).then(() => store.append(session, events, options))
    commits.set(session, commit)
    commit.catch(() => undefined)
    await nextTurn()
    return { lastSeq: options.expectedSeq + events.length, events }
  })
}

/**
 * @template {EventStore} Store
 * @param {Store} store
 * @returns {Store}
 */
function split(store) {
  return withAppend(store, async (session, events, { expectedSeq }) => {
    const stored = []
    for (const [index, event] of events.entries()) {
      const one = await store.append(session, [event], { expectedSeq: expectedSeq + index })
      stored.push(...one.events)
      await wait(1)
    }
    return { lastSeq: expectedSeq + events.length, events: stored }
  })
}
