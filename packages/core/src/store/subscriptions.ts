/** Follows a store: every event after a position, and then those that come, each once and in order. */

import { StoreError } from '../errors.js'
import type { EventStore, LedgerEntry } from './event-store.js'
import { wholePosition } from './plan-append.js'

export interface SubscribeOptions {
  /** The position to begin after; default: the end at the time of the call. */
  readonly after?: number
  /** How often to look for what other processes stored, in milliseconds; 200 by default. It keeps the process running. */
  readonly pollInterval?: number
}

/** Entries as they are stored, until the consumer stops or the store is closed. */
export type Subscription = AsyncIterableIterator<LedgerEntry, undefined>

/** Follows a store from a position on. None is missed and none comes twice. */
export function subscribe(store: EventStore, options: SubscribeOptions = {}): Subscription {
  const { after, pollInterval = 200 } = options
  const start = after === undefined ? store.lastPosition() : Promise.resolve(wholePosition(after))
  // It is awaited with the first entry; a subscription that nobody reads must not end the process.
  start.catch(() => {})
  let hasEnded = false
  let isWoken = false
  let wake = (): void => {}
  const unlisten = store.onAppend?.(() => {
    isWoken = true
    wake()
  })
  const woken = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollInterval)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function* follow(): AsyncGenerator<LedgerEntry, undefined> {
    try {
      for (let position = await start; !hasEnded; ) {
        isWoken = false
        for await (const entry of store.readAll({ after: position })) {
          if (hasEnded) return
          position = entry.position
          yield entry
        }
        if (!isWoken && !hasEnded) await woken()
      }
    } catch (error) {
      if (!hasEnded && !(error instanceof StoreError && error.code === 'closed')) throw error
    } finally {
      hasEnded = true
      unlisten?.()
    }
  }

  const entries = follow()
  return {
    next: () => entries.next(),
    async return() {
      hasEnded = true
      unlisten?.()
      // Whoever waits for the next entry is told.
      wake()
      await entries.return(undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
