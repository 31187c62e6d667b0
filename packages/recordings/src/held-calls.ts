/** Steps of one turn that wait for the results of todo calls before them. */

import type { CallStep, RecordingStep, SessionStep } from './recording.js'

/** A step that can wait. */
type WaitingStep = Exclude<RecordingStep, SessionStep>

/**
 * Keeps the file's order as far as it can be kept: a todo call happens when its result comes, several of them in the
 * order of their results, and what follows a call that still waits happens after it.
 */
export class HeldCalls {
  private readonly waiting: WaitingStep[] = []
  private readonly calls = new Set<string>()

  /** True while nothing waits. */
  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  /** A todo call waits for its result. */
  hold(call: CallStep): void {
    this.waiting.push(call)
    this.calls.add(call.call)
  }

  /** Another step waits behind the calls that wait. */
  queue(step: WaitingStep): void {
    this.waiting.push(step)
  }

  /** The call whose result came; null where it does not wait. */
  release(id: string): CallStep | null {
    const place = this.waiting.findIndex(
      (step) => step.kind === 'call' && step.call === id && this.calls.has(id),
    )
    const step = place === -1 ? undefined : this.waiting.splice(place, 1)[0]
    this.calls.delete(id)
    return step?.kind === 'call' ? step : null
  }

  /** The steps that wait for no call any more, in order. */
  free(): readonly WaitingStep[] {
    const next = this.waiting.findIndex((step) => step.kind === 'call' && this.calls.has(step.call))
    return this.waiting.splice(0, next === -1 ? this.waiting.length : next)
  }

  /** Everything that waits, in order. */
  all(): readonly WaitingStep[] {
    this.calls.clear()
    return this.waiting.splice(0)
  }
}
