/** What a host named and is stored already: held against what the host gives under the same name now. */

import { type BodyDifference, IdConflictError, StoreError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type { NamedOccurrence } from '../host-input.js'
import type { Redactor } from '../redaction/redactor.js'
import { valueDifference } from '../store/same-body.js'
import type { SessionLog } from './session-log.js'
import type { Transaction } from './transaction.js'

/** A call that a host may name. */
export interface NameableCall<T> {
  /** Adds its events and gives the answer. */
  readonly record: (transaction: Transaction) => T | Promise<T>
  /** Gives the answer that the stored events gave. @throws IdConflictError where they tell of something else */
  readonly recall: (stored: StoredCall) => T
}

/**
 * Records a call at most once under the host's name for it: what is stored under the name already is answered as it
 * was then. A call without a name is recorded.
 * @throws IdConflictError when the name is that of something else
 * @throws ConcurrencyError when another writer was faster; the log has reloaded and the call can be made again
 */
export async function recordOnce<T>(
  log: SessionLog,
  given: NamedOccurrence,
  { record, recall }: NameableCall<T>,
): Promise<T> {
  if (given.id === undefined) return log.transact(record)
  const name = log.redactor.id(given.id)
  const stored = async (): Promise<StoredCall | null> => {
    const [first, ...rest] = await log.named(name)
    return first === undefined ? null : new StoredCall(first, rest, given, log.redactor)
  }
  try {
    return await log.transact(async (transaction) => {
      const before = await stored()
      return before === null ? record(transaction) : recall(before)
    }, name)
  } catch (error) {
    if (!(error instanceof IdConflictError)) throw error
    // Another host may have been given the name at the same time, and was faster.
    return log.transact(async () => {
      const before = await stored()
      if (before === null) throw error
      return recall(before)
    })
  }
}

/** The events that one call stored under a name, and what the host gives under it again. */
export class StoredCall {
  /** The first event. */
  readonly first: TodoEvent
  /** All of them, in order. */
  readonly events: readonly TodoEvent[]
  readonly #given: NamedOccurrence
  readonly #redactor: Redactor

  /** @param first the first event; @param rest the others; @param given what the host gives; @param redactor the log's */
  constructor(first: TodoEvent, rest: readonly TodoEvent[], given: NamedOccurrence, redactor: Redactor) {
    this.first = first
    this.events = [first, ...rest]
    this.#given = given
    this.#redactor = redactor
  }

  /**
   * The events must be of these types, separated by one space.
   * @param what the host gives, in words
   * @throws IdConflictError when they are others
   * @throws StoreError `forgotten` when they were erased
   */
  mustBe(types: RegExp, what: string): void {
    if (this.first.type === 'event.erased') {
      throw new StoreError(
        'forgotten',
        `Session ${JSON.stringify(this.first.session)} was forgotten: its contents were erased, and it can't go on. Begin a session with another id.`,
      )
    }
    const stored = this.events.map(({ type }) => type).join(' ')
    if (!types.test(stored)) this.differ({ place: 'type', first: JSON.stringify(stored), second: what })
  }

  /**
   * What is stored must be what the host gives, but for what was taken out of it since.
   * @throws IdConflictError when it is something else
   */
  mustTell(stored: object, given: object): void {
    if (this.events.some(({ redacted }) => redacted === true)) return
    const difference = valueDifference({ data: stored }, { data: this.#redactor.data(given) })
    if (difference !== null) this.differ(difference)
  }

  /** @throws IdConflictError always: what is stored is not what the host gives */
  differ(difference: BodyDifference): never {
    throw new IdConflictError(this.first, this.#redactor.value(this.#given), difference)
  }
}
