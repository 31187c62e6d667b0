/** When something did not hold in a session, found as its events pass. */

import {
  Bisect,
  type BisectPredicate,
  type BisectResult,
  type EventOf,
  type SessionState,
  type TodoEvent,
  type TodoItem,
} from '@todo-ledger/core'
import { headOf, type SessionHead } from '../items/session-head.js'
import { eventSummary } from '../log/event-summary.js'
import type { SessionListener } from '../sources/reading.js'

/** What an event did that broke something. */
export interface BreakingEvent {
  /** What it did, in one sentence, cut. */
  readonly summary: string
  /** The list right after it. */
  readonly list: readonly TodoItem[]
}

/** Follows a session and asks of each state. */
export class BisectedSession implements SessionListener {
  /** The session. */
  readonly head: SessionHead
  /** What the events did that broke it, and the list right after, by seq. Foreign text. */
  readonly breaking: Map<number, BreakingEvent> = new Map()
  readonly #search: Bisect
  readonly #finished: (session: BisectedSession) => void

  /** @param opened the session's first event; @param finished is given this once the session was read */
  constructor(
    opened: EventOf<'session.opened'>,
    predicate: BisectPredicate,
    finished: (session: BisectedSession) => void,
  ) {
    this.head = headOf(opened)
    this.#search = new Bisect(predicate)
    this.#finished = finished
  }

  /** What was found. */
  get result(): BisectResult {
    return this.#search.result
  }

  /** Follows the session to its end. */
  readonly passed: SessionListener['passed'] = (event, state) => {
    const before = this.#search.found
    this.#search.observe(event, state)
    if (this.#search.found > before) this.breaking.set(event.seq, breakingEvent(event, state))
    return 'more'
  }

  /** Hands itself out. */
  finished(): void {
    this.#finished(this)
  }
}

function breakingEvent(event: TodoEvent, state: SessionState): BreakingEvent {
  const summary = eventSummary(event, state)
  return { summary: summary === '' ? event.type : summary, list: state.items }
}
