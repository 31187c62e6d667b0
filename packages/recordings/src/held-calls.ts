/** Steps that wait for the results of calls before them. */

import type { CallStep, RecordingStep, ResultStep, SessionEndStep, SessionStep } from './recording.js'

/** A step of a session that is open. */
export type OpenStep = Exclude<RecordingStep, SessionStep | SessionEndStep>

/** A call with its result, null where none came; or any other step. */
export type ReleasedStep =
  | { readonly call: CallStep; readonly result: ResultStep | null }
  | { readonly call: null; readonly step: OpenStep }

/** A result that comes later than this many steps is not waited for: a recording of any length needs the same memory. */
const mostWaiting = 200

/**
 * Keeps the file's order as far as it can be kept: a call that is held happens when its result comes, several of a turn in
 * the order of their results, and what follows a call that still waits happens after it.
 */
export class HeldCalls {
  readonly #isHeld: (call: CallStep) => boolean
  #waiting: ReleasedStep[] = []
  readonly #unanswered = new Set<string>()

  /** @param isHeld true for a call that waits for its result */
  constructor(isHeld: (call: CallStep) => boolean) {
    this.#isHeld = isHeld
  }

  take(step: OpenStep): readonly ReleasedStep[] {
    if (step.kind === 'result' && this.#unanswered.delete(step.call)) return this.#answer(step)
    const isHeld = step.kind === 'call' && step.undecided !== true && this.#isHeld(step)
    const released = this.#waiting.length >= mostWaiting || endsWaiting(step) ? this.finish() : []
    if (isHeld) {
      this.#unanswered.add(step.call)
      this.#waiting.push({ call: step, result: null })
    } else if (this.#waiting.length > 0) this.#waiting.push({ call: null, step })
    else released.push({ call: null, step })
    return released
  }

  /** Everything that waits: no result of those calls comes any more. */
  finish(): ReleasedStep[] {
    this.#unanswered.clear()
    return this.#waiting.splice(0)
  }

  #answer(result: ResultStep): readonly ReleasedStep[] {
    const place = this.#waiting.findIndex(({ call }) => call?.call === result.call)
    const call = this.#waiting[place]?.call
    if (call == null) return []
    const isOfLaterTurn = this.#waiting
      .slice(0, place)
      .some((waiting) => waiting.call === null && waiting.step.kind === 'turn-end')
    this.#waiting.splice(place, 1, ...(isOfLaterTurn ? [{ call, result }] : []))
    const next = this.#waiting.findIndex((waiting) => this.#unanswered.has(waiting.call?.call ?? ''))
    const freed = this.#waiting.splice(0, next === -1 ? this.#waiting.length : next)
    return isOfLaterTurn ? freed : [{ call, result }, ...freed]
  }
}

/** True for a step after which no result of an earlier call is to be hoped for. */
function endsWaiting(step: OpenStep): boolean {
  return step.kind === 'input' || step.kind === 'run-end' || (step.kind === 'turn-end' && step.interrupted)
}
