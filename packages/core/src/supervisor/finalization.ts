/** The finalization guard of `todo-list-middleware`. */

import { isOpen, type SessionState } from '../state.js'
import { type ContinuationPolicy, neverContinue, type RunDecision } from './continuation.js'

/**
 * A text-only answer with unfinished items is corrected once, for one extra turn; then the run proceeds, whatever the
 * model does. Source: docs/sources/todo-list-middleware.md.
 */
export function finalization(correction: (state: SessionState) => string): ContinuationPolicy {
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const { used } = state.continuations
    if (ended.waitingFor !== null || !ended.complete || !state.items.some(isOpen)) return stop
    if (used > 0) return { ...stopAfterCorrection }
    return {
      action: 'continue',
      cause: 'finalization',
      used: 1,
      budget: 1,
      prompt: correction(state),
      watcher: null,
    }
  }
}

const stopAfterCorrection = {
  action: 'stop',
  yieldTo: 'idle',
  reason: 'corrected once',
  stopped: 'corrected-once',
} as const
