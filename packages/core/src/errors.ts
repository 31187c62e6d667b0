/** Each error has a `code`; its message says what happened, to what, and what to do. */

import type { TodoEvent, TurnHolder, Violation } from './events.js'
import type { NamedOccurrence, TodoCall } from './host-input.js'

export class LedgerError extends Error {
  /** @param code a stable name of the kind of error, for programs */
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = new.target.name
  }
}

/** An event would break the rules of its session; the state is unchanged. */
export class RuleViolationError extends LedgerError {
  constructor(readonly violations: readonly Violation[]) {
    super('rule-violation', violations.map(({ rule, message }) => `${rule}: ${message}`).join('; '))
  }
}

/** Another writer was faster: the session has changed since it was read. */
export class ConcurrencyError extends LedgerError {
  constructor(
    readonly session: string,
    readonly expected: number,
    readonly current: number,
  ) {
    super(
      'concurrency',
      `Session ${JSON.stringify(session)} is at seq ${current}, not ${expected}: another writer was faster. Read it again and retry.`,
    )
  }
}

/** The first place where two events with one id differ. */
export interface BodyDifference {
  /** The place, such as `data.input.items[1].text`. */
  readonly place: string
  /** The value there in the first event, quoted and shortened; `nothing` if it has no such place. */
  readonly first: string
  readonly second: string
}

/** An event id was used again with another body. */
export class IdConflictError extends LedgerError {
  readonly session: string
  readonly id: string

  /**
   * @param given the event that was given with its id, or what a host said that would become it
   * @param difference where they differ: `first` is the stored one
   */
  constructor(
    readonly stored: TodoEvent,
    readonly given: TodoEvent | TodoCall | NamedOccurrence,
    readonly difference: BodyDifference,
  ) {
    const { place, first, second } = difference
    super(
      'id-conflict',
      `Event ${JSON.stringify(stored.id)} of session ${JSON.stringify(stored.session)} is stored already with another body: there ${place} is ${first}, here ${second}. Give a new event a new id.`,
    )
    this.session = stored.session
    this.id = stored.id
  }
}

/** A store failed: because of its file, its disk or its contents. */
export class StoreError extends LedgerError {}

/** An event log that no session can have written: a gap, an unknown item, an event out of place. */
export class DamagedLogError extends LedgerError {
  constructor(
    readonly session: string,
    readonly seq: number,
    message: string,
  ) {
    super('damaged-log', `Session ${JSON.stringify(session)}, event ${seq}: ${message}`)
  }
}

/** The host called something out of order or with an invalid argument. */
export class HostError extends LedgerError {
  /** For `turn-open` on opening a session: who holds the open turn. Else null. */
  readonly holder: TurnHolder | null

  constructor(
    code: string,
    message: string,
    { holder = null, ...options }: ErrorOptions & { readonly holder?: TurnHolder | null } = {},
  ) {
    super(code, message, options)
    this.holder = holder
  }
}

/** @throws HostError `bad-setting` naming the field, where the value is not a whole number from 0 on */
export function wholeNumber(value: number, field: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return
  throw new HostError('bad-setting', `${field} must be a whole number of at least 0, not ${value}.`)
}
