/** What follows a store: every event after a position, and then those that come, each once and in order. */

import type { PositionedEvent } from './event-store.js'

/** Where subscriptions get their events. */
interface SubscriptionSource {
  /** The next events after a position, as many as are good to hold at once; none where there are no more yet. */
  readonly page: (after: number) => readonly PositionedEvent[] | Promise<readonly PositionedEvent[]>
  /** How long to wait before looking again, in milliseconds; null where `notify` announces every new event. */
  readonly pollInterval: number | null
}

/** The open subscriptions of a store. */
export class Subscriptions {
  readonly #source: SubscriptionSource
  readonly #open = new Set<Subscription>()
  #closed = false

  /** @param source where the events come from */
  constructor(source: SubscriptionSource) {
    this.#source = source
  }

  /** The events after a position; each iteration of it starts there anew. */
  from(after: number | Promise<number>): AsyncIterable<PositionedEvent> {
    return {
      [Symbol.asyncIterator]: () => {
        const subscription = new Subscription(this.#source, after, () => this.#open.delete(subscription))
        if (this.#closed) subscription.end()
        else this.#open.add(subscription)
        return subscription
      },
    }
  }

  /** Notifies every subscription that events were stored. */
  notify(): void {
    for (const subscription of this.#open) subscription.wake()
  }

  /** Ends every subscription, those that start later too. */
  close(): void {
    this.#closed = true
    for (const subscription of this.#open) subscription.end()
  }
}

const done: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined })

class Subscription implements AsyncIterator<PositionedEvent, undefined> {
  readonly #source: SubscriptionSource
  readonly #onEnd: () => void
  #position: number | Promise<number>
  #page: Iterator<PositionedEvent> = [].values()
  #ended = false
  #wake: () => void = () => {}
  /** True where events were announced since the page was asked for. */
  #isAnnounced = false
  /** Calls of `next` are answered one after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(source: SubscriptionSource, after: number | Promise<number>, onEnd: () => void) {
    this.#source = source
    this.#position = after
    this.#onEnd = onEnd
  }

  next(): Promise<IteratorResult<PositionedEvent, undefined>> {
    const answer = this.#turn.then(() => this.#pull())
    this.#turn = answer.catch(() => this.end())
    return answer
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.end()
    return done
  }

  wake(): void {
    this.#isAnnounced = true
    this.#wake()
  }

  end(): void {
    this.#ended = true
    this.#onEnd()
    this.#wake()
  }

  async #pull(): Promise<IteratorResult<PositionedEvent, undefined>> {
    while (!this.#ended) {
      const next = this.#page.next()
      if (next.done !== true) {
        this.#position = next.value.position
        return { done: false, value: next.value }
      }
      this.#isAnnounced = false
      const page = await this.#nextPage()
      if (page.length > 0) this.#page = page.values()
      else if (!this.#isAnnounced && !this.#ended) await this.#untilWoken()
    }
    return done
  }

  async #nextPage(): Promise<readonly PositionedEvent[]> {
    try {
      return await this.#source.page(await this.#position)
    } catch (error) {
      // A store that was closed meanwhile reads no more.
      if (this.#ended) return []
      throw error
    }
  }

  #untilWoken(): Promise<void> {
    const { pollInterval } = this.#source
    return new Promise((resolve) => {
      const timer = pollInterval === null ? undefined : setTimeout(resolve, pollInterval)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
