/** What is stored, told to many who wait for it: one subscription to the store serves them all. */

import type { EventStore, TodoEvent } from '@todo-ledger/core'
import { subscribe } from '@todo-ledger/core/store'

/** Somebody who waits. */
interface Waiter {
  /** Something was stored in a session. */
  readonly stored: (session: string) => void
  /** Nothing more comes. */
  readonly end: () => void
}

/** Follows a store. */
export class EventFeed {
  readonly #store: EventStore
  readonly #waiting = new Set<Waiter>()
  #subscription: AsyncIterator<{ readonly event: TodoEvent }> | null = null
  #isClosed = false

  /** @param store what is followed */
  constructor(store: EventStore) {
    this.#store = store
  }

  /** The events of a session behind a seq, and then those that come, each once and in order. */
  async *follow(session: string, after: number, signal: AbortSignal): AsyncGenerator<TodoEvent, void> {
    let seq = after
    // Asked for before anything is read: what is stored from here on wakes it.
    const changes = this.changes((changed) => changed === session, signal)
    try {
      do {
        for await (const event of this.#store.read(session, { from: seq + 1 })) {
          if (signal.aborted || this.#isClosed) return
          seq = event.seq
          yield event
        }
      } while ((await changes.next()).done !== true)
    } finally {
      await changes.return?.()
    }
  }

  /** The ids of sessions that change from this call on. A session that changes often meanwhile is told once. */
  changes(concerns: (session: string) => boolean, signal: AbortSignal): AsyncIterableIterator<string> {
    const changed = new Set<string>()
    let isOver = this.#isClosed || signal.aborted
    let wake = () => {}
    const waiter: Waiter = {
      stored: (session) => {
        if (!concerns(session)) return
        changed.add(session)
        wake()
      },
      end: () => {
        isOver = true
        this.#waiting.delete(waiter)
        signal.removeEventListener('abort', waiter.end)
        this.#restWhereNobodyWaits()
        wake()
      },
    }
    if (!isOver) {
      this.#waiting.add(waiter)
      signal.addEventListener('abort', waiter.end)
      this.#subscribe()
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

  /** Ends all that is followed. */
  close(): void {
    this.#isClosed = true
    this.#endAll()
  }

  #endAll(): void {
    for (const waiter of [...this.#waiting]) waiter.end()
  }

  #subscribe(): void {
    if (this.#subscription !== null) return
    const subscription = subscribe(this.#store)
    this.#subscription = subscription
    // Where the store can't be followed any more, all end; whoever asks again begins anew.
    void this.#pass(subscription)
      .catch(() => undefined)
      .finally(() => {
        if (this.#subscription === subscription) this.#endAll()
      })
  }

  async #pass(subscription: AsyncIterator<{ readonly event: TodoEvent }>): Promise<void> {
    for (let next = await subscription.next(); next.done !== true; next = await subscription.next()) {
      const { session } = next.value.event
      for (const waiter of this.#waiting) waiter.stored(session)
    }
  }

  #restWhereNobodyWaits(): void {
    if (this.#waiting.size > 0) return
    const subscription = this.#subscription
    this.#subscription = null
    void subscription?.return?.()
  }
}
