/** Steps that wait for the results of todo calls before them. */

import type { CallStep, RecordingStep, ResultStep, SessionEndStep, SessionStep } from './recording.js'

/** A step of a session that is open. */
export type OpenStep = Exclude<RecordingStep, SessionStep | SessionEndStep>

/** True for a step after which no result of an earlier call is to be hoped for. */
export function endsWaiting(step: OpenStep): boolean {
  return step.kind === 'input' || step.kind === 'run-end' || (step.kind === 'turn-end' && step.interrupted)
}

/** A step that waits; a todo call with its result, once that has come. */
export interface WaitingStep {
  /** The step. */
  readonly step: OpenStep
  /** The todo call's result, or null. */
  readonly result: ResultStep | null
}

/** A result that comes later than this many steps is not waited for: a recording of any length needs the same memory. */
const mostWaiting = 200

/**
 * Keeps the file's order as far as it can be kept: a todo call happens when its result comes, several of a turn in
 * the order of their results, and what follows a call that still waits happens after it.
 */
export class HeldCalls {
  #waiting: WaitingStep[] = []
  readonly #unanswered = new Set<string>()

  /** True while nothing waits. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** True when no more may wait. */
  get isFull(): boolean {
    return this.#waiting.length >= mostWaiting
  }

  /** A todo call waits for its result. */
  hold(call: CallStep): void {
    this.#unanswered.add(call.call)
    this.queue(call)
  }

  /** Another step waits behind the calls that wait. */
  queue(step: OpenStep): void {
    this.#waiting.push({ step, result: null })
  }

  /** The call that the result answers, if it can happen now; null where it waits for its turn, or not at all. */
  answer(result: ResultStep): CallStep | null {
    const place = this.#unanswered.delete(result.call)
      ? this.#waiting.findIndex(({ step }) => step.kind === 'call' && step.call === result.call)
      : -1
    const call = this.#waiting[place]?.step
    if (call?.kind !== 'call') {
      return null
    }
    const isOfLaterTurn = this.#waiting.slice(0, place).some(({ step }) => step.kind === 'turn-end')
    this.#waiting.splice(place, 1, ...(isOfLaterTurn ? [{ step: call, result }] : []))
    return isOfLaterTurn ? null : call
  }

  /** The steps that wait for no result any more, in order. */
  free(): readonly WaitingStep[] {
    const next = this.#waiting.findIndex(
      ({ step }) => step.kind === 'call' && this.#unanswered.has(step.call),
    )
    return this.#waiting.splice(0, next === -1 ? this.#waiting.length : next)
  }

  /** Everything that waits, in order. */
  all(): readonly WaitingStep[] {
    this.#unanswered.clear()
    return this.#waiting.splice(0)
  }
}
