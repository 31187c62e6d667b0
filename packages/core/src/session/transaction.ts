/** Events that one call adds to a session's log, all or none. */

import type { Patch } from 'immer'
import { actorIn, stateOf } from '../actor-state.js'
import {
  type Actor,
  type EventDataByType,
  type EventType,
  eventVersions,
  type RecordedPlace,
  type TodoEvent,
} from '../events.js'
import type { Occurrence } from '../host-input.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'
import { sharedEvent } from './frozen-event.js'
import { givenDate } from './given-date.js'

/** What a transaction needs from its ledger: one object that all its sessions share. */
export interface TransactionContext {
  /** The reducer over the ledger's rules. */
  readonly reducer: Reducer
  /** Takes secrets out before anything is decided, hashed or stored. */
  readonly redactor: Redactor
  /** Who does what nobody is named for; nobody when absent. */
  readonly actor?: Actor | undefined
  /** Says what time it is. */
  readonly clock: () => Date
  /** Gives an id that no other event has. */
  readonly newId: () => string
}

/** The log that a transaction adds to. */
export interface TransactionLog {
  /** The session's id. */
  readonly session: string
  /** What it needs from its ledger. */
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
    /** What happens. */
    readonly type: Type
    /** Its data. */
    readonly data: EventDataByType[Type]
    /** The idempotency key; a new one when absent. */
    readonly id?: string
    /** True where the data holds no secrets any more. */
    readonly isRedacted?: boolean
  }
}[EventType]

/** An event with what it leads to. */
export interface Step {
  /** The event. */
  readonly event: TodoEvent
  /** The state after it. */
  readonly state: SessionState
  /** What it changes, where somebody listens for that. */
  readonly patches: readonly Patch[]
}

/** Events that are appended together, all or none. */
export class Transaction {
  /** The state after the events added so far. */
  state: SessionState
  /** The events added so far, with what each leads to. */
  readonly steps: Step[] = []
  /** The events added so far. */
  readonly events: TodoEvent[] = []
  readonly #log: TransactionLog
  readonly #context: TransactionContext
  readonly #name: string | undefined

  /** @param log the log; @param state the state to begin with; @param name the host's for what is recorded */
  constructor(log: TransactionLog, state: SessionState, name?: string) {
    this.#log = log
    this.#context = log.context
    this.#name = name
    this.state = state
  }

  /** Takes secrets out of what is added. */
  get redactor(): Redactor {
    return this.#context.redactor
  }

  /** When something happens: as the host says, else now. */
  timeOf({ at }: Occurrence): Date {
    return at === undefined ? this.#context.clock() : givenDate(at, 'The `at` of what was recorded')
  }

  /** The event that a body would be if it came next. */
  prepare(body: EventBody, occurrence: Occurrence): TodoEvent {
    const seq = this.state.seq + 1
    const { session } = this.#log
    const { redactor } = this.#context
    const { source } = occurrence
    const actor = isInput(body) ? occurrence.actor : (occurrence.actor ?? this.#context.actor)
    const event: { -readonly [Part in keyof TodoEvent]?: unknown } = {
      id: this.#namedId() ?? body.id ?? this.#newId(body, seq),
      session,
      seq,
      turn: this.#turnOf(body, actor),
      at: this.timeOf(occurrence),
      type: body.type,
      version: eventVersions[body.type],
      data: body.isRedacted === true ? body.data : redactor.data(body.data),
    }
    if (source !== undefined) event.source = redactedPlace(source, redactor)
    if (actor !== undefined) event.actor = redactedActor(actor, redactor)
    return event as TodoEvent // type and data come from one body
  }

  /** Who does what happens, without secrets; null where nobody is named. */
  actorOf({ actor = this.#context.actor }: Occurrence): Actor | null {
    return actor === undefined ? null : redactedActor(actor, this.#context.redactor)
  }

  /** The state so far, with whoever does what happens as its current actor: what is counted is counted of that one. */
  stateFor(occurrence: Occurrence): SessionState {
    return stateOf(this.state, this.actorOf(occurrence))
  }

  /** What is made in a turn belongs to it, whoever has another one under way; all else to the last that began. */
  #turnOf(body: EventBody, given: Actor | undefined): number {
    const { turns, turn, otherActors } = this.state
    if (body.type === 'turn.started') return turns + 1
    if (otherActors.length === 0) return turn.number
    if (isInput(body) || isEdit(body)) return turns
    const own = actorIn(this.state, this.actorOf(given === undefined ? {} : { actor: given })).turn
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

  /**
   * Adds an event.
   * @throws RuleViolationError when it breaks a rule; the transaction is as it was
   */
  add(body: EventBody, occurrence: Occurrence): TodoEvent {
    const event = sharedEvent(this.prepare(body, occurrence))
    this.#add(event, this.#context.reducer.reduce(this.state, event))
    return event
  }

  /**
   * Adds an event that was tried before.
   * @param next what it led to then: no rule set to `reject` was broken, and nothing that the state depends on differs
   */
  addTried(body: EventBody, occurrence: Occurrence, next: SessionState): void {
    this.#add(sharedEvent(this.prepare(body, occurrence)), next)
  }

  #add(event: TodoEvent, next: SessionState): void {
    const patches = this.#log.wantsPatches
      ? this.#context.reducer.acceptWithPatches(this.state, event)[1]
      : noPatches
    this.state = next
    this.steps.push({ event, state: next, patches })
    this.events.push(event)
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

/** An actor without secrets, and nothing that it holds beside an actor's own fields. */
export function redactedActor({ kind, id }: Actor, redactor: Redactor): Actor {
  return { kind, id: redactor.id(id) }
}

function redactedPlace(place: RecordedPlace, redactor: Redactor): RecordedPlace {
  return place.call === undefined ? place : { ...place, call: redactor.id(place.call) }
}
