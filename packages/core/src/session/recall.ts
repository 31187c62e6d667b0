/** What a host named is recorded once: given again, it is held against what is stored and answered from that. */

import type { UnknownRecord } from '../declared.js'
import { HostError, IdConflictError, StoreError } from '../errors.js'
import type { EventOf, TodoEvent } from '../events.js'
import type {
  Adoption,
  ListEdited,
  NamedOccurrence,
  RunOutcome,
  RunStart,
  TodoReply,
  TurnOutcome,
} from '../host-input.js'
import { valueDifference } from '../store/body.js'
import type { SessionLog } from './session-log.js'
import { redactedActor, type Transaction } from './transaction.js'

/** Something that a host may name. */
export interface Nameable {
  /** In words, for errors. */
  readonly what: string
  /** The types of the events that it comes to, separated by one space. */
  readonly types: RegExp
  /** What the host says now; the stored events must say the same, field by field. */
  readonly said: (stored: readonly TodoEvent[]) => object
  /** The turn that it must have been in, where that matters. */
  readonly turn?: number
  /** Adds its events. */
  readonly record: (transaction: Transaction) => void | Promise<void>
}

/**
 * Records what a host named at most once, and always what it did not name. Gives its events, of now or of then.
 * @throws IdConflictError when the name is that of something else
 * @throws StoreError `forgotten` if what it named was erased
 */
export async function recordOnce(
  log: SessionLog,
  given: NamedOccurrence,
  nameable: Nameable,
): Promise<readonly TodoEvent[]> {
  const name = given.id === undefined ? undefined : log.redactor.id(given.id)
  return await log.transact(async (transaction) => {
    const stored = name === undefined ? [] : await log.named(name)
    if (stored[0] !== undefined) {
      mustBeTheSame(log, given, nameable, [stored[0], ...stored.slice(1)])
      return stored
    }
    await nameable.record(transaction)
    return transaction.events
  }, name)
}

function mustBeTheSame(
  { redactor }: SessionLog,
  given: NamedOccurrence,
  { what, types, said, turn }: Nameable,
  stored: readonly [TodoEvent, ...TodoEvent[]],
): void {
  const [first] = stored
  if (first.type === 'event.erased') throw erasedAnswer(first)
  const storedTypes = stored.map(({ type }) => type).join(' ')
  const conflict = (difference: ConstructorParameters<typeof IdConflictError>[2]) =>
    new IdConflictError(first, redactor.value(given), difference)
  if (!types.test(storedTypes))
    throw conflict({ place: 'type', first: JSON.stringify(storedTypes), second: what })
  // What was taken out of the log since can't be compared.
  if (stored.some(({ redacted }) => redacted === true)) return
  const now: UnknownRecord = { ...redactor.data(said(stored)) }
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

/** The update or refusal that a call, an edit or a list that was taken over came to. */
export function updateIn(events: readonly TodoEvent[]): EventOf<'todos.updated'> | EventOf<'todos.rejected'> {
  for (const event of events)
    if (event.type === 'todos.updated' || event.type === 'todos.rejected') return event
  throw noAnswer('A change of the list')
}

export function replyOf({ type, data }: EventOf<'todos.updated'> | EventOf<'todos.rejected'>): TodoReply {
  return type === 'todos.updated'
    ? { ok: true, text: data.reply }
    : { ok: false, text: data.reply, violations: data.violations }
}

export function editedOf(events: readonly TodoEvent[]): ListEdited {
  const { type, data } = updateIn(events)
  if (type === 'todos.rejected') return { ok: false, violations: data.violations }
  const { changes, flags, waivedRules = [] } = data
  return {
    ok: true,
    added: changes.flatMap((each) => (each.type === 'added' ? [each.key] : [])),
    waived: flags.filter(({ rule }) => waivedRules.includes(rule)),
    flags: flags.filter(({ rule }) => !waivedRules.includes(rule)),
  }
}

export function adoptionOf(events: readonly TodoEvent[]): Adoption {
  const edited = editedOf(events)
  return edited.ok ? { ok: true, waived: edited.waived } : edited
}

export function runStartOf(events: readonly TodoEvent[]): RunStart {
  return events.at(-1)?.type === 'run.started' ? { started: true } : { started: false, reason: 'budget' }
}

export function turnOutcomeOf(events: readonly TodoEvent[]): TurnOutcome {
  const last = events.at(-1)
  if (last?.type !== 'nag.issued') return { reminders: [], watcher: [] }
  const { text, watcher } = last.data
  return { reminders: [text], watcher: watcher === null ? [] : [watcher] }
}

export function runOutcomeOf(events: readonly TodoEvent[]): RunOutcome {
  const last = events.at(-1)
  if (last?.type === 'continuation.issued')
    return { action: 'continue', prompt: last.data.prompt, watcher: last.data.watcher }
  if (last?.type === 'session.yielded')
    return { action: 'stop', yieldTo: last.data.to, reason: last.data.reason }
  throw noAnswer('The end of a run')
}

function noAnswer(what: string): HostError {
  return new HostError('no-outcome', `${what} came to nothing. Report this as a fault.`)
}
