/** A consumer that follows a store and holds every event that comes against the model's log. */

import type { EventStore, TodoEvent } from '@todo-ledger/core'
import { type LedgerEntry, subscribe } from '@todo-ledger/core/store'
import { codeOf, must, shown } from './failure.js'
import { type Model, sameEvent } from './model.js'
import type { Settled, VirtualTime } from './virtual-time.js'

/** What a probe looks at. */
export interface ProbeContext {
  /** What must come. */
  readonly model: Model
  /** The position of each of the model's events. */
  readonly positions: readonly number[]
  /** How to wait. */
  readonly time: VirtualTime
  /** How many faults have happened so far. */
  readonly faults: () => number
}

type Answer = Settled<IteratorResult<LedgerEntry, unknown>>

/** One subscription. */
export class SubscriptionProbe {
  readonly #context: ProbeContext
  readonly #iterator: AsyncIterator<LedgerEntry, unknown>
  #next: number
  #pending: {
    readonly answer: Promise<IteratorResult<LedgerEntry, unknown>>
    readonly faults: number
  } | null = null
  /** How many faults had happened before the store was first asked for what the next answer needs: its end, then events. */
  #faultsBefore: number | null
  /** True once a fault ended it. */
  broken = false

  /** @param first index in the model's log of the first event that must come */
  constructor(context: ProbeContext, store: EventStore, first: number, after: number | undefined) {
    this.#context = context
    this.#next = first
    this.#faultsBefore = context.faults()
    this.#iterator = subscribe(store, after === undefined ? {} : { after })
  }

  /** How many of the model's events it has seen, those before its start included. */
  get next(): number {
    return this.#next
  }

  /** Asks for the next event without waiting for it: it comes when something is stored. */
  ask(): void {
    if (this.#pending !== null || this.broken) return
    const answer = this.#iterator.next()
    answer.catch(() => {})
    this.#pending = { answer, faults: this.#faultsBefore ?? this.#context.faults() }
    this.#faultsBefore = null
  }

  /** Takes every event that the model has by now. */
  async drain(): Promise<void> {
    const { model, positions, time, faults } = this.#context
    while (!this.broken && this.#next < model.log.length) {
      this.ask()
      const pending = this.#pending
      if (pending === null) return
      this.#pending = null
      const settled: Answer = await time.settle(pending.answer)
      if (settled.kind === 'failed' && faults() > pending.faults) {
        this.broken = true
        return
      }
      must(
        settled.kind === 'done' && settled.value.done !== true,
        () => `a subscription misses event ${this.#next + 1} of ${model.log.length}: it ${endOf(settled)}`,
      )
      const { position, event } = settled.value.value
      const expected = model.log[this.#next]
      must(
        expected !== undefined && isOrWas(event, expected) && position === positions[this.#next],
        () =>
          `a subscription gave ${shown(event, 300)} at position ${position} in the place of ${shown(expected, 300)} at ${positions[this.#next]}`,
      )
      this.#next += 1
    }
  }

  /** Ends it from the consumer's side. */
  async end(): Promise<void> {
    const settled = await this.#context.time.settle(Promise.resolve(this.#iterator.return?.()))
    must(settled.kind === 'done', 'a subscription that was ended does not end')
    await this.mustHaveEnded()
  }

  /** The store was closed, or the subscription was ended: who waits must be told, and no event may come. */
  async mustHaveEnded(): Promise<void> {
    if (this.broken) return
    this.ask()
    const pending = this.#pending
    if (pending === null) return
    const settled: Answer = await this.#context.time.settle(pending.answer)
    if (settled.kind === 'failed' && this.#context.faults() > pending.faults) return
    must(
      settled.kind === 'done' && settled.value.done === true,
      () => `a subscription that is over gave something else than its end: it ${endOf(settled)}`,
    )
  }
}

function endOf(settled: Answer): string {
  if (settled.kind === 'hangs') return 'waits for ever'
  if (settled.kind === 'failed') return `failed (${codeOf(settled.error)}: ${String(settled.error)})`
  return settled.value.done === true ? 'ended' : `gave ${shown(settled.value.value, 300)}`
}

/** A page that was read before contents were taken out goes on as it was; its events are the same ones. */
function isOrWas(event: TodoEvent, expected: TodoEvent): boolean {
  if (expected.redacted !== true) return sameEvent(event, expected)
  const { id, session, seq, turn } = event
  return id === expected.id && session === expected.session && seq === expected.seq && turn === expected.turn
}
