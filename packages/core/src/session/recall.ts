/** What a host named is recorded once: given again, it is held against what is stored and answered from that. */

import type { UnknownRecord } from '../declared.js'
import { type BodyDifference, HostError, IdConflictError, StoreError } from '../errors.js'
import type { EventOf, TodoEvent } from '../events.js'
import type { NamedOccurrence, TodoReply } from '../host-input.js'
import { valueDifference } from '../store/body.js'
import { namedEventId, type Work } from './log-question.js'
import type { SessionLog } from './session-log.js'
import { givenId, redactedActor, type Transaction } from './transaction.js'

/** Something that a host may name. */
interface Nameable {
  readonly what: string
  /** The types of the events that it comes to, separated by one space. */
  readonly types: RegExp
  /** What the host says now; the stored events must say the same, field by field. */
  readonly said: object | ((stored: readonly TodoEvent[]) => object)
  /** The turn that it must have been in, where that matters. */
  readonly turn?: number
  readonly record: (transaction: Transaction) => void | Work<void>
}

/** The most events that one thing of the host's comes to. */
const mostEvents = 8

/**
 * Records what a host named at most once, and always what it did not name. Gives its events, of now or of then.
 * @throws IdConflictError when the name is that of something else
 * @throws StoreError `forgotten` if what it named was erased
 */
export function recordOnce(
  log: SessionLog,
  given: NamedOccurrence,
  nameable: Nameable,
): Promise<readonly TodoEvent[]> {
  const name =
    given.id === undefined
      ? undefined
      : givenId(given.id, 'The id of what was recorded', log.context.redactor)
  const work = function* (transaction: Transaction): Work<readonly TodoEvent[]> {
    const idOf = (number: number) => namedEventId(log.session, name ?? '', number)
    const first = name === undefined ? undefined : yield* transaction.find(idOf(1))
    if (first !== undefined) {
      const next = yield { from: first.seq + 1, to: first.seq + mostEvents }
      const stored = [first, ...next.filter(({ id, seq }) => id === idOf(seq - first.seq + 1))]
      mustBeTheSame(transaction, given, nameable, first, stored)
      return stored
    }
    const added = nameable.record(transaction)
    if (added !== undefined) yield* added
    return transaction.events
  }
  return log.transact(work, { name })
}

function mustBeTheSame(
  { context: { redactor } }: Transaction,
  given: NamedOccurrence,
  { what, types, said, turn }: Nameable,
  first: TodoEvent,
  stored: readonly TodoEvent[],
): void {
  if (first.type === 'event.erased') throw erasedAnswer(first)
  const conflict = (difference: BodyDifference) =>
    new IdConflictError(first, redactor.value(given), difference)
  const storedTypes = stored.map(({ type }) => type).join(' ')
  if (!types.test(storedTypes))
    throw conflict({ place: 'type', first: JSON.stringify(storedTypes), second: what })
  // What was taken out of the log since can't be compared.
  if (stored.some(({ redacted }) => redacted === true)) return
  const now: UnknownRecord = { ...redactor.data(typeof said === 'function' ? said(stored) : said) }
  const all: UnknownRecord = Object.assign({}, ...stored.map(({ data }) => data))
  const before = Object.fromEntries(Object.keys(now).map((field) => [field, all[field] ?? null]))
  // Who names nobody is whoever it was.
  const actor = given.actor === undefined ? first.actor : redactedActor(given.actor, redactor)
  const difference = valueDifference(
    { turn: turn === undefined ? undefined : first.turn, data: before, actor: first.actor },
    { turn, data: now, actor },
  )
  if (difference !== null) throw conflict(difference)
}

/** What was answered is not known any more: the event that held it was erased. */
export function erasedAnswer({ seq, session }: TodoEvent): StoreError {
  return new StoreError(
    'forgotten',
    `Event ${seq} of session ${JSON.stringify(session)}, which this repeats, was erased: what was answered is not known any more. Give a new call a new id.`,
  )
}

/** The update or refusal that a call or an edit came to. */
export function updateIn(events: readonly TodoEvent[]): EventOf<'todos.updated'> | EventOf<'todos.rejected'> {
  for (const event of events)
    if (event.type === 'todos.updated' || event.type === 'todos.rejected') return event
  throw new HostError('no-outcome', 'A change to the list had no outcome. Report this as a bug.')
}

export function replyOf({ type, data }: EventOf<'todos.updated'> | EventOf<'todos.rejected'>): TodoReply {
  return type === 'todos.updated'
    ? { ok: true, text: data.reply }
    : { ok: false, text: data.reply, violations: data.violations }
}
