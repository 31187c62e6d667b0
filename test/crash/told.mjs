/** Stores that tell what they are asked to append and what they acknowledge, so that another process can hold them to it. */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { encodeEvent } from '@todo-ledger/core'

/**
 * @typedef {import('@todo-ledger/core').TodoEvent} TodoEvent
 * @typedef {import('@todo-ledger/core').EventStore} EventStore
 *
 * @typedef {{ is: 'try', append: number, session: string, expectedSeq: number, events: string[] }
 *   | { is: 'ack', append: number, lastSeq: number }
 *   | { is: 'state', session: string, seq: number, state: string }
 *   | { is: 'opening' | 'opened' | 'checkpoint' | 'checkpointed' | 'closing' | 'closed' }
 *   | { is: 'failed', message: string }} Line
 *
 * @typedef {'none' | 'early' | 'split'} Fault
 */

/** An event as text, without the hash that the store adds. @param {TodoEvent} event */
export function textOf({ hash: _hash, ...event }) {
  return encodeEvent(event)
}

/** The store with another append; all else runs on the store itself. @param {EventStore} store @param {EventStore['append']} append @returns {EventStore} */
export function withAppend(store, append) {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append') return append
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** @param {EventStore} store @param {(line: Line) => void} tell */
export function toldStore(store, tell) {
  let count = 0
  return withAppend(store, async (session, events, options) => {
    count += 1
    const append = count
    tell({ is: 'try', append, session, ...options, events: events.map(textOf) })
    try {
      const result = await store.append(session, events, options)
      tell({ is: 'ack', append, lastSeq: result.lastSeq })
      return result
    } catch (error) {
      tell({ is: 'failed', message: `an append was refused: ${error}` })
      throw error
    }
  })
}

/**
 * The store with a fault, for a harness that does not catch it proves nothing. `early` acknowledges an append before the
 * store has committed it; `split` commits an append of several events one event at a time.
 * @param {EventStore} store @param {Fault} fault
 */
export function broken(store, fault) {
  /** @type {Map<string, Promise<unknown>>} */
  const commits = new Map()
  if (fault === 'none') return store
  return withAppend(store, async (session, events, { expectedSeq }) => {
    if (fault === 'early') {
      const before = commits.get(session) ?? Promise.resolve()
      const commit = before.then(() => wait(5)).then(() => store.append(session, events, { expectedSeq }))
      commit.catch(() => undefined)
      commits.set(session, commit)
      await nextTurn()
      return { lastSeq: expectedSeq + events.length, events }
    }
    const stored = []
    for (const [index, event] of events.entries()) {
      stored.push(...(await store.append(session, [event], { expectedSeq: expectedSeq + index })).events)
      await wait(1)
    }
    return { lastSeq: expectedSeq + events.length, events: stored }
  })
}
