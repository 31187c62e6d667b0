/** Events that one call adds to a session's log, all or none. */

import type { Patch } from 'immer'
import { actorIn, stateOf } from '../actor-state.js'
import { HostError } from '../errors.js'
import {
  type Actor,
  type EventDataByType,
  type EventType,
  eventVersions,
  type TodoEvent,
  type TodosUpdatedData,
} from '../events.js'
import type { Occurrence } from '../host-input.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Attempt, Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'
import type { Writable } from '../writable.js'
import { frozenEvent } from './frozen-event.js'

/** What a transaction needs from its ledger: one object that all its sessions share. */
export interface TransactionContext {
  readonly reducer: Reducer
  /** Takes secrets out before anything is decided, hashed or stored. */
  readonly redactor: Redactor
  /** Who does what nobody is named for; nobody when absent. */
  readonly actor?: Actor | undefined
  readonly clock: () => Date
  /** Gives an id that no other event has. */
  readonly newId: () => string
}

/** The log that a transaction adds to. */
export interface TransactionLog {
  /** The session's id. */
  readonly session: string
  readonly context: TransactionContext
  /** True while somebody listens for patches. */
  readonly wantsPatches: boolean
}

/**
 * The id of an event that a host named: the n-th, from 1, of those that one call adds. It comes from session and name,
 * so giving the name again finds the same events. After the session stands another sign than in the ids of calls, and
 * the number ends at the first colon: whatever names and call ids hold, no two of these ids are equal.
 */
export function namedEventId(session: string, name: string, number: number): string {
  return `${session}=${number}:${name}`
}

/** An event to be: its type and data; the log adds the rest. */
export type EventBody = {
  [Type in EventType]: {
    readonly type: Type
    readonly data: EventDataByType[Type]
    /** The idempotency key; a new one when absent. */
    readonly id?: string
  }
}[EventType]

/** An event with what it leads to. */
export interface Step {
  readonly event: TodoEvent
  readonly state: SessionState
  /** What it changes, if somebody listens for that. */
  readonly patches: readonly Patch[]
}

/** What an event would lead to, and the event that it would be. */
export interface Judgement extends Attempt {
  readonly event: TodoEvent
}

/** Events that are appended together, all or none. */
export class Transaction {
  /** The state after the events added so far. */
  state: SessionState
  /** The events added so far, with what each leads to. */
  readonly steps: Step[] = []
  readonly #log: TransactionLog
  readonly #context: TransactionContext
  readonly #name: string | undefined

  /** @param state the state to begin with; @param name the host's for what is recorded */
  constructor(log: TransactionLog, state: SessionState, name?: string) {
    this.#log = log
    this.#context = log.context
    this.#name = name
    this.state = state
  }

  /** The events added so far. */
  get events(): readonly TodoEvent[] {
    return this.steps.map(({ event }) => event)
  }

  get redactor(): Redactor {
    return this.#context.redactor
  }

  /** When something happens: as the host says, else now. */
  timeOf({ at }: Occurrence): Date {
    return at === undefined ? this.#context.clock() : givenDate(at, 'The `at` of what was recorded')
  }

  /** Who does what happens, without secrets; null if nobody is named. */
  actorOf({ actor = this.#context.actor }: Occurrence): Actor | null {
    return actor === undefined ? null : redactedActor(actor, this.redactor)
  }

  /** The state as whoever does what happens sees it: what is counted is counted of that one. */
  stateFor(occurrence: Occurrence): SessionState {
    return stateOf(this.state, this.actorOf(occurrence))
  }

  /** The event that a body would be if it came next, without its secrets. */
  prepare(body: EventBody, occurrence: Occurrence): TodoEvent {
    const { redactor } = this
    return this.#eventOf(redactor.data(body.data), body, withoutSecrets(occurrence, redactor))
  }

  /**
   * Adds an event, without its secrets.
   * @throws RuleViolationError when it breaks a rule; the transaction is as it was
   */
  add(body: EventBody, occurrence: Occurrence): TodoEvent {
    const event = this.prepare(body, occurrence)
    this.#push(event, this.#context.reducer.reduce(this.state, event))
    return event
  }

  /** Adds an event. Neither it nor when it happens holds a secret. */
  addClean(body: EventBody, occurrence: Occurrence): void {
    const event = this.#eventOf(body.data, body, occurrence)
    this.#push(event, this.#context.reducer.reduce(this.state, event))
  }

  /** What an event would lead to, and what the rules say of it. Neither it nor when it happens holds a secret. */
  attempt(body: EventBody, occurrence: Occurrence): Judgement {
    const event = this.#eventOf(body.data, body, occurrence)
    return { event, ...this.#context.reducer.attempt(this.state, event) }
  }

  /**
   * Adds an event that was attempted: no rule set to `reject` was broken.
   * @param said what it says beside that; nothing that the state depends on
   */
  addAttempted({ event, next }: Judgement, said: Partial<TodosUpdatedData>): void {
    this.#push({ ...event, data: { ...event.data, ...said } } as TodoEvent, next) // of the type that it had
  }

  /** Freezes the events: from here on they are shared by the store and all listeners. */
  seal(): readonly TodoEvent[] {
    for (const [index, step] of this.steps.entries())
      this.steps[index] = { ...step, event: frozenEvent(step.event) }
    return this.events
  }

  #eventOf(data: EventBody['data'], body: EventBody, { at, source, actor: given }: Occurrence): TodoEvent {
    const { session } = this.#log
    const { type } = body
    const actor = isInput(body) ? given : (given ?? this.actorOf({}) ?? undefined)
    const seq = this.state.seq + 1
    const event = {
      id: this.#namedId() ?? body.id ?? this.#newId(body, seq),
      session,
      seq,
      turn: this.#turnOf(body, actor),
      at: this.timeOf(at === undefined ? {} : { at }),
      type,
      version: eventVersions[type],
      data,
    } as Writable<TodoEvent> // type and data come from one body
    if (source !== undefined) event.source = source
    if (actor !== undefined) event.actor = actor
    return event
  }

  /** What is made in a turn belongs to it, whoever has another one under way; all else to the last that began. */
  #turnOf(body: EventBody, given: Actor | undefined): number {
    const { turns, turn, otherActors } = this.state
    if (body.type === 'turn.started') return turns + 1
    if (otherActors.length === 0) return turn.number
    if (isInput(body) || isEdit(body)) return turns
    const own = actorIn(this.state, given ?? this.actorOf({})).turn
    return own.open || (own.number > 0 && inTurns.has(body.type)) ? own.number : turns
  }

  #namedId(): string | undefined {
    if (this.#name === undefined) return undefined
    return namedEventId(this.#log.session, this.#name, this.steps.length + 1)
  }

  /**
   * A live event's id is one of its own: two hosts that race for a seq hold two events. A recording read twice is the
   * same events, so theirs come from session and seq.
   */
  #newId(body: EventBody, seq: number): string {
    const recorded = body.type === 'session.opened' ? body.data.source !== null : this.state.recorded
    return recorded ? `${this.#log.session}#${seq}` : this.#context.newId()
  }

  #push(event: TodoEvent, next: SessionState): void {
    const patches = this.#log.wantsPatches
      ? this.#context.reducer.acceptWithPatches(this.state, event)[1]
      : noPatches
    this.state = next
    this.steps.push({ event, state: next, patches })
  }
}

const noPatches: readonly Patch[] = Object.freeze([])

/** What belongs to a turn also where it comes after its end. */
const inTurns: ReadonlySet<EventType> = new Set(['tool.called', 'tool.returned', 'nag.issued'])

function isEdit({ type, data }: EventBody): boolean {
  return (type === 'todos.updated' || type === 'todos.rejected') && data.edit === true
}

/** What somebody says to the agent is not the agent's. */
function isInput({ type, data }: EventBody): boolean {
  return type === 'run.started' || (type === 'message.recorded' && data.role === 'user')
}

/** When, where and by whom something happened, without secrets. */
export function withoutSecrets({ at, source, actor }: Occurrence, redactor: Redactor): Occurrence {
  const clean: Writable<Occurrence> = {}
  if (at !== undefined) clean.at = at
  if (source !== undefined)
    clean.source = source.call === undefined ? source : { ...source, call: redactor.id(source.call) }
  if (actor !== undefined) clean.actor = redactedActor(actor, redactor)
  return clean
}

/** An actor without secrets, and nothing that it holds beside an actor's own fields. */
export function redactedActor({ kind, id }: Actor, redactor: Redactor): Actor {
  return { kind, id: redactor.id(id) }
}

/**
 * A date that a host gave.
 * @param name what messages call it
 * @throws HostError `bad-date` where it is none
 */
export function givenDate(date: unknown, name: string): Date {
  if (date instanceof Date && !Number.isNaN(date.getTime())) return date
  throw new HostError('bad-date', `${name} is ${shown(date)}, and must be a Date. Nothing was recorded.`)
}

function shown(value: unknown): string {
  if (value instanceof Date) return 'a Date without a time'
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? String(value))
}
