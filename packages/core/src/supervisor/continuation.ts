/** What the supervisor does when a run ends: start another one, or give control back. Pure functions of state. */

import type { BlockedGuard, YieldTarget } from '../events.js'
import { isOpen } from '../items.js'
import type { SessionState } from '../state.js'
import { wholeNumber } from '../whole-number.js'

/** How the run ended. */
export interface EndedRun {
  /** The model's last answer, or null. */
  readonly text: string | null
  /** False when the answer was cut off. */
  readonly complete: boolean
  /** What the session waits for when it is parked, or null. */
  readonly waitingFor: string | null
}

/** What to do when a run ended: start another run, or give control back. */
export type RunDecision =
  | {
      readonly action: 'continue'
      /** Such as `todos-open`. */
      readonly cause: string
      /** How much of the budget is used, this one included. */
      readonly used: number
      /** Null where there is none. */
      readonly budget: number | null
      /** The input of the new run. */
      readonly prompt: string
      /** The line for the person who watches, or null. */
      readonly watcher: string | null
    }
  | {
      readonly action: 'stop'
      readonly yieldTo: YieldTarget
      readonly reason: string | null
      /** Why the supervisor did not continue although todos are open, or null where it had no reason to. */
      readonly stopped: string | null
      /** What a guard holds against the session; absent where none does. */
      readonly blocked?: BlockedGuard
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

interface AutoContinue {
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
  wholeNumber(max, 'max')
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const open = state.items.filter(isOpen).length
    if (!enabled || open === 0 || ended.waitingFor !== null) return stop
    const stopped = whyAutoContinueStops(state, ended, max)
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

function whyAutoContinueStops(state: SessionState, ended: EndedRun, max: number): string | null {
  if (!ended.complete) return 'incomplete-answer'
  if (state.continuations.used >= max) return 'budget'
  return isAnswerOfBefore(state) ? 'identical-answer' : null
}

/** True where the answer is the one that the last continuation followed. No answer is like no other. */
export function isAnswerOfBefore({ run, continuations: { lastCause, lastAnswer } }: SessionState): boolean {
  return lastCause !== null && run.answer !== null && run.answer === lastAnswer
}

/** The guard's name, and the cause of its continuations. */
const finalizationGuard = 'finalization'

/**
 * A text-only answer with unfinished items is corrected once, for one extra turn; then the run proceeds, whatever the
 * model does. Where it did not call the tool, the guard blocks: the host is told what is wrong, and from the next run on
 * the guard is silent until the tool is called. Source: docs/sources/todo-list-middleware.md#finalization-guard.
 */
export function finalization(correction: (state: SessionState) => string): ContinuationPolicy {
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    if (ended.waitingFor !== null || !ended.complete || !state.items.some(isOpen)) return stop
    if (state.guard.suppressed) {
      return { action: 'stop', yieldTo: 'idle', reason: 'blocked before', stopped: 'suppressed' }
    }
    if (state.continuations.lastCause === finalizationGuard) return stopAfterCorrection(state)
    return {
      action: 'continue',
      cause: finalizationGuard,
      used: 1,
      budget: 1,
      prompt: correction(state),
      watcher: null,
    }
  }
}

function stopAfterCorrection({ items, continuations: { unheeded } }: SessionState): RunDecision {
  const stop = {
    action: 'stop',
    yieldTo: 'idle',
    reason: 'corrected once',
    stopped: 'corrected-once',
  } as const
  const inVain = unheeded[finalizationGuard] ?? 0
  if (inVain === 0) return stop
  const message = `${items.filter(isOpen).length} of ${items.length} items are unfinished, and the correction was not heeded.`
  return { ...stop, blocked: { guard: finalizationGuard, message } }
}

interface Guard {
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
  wholeNumber(budget, 'budget')
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const open = state.items.filter((item) => isOpen(item) && item.status !== 'blocked').length
    if (open === 0 || ended.waitingFor !== null) return stop
    const stopped = ended.complete ? whyGuardStops(state, budget) : 'incomplete-answer'
    if (stopped !== null) return { action: 'stop', yieldTo: 'idle', reason: stopped, stopped }
    const used = state.continuations.used + 1
    const watcher = `Continuing (${used}/${budget}): ${open} open`
    return { action: 'continue', cause: 'todos-open', used, budget, prompt: prompt(state), watcher }
  }
}

function whyGuardStops(state: SessionState, budget: number): string | null {
  if (state.continuations.used >= budget) return 'budget'
  const reentered = state.run.trigger === 'continuation' || state.run.trigger === 'wake'
  if (reentered && state.run.work === 0) return 'no-progress'
  return isAnswerOfBefore(state) ? 'identical-answer' : null
}

interface Wake {
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
  wholeNumber(budget, 'budget')
  return (state, ended): RunDecision => {
    const stop = neverContinue(state, ended)
    const actionable = state.items.some((item) => isOpen(item) && item.status !== 'blocked')
    if (!actionable || ended.waitingFor !== null) return stop
    const used = state.continuations.used + 1
    if (used > budget) return { action: 'stop', yieldTo: 'idle', reason: 'budget', stopped: 'budget' }
    return { action: 'continue', cause: 'todos-open', used, budget, prompt: nudge(state), watcher: null }
  }
}
