/**
 * What a session asks of whoever reads evidence: what a call did, and what contradicts a completion. Core itself
 * reads none; `evidence()` of `@todo-ledger/audit` gives one to `openLedger({ evidence })`.
 */

import type { Effect, EventOf, StatedFact, TodoEvent } from './events.js'
import type { SessionState } from './state.js'

interface CallEffect {
  readonly effect: Effect
  /** True where it checks something: tests, builds, linters, type checks, running the program. */
  readonly verify: boolean
}

export interface EventWithState {
  readonly event: TodoEvent
  readonly state: SessionState
}

export interface ClaimedCompletion {
  readonly key: string
  readonly item: string
  readonly text: string
  /** The text in quotation marks on one line, cut. */
  readonly title: string
  /** True where the update itself adds the item. */
  readonly isNew: boolean
  /** What tools stated against it; empty where nothing does. */
  readonly facts: readonly StatedFact[]
}

/** Follows one session and says what contradicts what an update would complete. */
export interface EvidenceJudge {
  observe(event: TodoEvent, state: SessionState): void
  /** Judges what an update would complete. `before` are events that were not observed yet. */
  judge(
    event: EventOf<'todos.updated'>,
    next: SessionState,
    before: readonly EventWithState[],
  ): readonly ClaimedCompletion[]
}

/** Reads evidence for a ledger's sessions. */
export interface Evidence {
  /** What a call of a tool did, from the tool's name and the call's input alone. Never throws. */
  readonly describeCall: (name: string, input: unknown) => CallEffect
  readonly newJudge: () => EvidenceJudge
}
