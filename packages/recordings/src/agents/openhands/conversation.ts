/** One conversation as steps. What belongs to what: docs/sources/openhands.md. */

import { UniqueIds } from '../../ids.js'
import { isObject, objectIn, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { type TokenUsage, usageSince } from '../../token-usage.js'

/** What responses cost, by their ids. */
export type SpentByResponse = ReadonlyMap<string, TokenUsage>

/** The response that an event is of, and what all responses up to it cost, where it says that. */
interface OfResponse {
  readonly response: string | null
  readonly spentSoFar: TokenUsage | null
}

interface MadeCall {
  readonly call: string | null
  readonly name: string
  readonly input: unknown
  /** What the agent says with it. */
  readonly said: string
}

interface OpenCall {
  readonly id: string
  /** The sub-agent that it started. */
  readonly child: RecordedSession | null
}

/** Sub-agents that start sub-agents are followed as deep as this. */
const deepest = 20

/** Reads one conversation. */
export class Conversation {
  readonly #name: string
  readonly #steps: RecordingStep[]
  readonly #spentBy: SpentByResponse
  readonly #events = new Set<string>()
  readonly #calls = new UniqueIds()
  /** The calls that wait, by the call's id and by the event's. */
  readonly #open = new Map<string, OpenCall>()
  /** The session, and the sub-agents that are at work in it. */
  readonly #sessions: [RecordedSession, ...RecordedSession[]]
  #spent: TokenUsage | null = null
  #count = 0
  #event: string | null = null
  #place: StepPlace = { at: new Date(0), line: 1 }

  /** @param spentBy what responses cost of which their events do not say it */
  constructor(name: string, steps: RecordingStep[], spentBy: SpentByResponse) {
    this.#name = name
    this.#steps = steps
    this.#spentBy = spentBy
    this.#sessions = [this.#sessionOf(name, null)]
  }

  /** True while no event was taken. */
  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** An event comes; false where it was told before. */
  begin(event: string | null, at: Date | null, line: number): boolean {
    this.#count += 1
    if (event !== null && this.#events.has(event)) return false
    if (event !== null) this.#events.add(event)
    this.#event = event
    this.#place = { at: at ?? this.#place.at, line }
    return true
  }

  /** The person says something. */
  hear(text: string): void {
    if (text.trim() !== '') this.#session.receive({ trigger: 'user', text, uuid: null, place: this.#place })
  }

  /** The agent says something. */
  say(text: string, { response, spentSoFar }: OfResponse): void {
    const session = this.#session
    const named = response ?? this.#eventName
    session.respond(named, this.#place)
    if (spentSoFar === null) session.spend(named, this.#spentBy.get(named) ?? null)
    else {
      session.spend(named, usageSince(this.#spent, spentSoFar))
      this.#spent = spentSoFar
    }
    if (text.trim() !== '') session.say('assistant', text, this.#place)
  }

  call({ call, name, input, said }: MadeCall, from: OfResponse): void {
    const session = this.#session
    this.say(said, from)
    const id = this.#calls.give(call ?? this.#eventName)
    session.call(id, name, input, this.#place)
    if (name === 'finish') {
      // Newer versions answer it, and then nothing is open any more.
      session.result(id, true, '', null, this.#place)
      session.endRun()
      return
    }
    const starts = name === 'delegate' && this.#sessions.length < deepest
    const open: OpenCall = { id, child: starts ? this.#startChild(id, input) : null }
    for (const key of [call, this.#event]) if (key !== null) this.#open.set(key, open)
  }

  /** A tool returns. @param keys the call that it answers, and its event */
  answer(keys: readonly (string | null)[], ok: boolean | null, output: string): void {
    const call = keys.map((key) => this.#open.get(key ?? '')).find((found) => found !== undefined)
    if (call === undefined) return
    for (const [key, open] of this.#open) if (open === call) this.#open.delete(key)
    if (call.child !== null) this.#endChild(call.child, call.id)
    this.#session.result(call.id, ok, output, null, this.#place)
  }

  compact(summary: string | null): void {
    this.#session.compact(summary, this.#place)
  }

  /** The person stops the agent. */
  stop(): void {
    this.#session.interrupt(this.#place)
  }

  /** The agent waits for the person, or broke off. */
  endRun(isComplete: boolean): void {
    this.#session.endRun(isComplete ? {} : { complete: false })
  }

  /** Ends what the file leaves open. */
  finish(): void {
    for (const session of this.#sessions.toReversed()) session.endRun()
  }

  get #session(): RecordedSession {
    return this.#sessions.at(-1) ?? this.#sessions[0]
  }

  get #eventName(): string {
    return `event ${this.#event ?? `number ${this.#count}`}`
  }

  /** What follows is a sub-agent's, until the call that started it returns. */
  #startChild(call: string, input: unknown): RecordedSession {
    const child = this.#sessionOf(`${this.#name}/${call}`, this.#session.identity.id)
    this.#session.moveWork('subagent-start', child.identity.id, call, this.#place)
    this.#sessions.push(child)
    const task = isObject(input) ? stringIn(objectIn(input, 'inputs') ?? input, 'task') : null
    child.receive({ trigger: 'subagent', text: task ?? '', uuid: null, place: this.#place })
    return child
  }

  #endChild(child: RecordedSession, call: string): void {
    const depth = this.#sessions.indexOf(child)
    for (const session of depth > 0 ? this.#sessions.splice(depth).toReversed() : []) session.endRun()
    this.#session.moveWork('subagent-end', child.identity.id, call, this.#place)
  }

  #sessionOf(id: string, parent: string | null): RecordedSession {
    return new RecordedSession({ id, parent, profile: 'openhands', goal: null }, this.#steps)
  }
}
