/** The continuation of `loki`. */

import { isOpen, type SessionState } from '../state.js'
import { type ContinuationPolicy, type EndedRun, neverContinue, type RunDecision } from './continuation.js'

/** Settings of a continuation that comes while todos are open. */
export interface AutoContinue {
  /** False: never. */
  readonly enabled: boolean
  /** How many may follow one input. */
  readonly max: number
  /** The input of the new run. */
  readonly prompt: (state: SessionState) => string
}

/**
 * Continues when the response is complete, todos are open, the count is below the maximum, and the response is not
 * identical to the one that the last continuation followed. Source: docs/sources/loki.md#auto-continuation.
 */
export function autoContinue({ enabled, max, prompt }: AutoContinue): ContinuationPolicy {
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const open = state.items.filter(isOpen).length
    if (!enabled || open === 0 || ended.waitingFor !== null) return stop
    const stopped = reasonToStop(state, ended, max)
    if (stopped !== null) return { action: 'stop', yieldTo: 'idle', reason: stopped, stopped }
    const used = state.continuations.used + 1
    return {
      action: 'continue',
      cause: 'todos-open',
      used,
      budget: max,
      prompt: prompt(state),
      watcher: `📋 Auto-continuing (${used}/${max}): ${open} incomplete todo(s) remain`,
    }
  }
}

function reasonToStop(state: SessionState, ended: EndedRun, max: number): string | null {
  if (!ended.complete) return 'incomplete-answer'
  if (state.continuations.used >= max) return 'budget'
  const { lastCause, lastAnswer } = state.continuations
  return lastCause !== null && state.run.answer === lastAnswer ? 'identical-answer' : null
}
