/** What the supervisor does when a run ends: start another one, or give control back. Pure functions of state. */

import { wholeNumber } from '../errors.js'
import type { BlockedGuard, EventDataByType, YieldTarget } from '../events.js'
import { isOpen } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'

export interface EndedRun {
  readonly text: string | null
  readonly complete: boolean
  /** What the session waits for when it is parked, or null. */
  readonly waitingFor: string | null
}

interface Stop {
  readonly action: 'stop'
  readonly yieldTo: YieldTarget
  readonly reason: string | null
  /** Why the supervisor did not continue although todos are open, or null where it had no reason to. */
  readonly stopped: string | null
  /** What a guard holds against the session; absent where none does. */
  readonly blocked?: BlockedGuard
}

/** What to do when a run ended: start another run, as the event says it, or give control back. */
export type RunDecision = ({ readonly action: 'continue' } & EventDataByType['continuation.issued']) | Stop

/** Decides, once a run has ended, what comes next. */
export type ContinuationPolicy = (state: SessionState, ended: EndedRun) => RunDecision

type Text = (state: SessionState) => string

/** Continues never: parked while it waits, idle with open todos, dormant with none. Source: docs/sources/wake-loop.md#yielding. */
export const neverContinue: ContinuationPolicy = (state, ended) => {
  if (ended.waitingFor !== null)
    return { action: 'stop', yieldTo: 'waiting', reason: `waiting for ${ended.waitingFor}`, stopped: null }
  return state.items.some(isActionable)
    ? { action: 'stop', yieldTo: 'idle', reason: 'open todos, no continuation', stopped: null }
    : { action: 'stop', yieldTo: 'dormant', reason: 'no open todos', stopped: null }
}

const isActionable = (item: TodoItem) => isOpen(item) && item.status !== 'blocked'

const stoppedFor = (stopped: string, reason = stopped): Stop => ({
  ...{ action: 'stop', yieldTo: 'idle', reason, stopped },
})

interface AutoContinue {
  readonly enabled: boolean
  readonly max: number
  readonly prompt: Text
}

/**
 * Continues when the response is complete, todos are open, the count is below the maximum, and the response is not
 * identical to the one that the last continuation followed. Source: docs/sources/loki.md#auto-continuation.
 * @param settings.max how many may follow one input; @param settings.prompt the input of the new run
 */
export function autoContinue({ enabled, max, prompt }: AutoContinue): ContinuationPolicy {
  wholeNumber(max, 'max')
  return (state, ended) => {
    const open = state.items.filter(isOpen).length
    if (!enabled || open === 0 || ended.waitingFor !== null) return neverContinue(state, ended)
    if (!ended.complete) return stoppedFor('incomplete-answer')
    if (state.continuations.used >= max) return stoppedFor('budget')
    if (isAnswerOfBefore(state)) return stoppedFor('identical-answer')
    const used = state.continuations.used + 1
    const watcher = `📋 Auto-continuing (${used}/${max}): ${open} incomplete todo(s) remain`
    return { action: 'continue', cause: 'todos-open', used, budget: max, prompt: prompt(state), watcher }
  }
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
export function finalization(correction: Text): ContinuationPolicy {
  return (state, ended) => {
    const { items, guard, continuations } = state
    if (ended.waitingFor !== null || !ended.complete || !items.some(isOpen))
      return neverContinue(state, ended)
    if (guard.suppressed) return stoppedFor('suppressed', 'blocked before')
    const cause = finalizationGuard
    if (continuations.lastCause !== cause)
      return { action: 'continue', cause, used: 1, budget: 1, prompt: correction(state), watcher: null }
    const stop = stoppedFor('corrected-once', 'corrected once')
    if ((continuations.unheeded[cause] ?? 0) === 0) return stop
    const message = `${items.filter(isOpen).length} of ${items.length} items are unfinished, and the correction was not heeded.`
    return { ...stop, blocked: { guard: cause, message } }
  }
}

interface Guard {
  readonly budget: number
  readonly prompt: Text
}

/**
 * Continues while an open item is not blocked and the answer is complete. Stops when the budget is spent, when an answer
 * is the one before the last continuation, and when a continuation brought no work at all: neither a tool call nor a
 * change of the list. Work that leaves the list as it is counts as progress.
 * @param settings.budget how many re-entries one activation gets, whatever starts them
 */
export function guard({ budget, prompt }: Guard): ContinuationPolicy {
  wholeNumber(budget, 'budget')
  return (state, ended) => {
    const { run, continuations } = state
    const open = state.items.filter(isActionable).length
    if (open === 0 || ended.waitingFor !== null) return neverContinue(state, ended)
    if (!ended.complete) return stoppedFor('incomplete-answer')
    if (continuations.used >= budget) return stoppedFor('budget')
    const reentered = run.trigger === 'continuation' || run.trigger === 'wake'
    if (reentered && run.work === 0) return stoppedFor('no-progress')
    if (isAnswerOfBefore(state)) return stoppedFor('identical-answer')
    const used = continuations.used + 1
    const watcher = `Continuing (${used}/${budget}): ${open} open`
    return { action: 'continue', cause: 'todos-open', used, budget, prompt: prompt(state), watcher }
  }
}

interface Wake {
  readonly budget: number
  readonly nudge: Text
}

/**
 * Wakes the session while it has an open item that is not blocked and is not parked. Reply and sub-agent nudges spend
 * of the same budget; fresh input resets it; when it is spent the session goes idle. Source: docs/sources/wake-loop.md#the-wake-loop.
 * @param settings.budget how many re-entries one activation gets, whatever starts them; @param settings.nudge the input of the new run
 */
export function wake({ budget, nudge }: Wake): ContinuationPolicy {
  wholeNumber(budget, 'budget')
  return (state, ended) => {
    if (!state.items.some(isActionable) || ended.waitingFor !== null) return neverContinue(state, ended)
    const used = state.continuations.used + 1
    if (used > budget) return stoppedFor('budget')
    return { action: 'continue', cause: 'todos-open', used, budget, prompt: nudge(state), watcher: null }
  }
}
