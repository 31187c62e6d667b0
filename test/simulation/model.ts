/** What a ledger is, written as plainly as can be: lists of events, and the rules of an append said naively. */

import { isDeepStrictEqual } from 'node:util'
import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { createReducer, initialState } from '@todo-ledger/core'
import { must, shown } from './failure.js'

/** What an append comes to. */
export type Verdict =
  | { readonly kind: 'stored'; readonly fresh: readonly TodoEvent[]; readonly known: readonly TodoEvent[] }
  | { readonly kind: 'concurrency' | 'id-conflict' | 'bad-append' | 'forgotten' }

/** What a host asked to be taken out of a session. */
export interface AskedRedaction {
  /** The session. */
  readonly session: string
  /** The text that is to go, or null where everything is. */
  readonly secret: string | null
}

/** An append, by what it asks for. */
export interface AskedAppend {
  /** The session. */
  readonly session: string
  /** The events. */
  readonly events: readonly TodoEvent[]
  /** The seq that must be the last. */
  readonly expectedSeq: number
}

/** An event without what a store adds to it. */
function bare(event: TodoEvent): object {
  const { hash: _hash, ...rest } = event
  return rest
}

/** True where two events are the same in all but what a store adds. */
export function sameEvent(first: TodoEvent, second: TodoEvent): boolean {
  return isDeepStrictEqual(bare(first), bare(second))
}

const reducer = createReducer()

/** The plain model. */
export class Model {
  /** All events in the order in which they were stored. */
  readonly log: TodoEvent[] = []
  /** The events of each session, in the order of the sessions' first. */
  readonly sessions: Map<string, TodoEvent[]> = new Map()
  /** What each todo call was answered, by session and call. */
  readonly answers: Map<string, { readonly ok: boolean; readonly text: string }> = new Map()
  /** The sessions whose contents were erased. */
  readonly forgotten: Set<string> = new Set()
  readonly #states = new Map<string, SessionState[]>()

  /** The events of a session. */
  of(session: string): readonly TodoEvent[] {
    return this.sessions.get(session) ?? []
  }

  /** The seq of a session's last event. */
  lastSeq(session: string): number {
    return this.of(session).length
  }

  /** The event of an id. */
  find(session: string, id: string): TodoEvent | undefined {
    return this.of(session).find((event) => event.id === id)
  }

  /** What an append comes to now. */
  judge({ session, events, expectedSeq }: AskedAppend): Verdict {
    const ids = new Set(events.map((event) => event.id))
    const inOrder = events.every(
      (event, index) => event.session === session && event.seq === expectedSeq + index + 1,
    )
    if (!inOrder || ids.size !== events.length) return { kind: 'bad-append' }
    const known: TodoEvent[] = []
    for (const event of events) {
      const stored = this.find(session, event.id)
      if (stored === undefined) continue
      if (!sameBody(stored, event)) return { kind: 'id-conflict' }
      known.push(stored)
    }
    const fresh = events.slice(known.length)
    if (events.length > 0 && fresh.length === 0) return { kind: 'stored', fresh, known }
    if (this.forgotten.has(session)) return { kind: 'forgotten' }
    const knownFirst = known.every(
      (event, index) => event.id === events[index]?.id && event.seq === expectedSeq + index + 1,
    )
    const last = this.lastSeq(session)
    if (knownFirst && last === expectedSeq + known.length) return { kind: 'stored', fresh, known }
    return { kind: last === expectedSeq ? 'bad-append' : 'concurrency' }
  }

  /** Stores events that follow. */
  store(events: readonly TodoEvent[]): void {
    for (const event of events) {
      const { hash: _hash, ...rest } = event
      this.log.push(rest)
      const stream = this.sessions.get(event.session) ?? []
      must(event.seq === stream.length + 1, () => `the model got seq ${event.seq} after ${stream.length}`)
      stream.push(rest)
      this.sessions.set(event.session, stream)
    }
  }

  /** Takes out of a session what was asked for, and stores the event that says so. */
  redact({ session, secret }: AskedRedaction, said: TodoEvent): void {
    const stream = this.sessions.get(session)
    must(stream !== undefined, `the model has no session ${shown(session)}`)
    for (const [index, event] of stream.entries()) {
      const changed = secret === null ? erased(event) : redacted(event, secret)
      stream[index] = changed
      this.log[this.log.indexOf(event)] = changed
    }
    this.store([said])
    this.#states.delete(session)
    if (secret === null) this.forgotten.add(session)
    for (const key of this.answers.keys()) if (key.endsWith(`@${session}`)) this.answers.delete(key)
  }

  /** True where an event of the session tells this text. */
  tells(session: string, secret: string): boolean {
    return this.of(session).some((event) => redacted(event, secret) !== event)
  }

  /** The state after an event, by replaying the events one by one from the first. */
  stateAt(session: string, seq: number): SessionState {
    const states = this.#states.get(session) ?? [initialState]
    this.#states.set(session, states)
    const stream = this.of(session)
    for (let next = states.length; next <= seq; next += 1) {
      const before = states[next - 1]
      const event = stream[next - 1]
      must(
        before !== undefined && event !== undefined,
        () => `the model has no seq ${next} of ${shown(session)}`,
      )
      states.push(reducer.accept(before, event))
    }
    const state = states[seq]
    must(state !== undefined, () => `the model has no state of seq ${seq}`)
    return state
  }
}

/** The same event, whenever it was tried; one whose contents were taken out can't be compared by them. */
function sameBody(stored: TodoEvent, given: TodoEvent): boolean {
  const { type, version } = stored.type === 'event.erased' ? stored.data : stored
  const { id, session, turn, source } = stored
  const envelope = { id: given.id, session: given.session, turn: given.turn, source: given.source }
  const same =
    isDeepStrictEqual({ id, session, turn, source }, envelope) &&
    type === given.type &&
    version === given.version
  return same && (stored.redacted === true || isDeepStrictEqual(stored.data, given.data))
}

/** What is left of an event whose data is erased. */
function erased(event: TodoEvent): TodoEvent {
  if (event.type === 'event.erased') return event
  const { type, version, data: _data, ...envelope } = event
  return { ...envelope, type: 'event.erased', version: 1, data: { type, version }, redacted: true }
}

/** The event with another text in the place of the secret, wherever it stands; the same event where it does not. */
function redacted(event: TodoEvent, secret: string): TodoEvent {
  if (event.type === 'event.erased' || event.type === 'session.redacted') return event
  const data = replaced(event.data, secret)
  if (isDeepStrictEqual(data, event.data)) return event
  const changed: object = { ...event, data, redacted: true }
  return changed as TodoEvent // only texts were replaced, by texts
}

function replaced(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return value.replaceAll(secret, '[redacted:secret]')
  if (Array.isArray(value)) return value.map((each) => replaced(each, secret))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [replaced(key, secret), replaced(each, secret)]),
  )
}
