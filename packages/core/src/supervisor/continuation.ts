/** What the supervisor does when a run ends: start another one, or give control back. Pure functions of state. */

import type { YieldTarget } from '../events.js'
import { isOpen, type SessionState } from '../state.js'

/** How the run ended. */
export interface EndedRun {
  /** The model's last answer, or null. */
  readonly text: string | null
  /** False when the answer was cut off. */
  readonly complete: boolean
  /** What the session waits for when it is parked, or null. */
  readonly waitingFor: string | null
}

/** What to do when a run ended. */
export type RunDecision =
  | {
      /** Start another run. */
      readonly action: 'continue'
      /** Why, such as `todos-open`. */
      readonly cause: string
      /** How much of the budget is used, this one included. */
      readonly used: number
      /** The budget, or null where there is none. */
      readonly budget: number | null
      /** The input of the new run. */
      readonly prompt: string
      /** The line for the person who watches, or null. */
      readonly watcher: string | null
    }
  | {
      /** Give control back. */
      readonly action: 'stop'
      /** Where to. */
      readonly yieldTo: YieldTarget
      /** Why, or null. */
      readonly reason: string | null
      /** Why the supervisor did not continue although todos are open, or null where it had no reason to. */
      readonly stopped: string | null
    }

/** Decides, once a run has ended, what comes next. */
export type ContinuationPolicy = (state: SessionState, ended: EndedRun) => RunDecision

/** Continues never: parked while it waits, idle with open todos, dormant with none. Source: docs/sources/wake-loop.md#yielding. */
export const neverContinue: ContinuationPolicy = (state, ended) => {
  if (ended.waitingFor !== null) {
    return { action: 'stop', yieldTo: 'waiting', reason: `waiting for ${ended.waitingFor}`, stopped: null }
  }
  const open = state.items.some((item) => isOpen(item) && item.status !== 'blocked')
  return open
    ? { action: 'stop', yieldTo: 'idle', reason: 'open todos, no continuation', stopped: null }
    : { action: 'stop', yieldTo: 'dormant', reason: 'no open todos', stopped: null }
}
