/** A store that tells what it is asked to append and what it acknowledged, so that another process can hold it to it. */

import { encodeEvent } from '@todo-ledger/core'

/**
 * @typedef {import('@todo-ledger/core').TodoEvent} TodoEvent
 * @typedef {import('@todo-ledger/core').EventStore} EventStore
 *
 * @typedef {{ is: 'try', append: number, session: string, expectedSeq: number, events: string[] }
 *   | { is: 'ack', append: number, lastSeq: number, ids: string[] }
 *   | { is: 'refused', append: number, code: string, message: string }
 *   | { is: 'state', session: string, seq: number, digest: string }
 *   | { is: 'opening' | 'opened' | 'checkpoint' | 'checkpointed' | 'closing' | 'closed' }
 *   | { is: 'failed', message: string }} Line
 */

/** An event as text, without the hash that the store adds. @param {TodoEvent} event */
export function textOf({ hash: _hash, ...event }) {
  return encodeEvent(event)
}

/**
 * The store, telling its appends.
 * @template {EventStore} Store
 * @param {Store} store
 * @param {(line: Line) => void} tell
 * @returns {Store}
 */
export function toldStore(store, tell) {
  let count = 0
  /** @type {EventStore['append']} */
  const append = async (session, events, options) => {
    count += 1
    const number = count
    const { expectedSeq } = options
    tell({ is: 'try', append: number, session, expectedSeq, events: events.map(textOf) })
    try {
      const result = await store.append(session, events, options)
      tell({ is: 'ack', append: number, lastSeq: result.lastSeq, ids: result.events.map(({ id }) => id) })
      return result
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      tell({ is: 'refused', append: number, code, message: String(error) })
      throw error
    }
  }
  return withAppend(store, append)
}

/**
 * The store with another append. Its other methods run on the store itself, whose fields are private.
 * @template {EventStore} Store
 * @param {Store} store
 * @param {EventStore['append']} append
 * @returns {Store}
 */
export function withAppend(store, append) {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append') return append
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
