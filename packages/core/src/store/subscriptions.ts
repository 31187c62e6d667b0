/** Follows a store: every event after a position, and then those that come, each once and in order. */

import { StoreError } from '../errors.js'
import type { EventStore, LedgerEntry } from './event-store.js'
import { wholePosition } from './plan-append.js'

/** Options of a subscription. */
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
  return new Follower(store, after === undefined ? store.lastPosition() : wholePosition(after), pollInterval)
}

/** Listeners of appends, for stores. */
export class AppendListeners {
  readonly #listeners = new Set<() => void>()

  /** Adds one; returns what removes it. */
  readonly add = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls them all. */
  call(): void {
    for (const listener of this.#listeners) listener()
  }
}

const done: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined })

class Follower implements Subscription {
  readonly #store: EventStore
  readonly #pollInterval: number
  readonly #unlisten: (() => void) | undefined
  #position: number | Promise<number>
  #reading: AsyncIterator<LedgerEntry> | null = null
  #ended = false
  #woken = false
  #wake: () => void = () => {}
  /** Calls of `next` are answered one after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(store: EventStore, position: number | Promise<number>, pollInterval: number) {
    this.#store = store
    this.#position = position
    this.#pollInterval = pollInterval
    this.#unlisten = store.onAppend?.(() => this.#wakeUp())
    // It is awaited with the first entry; a subscription that nobody reads must not end the process.
    if (typeof position !== 'number') position.catch(() => {})
  }

  next(): Promise<IteratorResult<LedgerEntry, undefined>> {
    const answer = this.#turn.then(() => this.#pull())
    this.#turn = answer.catch(() => this.return())
    return answer
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#ended = true
    this.#unlisten?.()
    this.#wake()
    return done
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #pull(): Promise<IteratorResult<LedgerEntry, undefined>> {
    while (!this.#ended) {
      const next = await this.#read()
      if (next !== null) return { done: false, value: next }
      if (!this.#woken && !this.#ended) await this.#untilWoken()
    }
    return done
  }

  async #read(): Promise<LedgerEntry | null> {
    try {
      this.#position = await this.#position
      if (this.#reading === null) {
        this.#woken = false
        this.#reading = this.#store.readAll({ after: this.#position })[Symbol.asyncIterator]()
      }
      const { done: isOver, value } = await this.#reading.next()
      if (isOver === true) {
        this.#reading = null
        return null
      }
      if (this.#ended) return null
      this.#position = value.position
      return value
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'closed') && !this.#ended) throw error
      await this.return()
      return null
    }
  }

  #wakeUp(): void {
    this.#woken = true
    this.#wake()
  }

  #untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pollInterval)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
