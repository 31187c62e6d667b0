/** What a ledger is, written as plainly as can be: lists of events, and the rules of an append said naively. */

import { isDeepStrictEqual } from 'node:util'
import { createReducer, initialState, type SessionState, type TodoEvent } from '@todo-ledger/core'

/** Fails the history unless the condition holds. */
export function must(condition: boolean, what: string | (() => string)): asserts condition {
  if (!condition) throw new Error(typeof what === 'string' ? what : what())
}

/** A value as a person reads it in a trace, cut. */
export function shown(value: unknown, most = 200): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** The code of an error of core, or its class. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.constructor.name : String(error)
}

/** An append, by what it asks for. */
export interface AskedAppend {
  readonly session: string
  readonly events: readonly TodoEvent[]
  readonly expectedSeq: number
}

/** What an append comes to. */
export type Verdict =
  | { readonly kind: 'stored'; readonly fresh: readonly TodoEvent[]; readonly known: readonly TodoEvent[] }
  | { readonly kind: 'concurrency' | 'id-conflict' | 'bad-append' | 'forgotten' }

/** What a host asked to be taken out of a session; everything where the secret is null. */
export interface AskedRedaction {
  readonly session: string
  readonly secret: string | null
}

/** An event without the hash that a store adds to it. */
function bare({ hash: _hash, ...event }: TodoEvent): TodoEvent {
  return event
}

/** True where two events are the same in all but what a store adds. */
export function sameEvent(first: TodoEvent | undefined, second: TodoEvent | undefined): boolean {
  return first !== undefined && second !== undefined && isDeepStrictEqual(bare(first), bare(second))
}

const reducer = createReducer()

export class Model {
  /** All events in the order in which they were stored. */
  readonly log: TodoEvent[] = []
  /** The events of each session, in the order of the sessions' first. */
  readonly sessions = new Map<string, TodoEvent[]>()
  /** The sessions whose contents were erased. */
  readonly forgotten = new Set<string>()
  /** The seq of the last event that says that something was taken out of a session. */
  readonly redacted = new Map<string, number>()
  readonly #states = new Map<string, SessionState[]>()

  of(session: string): readonly TodoEvent[] {
    return this.sessions.get(session) ?? []
  }

  lastSeq(session: string): number {
    return this.of(session).length
  }

  find(session: string, id: string): TodoEvent | undefined {
    return this.of(session).find((event) => event.id === id)
  }

  /** What an append comes to now. */
  judge({ session, events, expectedSeq }: AskedAppend): Verdict {
    const isInOrder = events.every(
      (event, index) => event.session === session && event.seq === expectedSeq + index + 1,
    )
    if (!isInOrder || new Set(events.map(({ id }) => id)).size !== events.length)
      return { kind: 'bad-append' }
    const known = events.flatMap((event) => this.find(session, event.id) ?? [])
    if (events.some((event) => isOther(this.find(session, event.id), event))) return { kind: 'id-conflict' }
    const fresh = events.slice(known.length)
    if (events.length > 0 && fresh.length === 0) return { kind: 'stored', fresh, known }
    if (this.forgotten.has(session)) return { kind: 'forgotten' }
    const knownComeFirst = known.every(
      ({ id, seq }, index) => id === events[index]?.id && seq === expectedSeq + index + 1,
    )
    const last = this.lastSeq(session)
    if (knownComeFirst && last === expectedSeq + known.length) return { kind: 'stored', fresh, known }
    return { kind: last === expectedSeq ? 'bad-append' : 'concurrency' }
  }

  /** Stores events that follow. */
  store(events: readonly TodoEvent[]): void {
    for (const event of events) {
      const stream = this.sessions.get(event.session) ?? []
      must(event.seq === stream.length + 1, () => `the model got seq ${event.seq} after ${stream.length}`)
      const kept = bare(event)
      stream.push(kept)
      this.log.push(kept)
      this.sessions.set(event.session, stream)
    }
  }

  /** Takes out of a session what was asked for, and stores the event that says so. */
  redact({ session, secret }: AskedRedaction, said: TodoEvent): void {
    const stream = this.sessions.get(session) ?? []
    for (const [index, event] of stream.entries()) {
      const changed = secret === null ? erased(event) : without(event, secret)
      stream[index] = changed
      this.log[this.log.indexOf(event)] = changed
    }
    this.store([said])
    this.redacted.set(session, said.seq)
    this.#states.delete(session)
    if (secret === null) this.forgotten.add(session)
  }

  /** True where an event of the session tells this text. */
  tells(session: string, secret: string): boolean {
    return this.of(session).some((event) => without(event, secret) !== event)
  }

  /** The state after an event, by replaying the events one by one from the first. */
  stateAt(session: string, seq: number): SessionState {
    const states = this.#states.get(session) ?? [initialState]
    this.#states.set(session, states)
    for (const event of this.of(session).slice(states.length - 1, seq))
      states.push(reducer.accept(states.at(-1) ?? initialState, event))
    const state = states[seq]
    must(state !== undefined, () => `the model has no state of seq ${seq} of ${shown(session)}`)
    return state
  }
}

/** True where a stored event is another than the one given under its id; redacted contents can't be compared. */
function isOther(stored: TodoEvent | undefined, given: TodoEvent): boolean {
  if (stored === undefined) return false
  const { type, version } = stored.type === 'event.erased' ? stored.data : stored
  const envelope = ({ turn, source }: TodoEvent) => ({ turn, source })
  const isSame = isDeepStrictEqual(envelope(stored), envelope(given))
  return (
    !isSame ||
    type !== given.type ||
    version !== given.version ||
    (stored.redacted !== true && !isDeepStrictEqual(stored.data, given.data))
  )
}

/** What is left of an event whose data is erased. */
function erased(event: TodoEvent): TodoEvent {
  if (event.type === 'event.erased') return event
  const { type, version, data: _data, ...envelope } = event
  return { ...envelope, type: 'event.erased', version: 1, data: { type, version }, redacted: true }
}

/** The event with a mark in the place of the secret, wherever it stands; the very same where it does not. */
function without(event: TodoEvent, secret: string): TodoEvent {
  if (event.type === 'event.erased' || event.type === 'session.redacted') return event
  const data = replaced(event.data, secret)
  if (isDeepStrictEqual(data, event.data)) return event
  return { ...event, data, redacted: true } as TodoEvent // only texts were replaced, by texts
}

function replaced(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return value.replaceAll(secret, '[redacted:secret]')
  if (Array.isArray(value)) return value.map((each) => replaced(each, secret))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [replaced(key, secret), replaced(each, secret)]),
  )
}
