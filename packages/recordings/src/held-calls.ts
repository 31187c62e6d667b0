/** Steps that wait for the results of todo calls before them. */

import type { Profile, RecordedEntry } from '@todo-ledger/core'
import type { CallStep, RecordingStep, ResultStep, SessionEndStep, SessionStep } from './recording.js'
import type { TokenUsage } from './token-usage.js'

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

/** What a session is driven with; the end of a turn with what it cost. */
export type SessionEntry = RecordedEntry & { readonly usage?: TokenUsage }

/** The steps of one session as entries. Todo calls wait for their results, for the recorded outcome wins. */
export class SessionEntries {
  readonly #todoTools: ReadonlySet<string>
  readonly #held = new HeldCalls()
  /** Todo calls that came: a result that comes after that is no other tool's. */
  readonly #todoCalls = new Set<string>()

  constructor({ tools }: Pick<Profile, 'tools'>) {
    this.#todoTools = new Set(tools.map(({ name }) => name))
  }

  *take(step: OpenStep): Generator<SessionEntry, void, undefined> {
    if (step.kind === 'call' && this.#waits(step)) {
      this.#todoCalls.add(step.call)
      this.#held.hold(step)
    } else if (step.kind === 'result' && this.#todoCalls.has(step.call)) {
      const call = this.#held.answer(step)
      if (call !== null) yield todoCall(call, step)
      yield* this.#entriesOf(this.#held.free())
    } else if (this.#held.isEmpty || this.#held.isFull || endsWaiting(step)) {
      yield* this.finish()
      yield this.#entryOf(step)
    } else {
      this.#held.queue(step)
    }
  }

  /** What still waits: the recording holds no result of those calls. */
  finish(): Iterable<SessionEntry> {
    return this.#entriesOf(this.#held.all())
  }

  /** False for a todo call whose outcome the recording leaves to the profile. */
  #waits({ name, undecided }: CallStep): boolean {
    return undecided !== true && this.#todoTools.has(name)
  }

  *#entriesOf(waiting: readonly WaitingStep[]): Generator<SessionEntry, void, undefined> {
    for (const { step, result } of waiting)
      yield step.kind === 'call' && this.#waits(step) ? todoCall(step, result) : this.#entryOf(step)
  }

  #entryOf(step: OpenStep): SessionEntry {
    if (step.kind !== 'call' || !this.#todoTools.has(step.name)) return step
    this.#todoCalls.add(step.call)
    return { ...step, kind: 'todo-call' }
  }
}

function todoCall(call: CallStep, result: ResultStep | null): SessionEntry {
  const { ok = null, output = '', details } = result ?? {}
  const recorded = { ok, output, ...(details === undefined ? {} : { details }) }
  return { ...call, kind: 'todo-call', at: (result ?? call).at, recorded }
}
