/** The wake loop. */

import { isOpen, type SessionState } from '../state.js'
import { type ContinuationPolicy, neverContinue, type RunDecision } from './continuation.js'

/** Settings of the wake loop. */
export interface Wake {
  /** How many re-entries one activation gets, whatever starts them. */
  readonly budget: number
  /** The nudge: the input of the new run. */
  readonly nudge: (state: SessionState) => string
}

/**
 * Wakes the session while it has an open item that is not blocked and is not parked. Reply and sub-agent nudges spend
 * of the same budget; fresh input resets it; when it is spent the session goes idle. Source: docs/sources/wake-loop.md#the-wake-loop.
 */
export function wake({ budget, nudge }: Wake): ContinuationPolicy {
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const actionable = state.items.some((item) => isOpen(item) && item.status !== 'blocked')
    if (!actionable || ended.waitingFor !== null) return stop
    const used = state.continuations.used + 1
    if (used > budget) return { action: 'stop', yieldTo: 'idle', reason: 'budget', stopped: 'budget' }
    return { action: 'continue', cause: 'todos-open', used, budget, prompt: nudge(state), watcher: null }
  }
}
