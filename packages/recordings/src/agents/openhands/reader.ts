/** Reads the events of one OpenHands conversation into steps. What belongs to what: docs/sources/openhands.md. */

import { freeId } from '../../free-id.js'
import { isObject, objectIn, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { type TokenUsage, usageSince } from '../../token-usage.js'
import type { OpenHandsEvent } from './event.js'
import type { SpentByResponse } from './spent.js'

type CallEvent = Extract<OpenHandsEvent, { readonly kind: 'call' }>
type ResultEvent = Extract<OpenHandsEvent, { readonly kind: 'result' }>

/** A call that waits for its result. */
interface OpenCall {
  readonly id: string
  /** By what a result names it. */
  readonly keys: readonly string[]
  /** The sub-agent that it started, or null. */
  readonly child: RecordedSession | null
}

/** Sub-agents that start sub-agents are followed as deep as this. */
const deepest = 20

/** Reads one conversation. It keeps the ids of events, and the calls that wait for a result. */
export class OpenHandsReader {
  readonly #steps: RecordingStep[] = []
  readonly #emitted = new Set<string>()
  readonly #calls = new Set<string>()
  /** The calls that wait, by the call's id and by the event's. */
  readonly #open = new Map<string, OpenCall>()
  /** The session, and the sub-agents that are at work in it. */
  readonly #sessions: [RecordedSession, ...RecordedSession[]]
  readonly #name: string
  readonly #spentBy: SpentByResponse
  #spent: TokenUsage | null = null
  #at = new Date(0)
  #count = 0

  /** @param name the session's id; @param spentBy what responses cost of which their events do not say it */
  constructor(name: string, spentBy: SpentByResponse) {
    this.#name = name
    this.#spentBy = spentBy
    this.#sessions = [this.#sessionOf(name, null)]
  }

  /** True while no event was taken. */
  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Takes the next event. */
  take(event: OpenHandsEvent, line: number): readonly RecordingStep[] {
    this.#count += 1
    if (event.id !== null && this.#emitted.has(event.id)) {
      return []
    }
    if (event.id !== null) {
      this.#emitted.add(event.id)
    }
    this.#at = event.at ?? this.#at
    this.#emit(event, { at: this.#at, line })
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    for (const session of this.#sessions.toReversed()) {
      session.endRun()
    }
    return this.#steps.splice(0)
  }

  get #session(): RecordedSession {
    return this.#sessions.at(-1) ?? this.#sessions[0]
  }

  #emit(event: OpenHandsEvent, place: StepPlace): void {
    const session = this.#session
    switch (event.kind) {
      case 'input':
        if (event.text.trim() !== '') {
          session.receive({ trigger: 'user', text: event.text, uuid: null, place })
        }
        break
      case 'message':
        this.#respond(event, session, place)
        this.#say(event.text, place)
        break
      case 'call':
        this.#emitCall(event, place)
        break
      case 'result':
        this.#emitResult(event, place)
        break
      case 'compaction':
        session.compact(event.summary, place)
        break
      case 'waits':
        session.endRun()
        break
      case 'stopped':
        session.interrupt(place)
        break
      case 'broke-off':
        session.endRun({ complete: false })
        break
      case 'nothing':
        break
    }
  }

  /** Each event says what all before it cost: what it says more is its own response's. */
  #respond(
    event: Extract<OpenHandsEvent, { readonly kind: 'message' | 'call' }>,
    session: RecordedSession,
    place: StepPlace,
  ): void {
    const response = event.response ?? this.#eventName(event)
    session.respond(response, place)
    const { spent = null } = event
    if (spent === null) {
      session.spend(response, this.#spentBy.get(response) ?? null)
      return
    }
    session.spend(response, usageSince(this.#spent, spent))
    this.#spent = spent
  }

  #say(text: string, place: StepPlace): void {
    if (text.trim() !== '') {
      this.#session.say('assistant', text, place)
    }
  }

  #emitCall(event: CallEvent, place: StepPlace): void {
    const session = this.#session
    this.#respond(event, session, place)
    this.#say(event.text, place)
    const id = this.#newId(event.call ?? this.#eventName(event))
    session.call(id, event.name, event.input, place)
    if (event.name === 'finish') {
      // Newer versions answer it, and then nothing is open any more.
      session.result(id, true, '', null, place)
      session.endRun()
      return
    }
    const child =
      event.name === 'delegate' && this.#sessions.length < deepest ? this.#childOf(id, event, place) : null
    const keys = [event.call, event.id].filter((key) => key !== null)
    for (const key of keys) {
      this.#open.set(key, { id, keys, child })
    }
  }

  #emitResult(event: ResultEvent, place: StepPlace): void {
    const found = this.#open.get(event.call ?? '') ?? this.#open.get(event.cause ?? '')
    if (found === undefined) {
      return
    }
    for (const key of found.keys) {
      this.#open.delete(key)
    }
    if (found.child !== null) {
      this.#endChild(found.child, found.id, place)
    }
    this.#session.result(found.id, event.ok, event.output, null, place)
  }

  /** What follows is a sub-agent's, until the call that started it returns. */
  #childOf(call: string, { input }: CallEvent, place: StepPlace): RecordedSession {
    const child = this.#sessionOf(`${this.#name}/${call}`, this.#session.identity.id)
    this.#session.moveWork('subagent-start', child.identity.id, call, place)
    this.#sessions.push(child)
    const task = isObject(input) ? stringIn(objectIn(input, 'inputs') ?? input, 'task') : null
    child.receive({ trigger: 'subagent', text: task ?? '', uuid: null, place })
    return child
  }

  #endChild(child: RecordedSession, call: string, place: StepPlace): void {
    const depth = this.#sessions.indexOf(child)
    for (const session of depth > 0 ? this.#sessions.splice(depth).toReversed() : []) {
      session.endRun()
    }
    this.#session.moveWork('subagent-end', child.identity.id, call, place)
  }

  #sessionOf(id: string, parent: string | null): RecordedSession {
    return new RecordedSession({ id, parent, profile: 'openhands', goal: null }, this.#steps)
  }

  #eventName({ id }: OpenHandsEvent): string {
    return `event ${id ?? `number ${this.#count}`}`
  }

  #newId(base: string): string {
    const id = freeId(base, this.#calls)
    this.#calls.add(id)
    return id
  }
}
