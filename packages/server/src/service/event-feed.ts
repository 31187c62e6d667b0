/** What is stored, told to many who wait for it: one subscription to the store serves them all. */

import { setImmediate } from 'node:timers/promises'
import { type EventStore, encodeEvent, type TodoEvent } from '@todo-ledger/core'
import { subscribe } from '@todo-ledger/core/store'

/** Somebody who waits: is told where something was stored, and that nothing more comes. */
interface Waiter {
  readonly stored: (session: string) => void
  readonly end: () => void
}

/** Few events are asked for at once where they are longer, in characters: a client that does not read holds those. */
const largestPiece = 100_000

/** Follows a store. */
export function eventFeed(store: EventStore) {
  const waiting = new Set<Waiter>()
  let subscription: ReturnType<typeof subscribe> | null = null
  let isClosed = false
  const endAll = () => {
    for (const waiter of [...waiting]) waiter.end()
  }

  const begin = () => {
    if (subscription !== null) return
    const own = subscribe(store)
    subscription = own
    const pass = async () => {
      for await (const { event } of own) for (const waiter of waiting) waiter.stored(event.session)
    }
    // Where the store can't be followed any more, all end; whoever asks again begins anew.
    void pass()
      .catch(() => undefined)
      .finally(() => {
        if (subscription === own) endAll()
      })
  }

  const leave = (waiter: Waiter) => {
    waiting.delete(waiter)
    if (waiting.size > 0) return
    const unneeded = subscription
    subscription = null
    void unneeded?.return?.()
  }

  /** The ids of sessions that change from this call on. A session that changes often meanwhile is told once. */
  const changes = (
    concerns: (session: string) => boolean,
    signal: AbortSignal,
  ): AsyncIterableIterator<string> => {
    const changed = new Set<string>()
    let isOver = isClosed || signal.aborted
    let wake = () => {}
    const waiter: Waiter = {
      stored: (session) => {
        if (!concerns(session)) return
        changed.add(session)
        wake()
      },
      end: () => {
        isOver = true
        signal.removeEventListener('abort', waiter.end)
        leave(waiter)
        wake()
      },
    }
    if (!isOver) {
      waiting.add(waiter)
      signal.addEventListener('abort', waiter.end)
      begin()
    }
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      next: async () => {
        for (;;) {
          if (isOver) return { done: true, value: undefined }
          for (const session of changed) {
            changed.delete(session)
            return { done: false, value: session }
          }
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      },
      return: async () => {
        waiter.end()
        return { done: true, value: undefined }
      },
    }
  }

  /** The events of a session behind a seq, and then those that come, each once and in order. */
  async function* follow(
    session: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TodoEvent, void> {
    let seq = after
    // Asked for before anything is read: what is stored from here on wakes it.
    const changed = changes((each) => each === session, signal)
    try {
      do {
        for (let asked = 1, size = 0; ; asked = size < largestPiece ? Math.min(2 * asked, 64) : 1) {
          const to = seq + asked
          size = 0
          for await (const event of store.read(session, { from: seq + 1, to })) {
            if (signal.aborted || isClosed) return
            seq = event.seq
            size += encodeEvent(event).length
            yield event
          }
          if (seq < to) break
          // Forty that begin at once would keep everybody else waiting for all that they hold.
          if (size >= largestPiece) await setImmediate()
        }
      } while ((await changed.next()).done !== true)
    } finally {
      await changed.return?.()
    }
  }

  const close = () => {
    isClosed = true
    endAll()
  }
  return { changes, follow, close }
}
