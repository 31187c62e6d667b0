/** When something did not hold in a session, found as its events pass. */

import type { SessionState, TodoEvent, TodoItem } from '@todo-ledger/core'
import { Bisect, type BisectPredicate, type BisectResult } from '@todo-ledger/core/history'
import { headOf, type SessionHead } from '../items/place.js'
import { eventSummary } from '../log/event-summary.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'

/** What an event did that broke something. */
export interface BreakingEvent {
  /** What it did, in one sentence, cut. */
  readonly summary: string
  /** The list right after it. */
  readonly list: readonly TodoItem[]
}

/** A session in which something was looked for. */
export interface BisectedSession {
  /** The session. */
  readonly head: SessionHead
  /** What was found. */
  readonly result: BisectResult
  /** What the events did that broke it, and the list right after, by seq. Foreign text. */
  readonly breaking: ReadonlyMap<number, BreakingEvent>
}

/** Follows a session to its end and asks of each state. */
export function bisectSession(
  { opened }: SourceSession,
  predicate: BisectPredicate,
): SessionFollower<BisectedSession> {
  const search = new Bisect(predicate)
  const breaking = new Map<number, BreakingEvent>()
  return {
    take({ event, state }) {
      const before = search.found
      search.observe(event, state)
      if (search.found > before) breaking.set(event.seq, breakingEvent(event, state))
    },
    finish: () => ({ head: headOf(opened), result: search.result, breaking }),
  }
}

function breakingEvent(event: TodoEvent, state: SessionState): BreakingEvent {
  const summary = eventSummary(event, state)
  return { summary: summary === '' ? event.type : summary, list: state.items }
}
