/** Events that one call adds to a session's log, all or none. */

import { actorIn, stateOf } from '../actors.js'
import { HostError, RuleViolationError } from '../errors.js'
import {
  type Actor,
  type EventDataByType,
  type EventType,
  eventVersions,
  type TodoEvent,
  type TodosUpdatedData,
} from '../events.js'
import type { EventWithState, Evidence } from '../evidence.js'
import { frozenData, frozenThrough, isFrozenData } from '../frozen-data.js'
import type { Occurrence } from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Attempt, Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'
import type { EvidenceGate } from './evidence-gate.js'
import { namedEventId, type Work } from './log-question.js'
import type { TurnLease } from './turn-lease.js'

/** What all sessions of a ledger are decided with. */
export interface TransactionContext {
  readonly reducer: Reducer
  /** Takes secrets out before anything is decided, hashed or stored. */
  readonly redactor: Redactor
  /** Who does what nobody is named for. */
  readonly actor?: Actor | undefined
  readonly clock: () => Date
  readonly newId: () => string
  /** Says what calls did, and what stands against completions; nothing is known of either when absent. */
  readonly evidence: Evidence | undefined
  /** The ledger as the holder of its turns; null: they name nobody. */
  readonly lease: TurnLease | null
}

export interface DecisionContext extends TransactionContext {
  readonly profile: Profile
  readonly gate: EvidenceGate
}

/** An event to be: the transaction adds the rest. `id` is the idempotency key; a new one when absent. */
export type EventBody = {
  [Type in EventType]: { readonly type: Type; readonly data: EventDataByType[Type]; readonly id?: string }
}[EventType]

export interface Judgement extends Attempt {
  readonly event: TodoEvent
}

export class Transaction {
  state: SessionState
  readonly steps: EventWithState[] = []
  /** True once it found an event that is stored after the state that it began with. */
  isBehind = false
  readonly #name: string | undefined

  /** @param stored the state before it; @param name the host's name for what is recorded */
  constructor(
    readonly session: string,
    readonly context: DecisionContext,
    readonly stored: SessionState,
    name?: string,
  ) {
    this.#name = name
    this.state = stored
  }

  get events(): readonly TodoEvent[] {
    return this.steps.map(({ event }) => event)
  }

  *find(id: string): Work<TodoEvent | undefined> {
    const added = this.steps.find(({ event }) => event.id === id)
    const event = added?.event ?? (yield { id })[0]
    this.isBehind ||= added === undefined && event !== undefined && event.seq > this.stored.seq
    return event
  }

  timeOf({ at }: Pick<Occurrence, 'at'>): Date {
    return at === undefined ? this.context.clock() : givenDate(at, 'The `at` of what was recorded')
  }

  /** Who does what happens, without secrets; null if nobody is named. */
  actorOf({ actor = this.context.actor }: Pick<Occurrence, 'actor'>): Actor | null {
    return actor === undefined ? null : redactedActor(actor, this.context.redactor)
  }

  /** The state as whoever does what happens sees it. */
  stateFor(occurrence: Pick<Occurrence, 'actor'>): SessionState {
    return stateOf(this.state, this.actorOf(occurrence))
  }

  /** The event that a body would be if it came next, without its secrets. */
  prepare(body: EventBody, occurrence: Occurrence): TodoEvent {
    const { redactor } = this.context
    return this.#eventOf(redactor.data(body.data), body, withoutSecrets(occurrence, redactor))
  }

  /**
   * Adds an event, without its secrets.
   * @throws RuleViolationError when it breaks a rule; the transaction is as it was
   */
  add(body: EventBody, occurrence: Occurrence): void {
    this.#push(this.prepare(body, occurrence))
  }

  /** Adds an event of a call that was cleaned of secrets before it was decided. */
  addClean(body: EventBody, occurrence: Occurrence): void {
    this.#push(this.#eventOf(body.data, body, occurrence))
  }

  /** What such an event would lead to, and what the rules say of it. */
  attempt(body: EventBody, occurrence: Occurrence): Judgement {
    const event = this.#eventOf(body.data, body, occurrence)
    return { event, ...this.context.reducer.attempt(this.state, event) }
  }

  /** Adds an event that was attempted. @param said what it says beside that: nothing that the state depends on */
  addAttempted({ event, next }: Judgement, said: Partial<TodosUpdatedData>): void {
    this.state = next
    const whole = { ...event, data: { ...event.data, ...said } } as TodoEvent // of the type that it had
    this.steps.push({ event: whole, state: next })
  }

  /** Freezes the events: from here on the store and all listeners share them. */
  seal(): readonly TodoEvent[] {
    this.steps.forEach((step, index) => {
      this.steps[index] = { ...step, event: frozenEvent(step.event) }
    })
    return this.events
  }

  #push(event: TodoEvent): void {
    const { next, rejected } = this.context.reducer.attempt(this.state, event)
    if (rejected.length > 0) throw new RuleViolationError(rejected)
    this.state = next
    this.steps.push({ event, state: next })
  }

  #eventOf(data: EventBody['data'], body: EventBody, { at, source, actor: given }: Occurrence): TodoEvent {
    const { type } = body
    const actor = isInput(body) ? given : (given ?? this.actorOf({}) ?? undefined)
    const seq = this.state.seq + 1
    return {
      id: this.#idOf(body, seq),
      session: this.session,
      seq,
      turn: this.#turnOf(body, actor),
      at: this.timeOf(at === undefined ? {} : { at }),
      type,
      version: eventVersions[type],
      data,
      ...(source === undefined ? {} : { source }),
      ...(actor === undefined ? {} : { actor }),
    } as TodoEvent // type and data come from one body
  }

  /**
   * A live event's id is one of its own: two hosts that race for a seq hold two events. A recording read twice is the
   * same events, so theirs come from session and seq.
   */
  #idOf(body: EventBody, seq: number): string {
    const { session } = this
    if (this.#name !== undefined) return namedEventId(session, this.#name, this.steps.length + 1)
    const recorded = body.type === 'session.opened' ? body.data.source !== null : this.state.recorded
    return body.id ?? (recorded ? `${session}#${seq}` : this.context.newId())
  }

  /** What is made in a turn belongs to it, whoever has another one under way; all else to the last that began. */
  #turnOf(body: EventBody, given: Actor | undefined): number {
    const { turns, turn, otherActors } = this.state
    if (body.type === 'turn.started') return turns + 1
    if (otherActors.length === 0) return turn.number
    if (isInput(body) || ('edit' in body.data && body.data.edit === true)) return turns
    const own = actorIn(this.state, given ?? this.actorOf({})).turn
    return own.open || (own.number > 0 && lateInTurn.has(body.type)) ? own.number : turns
  }
}

/** What belongs to a turn also where it comes after its end. */
const lateInTurn: ReadonlySet<EventType> = new Set(['tool.called', 'tool.returned', 'nag.issued'])

/** What somebody says to the agent is not the agent's. */
function isInput({ type, data }: EventBody): boolean {
  return type === 'run.started' || (type === 'message.recorded' && data.role === 'user')
}

/** What happened without the secrets of where and by whom it did; the same where nothing is said of that. */
export function withoutSecrets<Given extends Occurrence>(given: Given, redactor: Redactor): Given {
  const { source, actor } = given
  if (source?.call === undefined && actor === undefined) return given
  return {
    ...given,
    ...(source?.call === undefined ? {} : { source: { ...source, call: redactor.id(source.call) } }),
    ...(actor === undefined ? {} : { actor: redactedActor(actor, redactor) }),
  }
}

/** An actor without secrets, and without what it holds beside an actor's own fields. */
export function redactedActor({ kind, id }: Actor, redactor: Redactor): Actor {
  return { kind, id: givenId(id, 'The id of an actor', redactor) }
}

/**
 * A date that a host gave.
 * @param name what messages call it
 * @throws HostError `bad-date`
 */
export function givenDate(date: unknown, name: string): Date {
  if (date instanceof Date && !Number.isNaN(date.getTime())) return date
  const what = date instanceof Date ? 'a Date without a time' : shown(date)
  throw new HostError('bad-date', `${name} is ${what}, and must be a Date. Nothing was recorded.`)
}

/**
 * An id that a host gave, without secrets.
 * @param name what messages call it
 * @throws HostError `bad-id`
 */
export function givenId(id: unknown, name: string, redactor: Redactor): string {
  if (typeof id === 'string') return redactor.id(id)
  throw new HostError('bad-id', `${name} is ${shown(id)}, and must be a text. Nothing was recorded.`)
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/**
 * An event as the store and all listeners share it: a copy frozen to its depths, for its input may be the host's own object;
 * one that was made here is given back. Dates can't be frozen: what a listener does to one, the others see, but not the log.
 */
export function frozenEvent(event: TodoEvent): TodoEvent {
  const data = frozenData(event.data)
  const source = frozenData(event.source)
  const actor = frozenData(event.actor)
  if (!isFrozenData(data)) return frozenClone(event)
  if (data === event.data && source === event.source && actor === event.actor && Object.isFrozen(event))
    return event
  const parts = {
    data,
    ...(source === undefined ? {} : { source }),
    ...(actor === undefined ? {} : { actor }),
  }
  return Object.freeze(Object.assign({ ...event, at: Object.freeze(new Date(event.at)) }, parts))
}

/** Of what JSON does not carry; the event itself if no store can carry it either, which the store says. */
function frozenClone(event: TodoEvent): TodoEvent {
  try {
    return frozenThrough(structuredClone(event))
  } catch {
    return event
  }
}
