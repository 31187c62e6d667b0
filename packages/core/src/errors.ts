/** Each error has a `code`; its message says what happened, to what, and what to do. */

import type { TodoEvent, TurnHolder, Violation } from './events.js'
import type { NamedOccurrence, TodoCall } from './host-input.js'

export class LedgerError extends Error {
  /** A stable name of the kind of error, for programs. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** An event would break the rules of its session; the state is unchanged. */
export class RuleViolationError extends LedgerError {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(
      'rule-violation',
      violations.map((violation) => `${violation.rule}: ${violation.message}`).join('; '),
    )
    this.violations = violations
  }
}

/** Another writer was faster: the session has changed since it was read. */
export class ConcurrencyError extends LedgerError {
  readonly session: string
  readonly expected: number
  readonly current: number

  constructor(session: string, expected: number, current: number) {
    super(
      'concurrency',
      `Session ${JSON.stringify(session)} is at seq ${current}, not ${expected}: another writer was faster. Read it again and retry.`,
    )
    this.session = session
    this.expected = expected
    this.current = current
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
  readonly stored: TodoEvent
  /** The event that was given with its id, or what a host said that would become it. */
  readonly given: TodoEvent | TodoCall | NamedOccurrence
  /** Where they differ: `first` is the stored one. */
  readonly difference: BodyDifference

  constructor(stored: TodoEvent, given: TodoEvent | TodoCall | NamedOccurrence, difference: BodyDifference) {
    const { place, first, second } = difference
    super(
      'id-conflict',
      `Event ${JSON.stringify(stored.id)} of session ${JSON.stringify(stored.session)} is stored already with another body: there ${place} is ${first}, here ${second}. Give a new event a new id.`,
    )
    this.session = stored.session
    this.id = stored.id
    this.stored = stored
    this.given = given
    this.difference = difference
  }
}

/** A store failed: because of its file, its disk or its contents. */
export class StoreError extends LedgerError {}

/** An event log that no session can have written: a gap, an unknown item, an event out of place. */
export class DamagedLogError extends LedgerError {
  readonly session: string
  readonly seq: number

  constructor(session: string, seq: number, message: string) {
    super('damaged-log', `Session ${JSON.stringify(session)}, event ${seq}: ${message}`)
    this.session = session
    this.seq = seq
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
