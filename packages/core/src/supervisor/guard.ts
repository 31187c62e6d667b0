/** The continuation of `recommended`. */

import { isOpen, type SessionState } from '../state.js'
import { type ContinuationPolicy, neverContinue, type RunDecision } from './continuation.js'

/** Settings of a continuation that is bounded by budget, identical answers and lack of progress. */
export interface Guard {
  /** How many re-entries one activation gets, whatever starts them. */
  readonly budget: number
  /** The input of the new run. */
  readonly prompt: (state: SessionState) => string
}

/**
 * Continues while an open item is not blocked and the answer is complete. Stops when the budget is spent, when an answer
 * is the one before the last continuation, and when a continuation brought no work at all: neither a tool call nor a
 * change of the list. Work that leaves the list as it is counts as progress.
 */
export function guard({ budget, prompt }: Guard): ContinuationPolicy {
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const open = state.items.filter((item) => isOpen(item) && item.status !== 'blocked').length
    if (open === 0 || ended.waitingFor !== null) return stop
    const stopped = ended.complete ? reasonToStop(state, budget) : 'incomplete-answer'
    if (stopped !== null) return { action: 'stop', yieldTo: 'idle', reason: stopped, stopped }
    const used = state.continuations.used + 1
    const watcher = `Continuing (${used}/${budget}): ${open} open`
    return { action: 'continue', cause: 'todos-open', used, budget, prompt: prompt(state), watcher }
  }
}

function reasonToStop(state: SessionState, budget: number): string | null {
  const { used, lastCause, lastAnswer } = state.continuations
  if (used >= budget) return 'budget'
  const reentered = state.run.trigger === 'continuation' || state.run.trigger === 'wake'
  if (reentered && state.run.work === 0) return 'no-progress'
  return lastCause !== null && state.run.answer !== null && state.run.answer === lastAnswer
    ? 'identical-answer'
    : null
}
