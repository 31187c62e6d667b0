/** One conversation as the steps of a session. */

import { UniqueIds } from '../../ids.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingStep } from '../../recording.js'
import type { ChatResult } from './blocks.js'
import type { ChatMessage } from './message.js'
import { saysRefused, withoutTodos } from './profile-of.js'

export interface PlacedMessage {
  readonly message: ChatMessage
  /** The line where it begins, from 1. */
  readonly line: number
  /** The digest of what it says. */
  readonly digest: string
}

/** So many messages wait for the first call of a todo tool, which says the profile. */
const mostWaiting = 5000

/** How a program reminds the model of its list, beside the results or in the person's name. */
const reminder = /^\s*<(?:system-)?reminder>[\s\S]*?(?:to-?dos?|task list|plan)\b/i

export class ChatConversation {
  /** The digest of all its messages. */
  end = ''
  readonly #id: string
  readonly #steps: RecordingStep[]
  readonly #context: ReadContext
  #waiting: PlacedMessage[] = []
  #session: RecordedSession | null = null
  #todoTools: ReadonlySet<string> = new Set()
  /** The messages that have an id of their own, by it and what they say. */
  readonly #named = new Set<string>()
  readonly #calls = new UniqueIds()
  /** The calls that wait for a result, by the id that the messages have for them. */
  readonly #open = new Map<string, { readonly id: string; readonly name: string }>()
  #at = new Date(0)
  #count = 0
  /** The response that the items before belong to, or null. */
  #part: string | null = null

  constructor(id: string, steps: RecordingStep[], context: ReadContext) {
    this.#id = id
    this.#steps = steps
    this.#context = context
  }

  take(placed: PlacedMessage): void {
    const { message, digest } = placed
    const name = `${message.id} ${digest}`
    if (message.id !== null && this.#named.has(name)) return
    if (message.id !== null) this.#named.add(name)
    if (this.#session !== null) {
      this.#emit(placed, this.#session)
      return
    }
    this.#waiting.push(placed)
    const profiles = message.calls.map((call) => this.#context.todoTools.profileOf(call))
    const profile = profiles.find((found) => found !== null)
    if (profile !== undefined || this.#waiting.length > mostWaiting) this.#begin(profile ?? withoutTodos)
  }

  finish(): void {
    if (this.#waiting.length > 0) this.#begin(withoutTodos)
    this.#session?.endRun()
  }

  #begin(profile: string): void {
    const session = new RecordedSession({ id: this.#id, parent: null, profile, goal: null }, this.#steps)
    this.#session = session
    this.#todoTools = this.#context.todoTools.toolsOf(profile)
    for (const placed of this.#waiting.splice(0)) this.#emit(placed, session)
  }

  #emit({ message, line }: PlacedMessage, session: RecordedSession): void {
    this.#count += 1
    this.#at = message.at ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    const { role, texts, results } = message
    if (role === 'assistant') this.#emitResponse(message, session, place)
    else if (role === 'summary') session.compact(texts.join('\n'), place)
    else if (role !== 'nothing') {
      this.#part = null
      this.#emitResults(results, session, place)
      this.#emitInput(message, session, place)
    }
  }

  /** A message is a response; records with one id, and the items of the Responses API in a row, are one together. */
  #emitResponse(message: ChatMessage, session: RecordedSession, place: StepPlace): void {
    const unnamed = `message ${this.#count} on line ${place.line}`
    this.#part = message.isPart ? (this.#part ?? unnamed) : null
    const response = this.#part ?? message.id ?? unnamed
    session.respond(response, place)
    session.spend(response, message.usage)
    for (const text of message.texts) session.say('assistant', text, place)
    for (const { call, name, input } of message.calls) {
      // Some models use an id again in each response: an id that was emitted before is another call's.
      const id = this.#calls.give(call ?? `${name} on line ${place.line}`)
      this.#open.set(call ?? `${name} without id`, { id, name })
      session.call(id, name, input, place)
    }
    this.#emitResults(message.results, session, place)
  }

  #emitResults(results: readonly ChatResult[], session: RecordedSession, place: StepPlace): void {
    for (const { call, name, stated, output } of results) {
      const key = call ?? `${name ?? ''} without id`
      const answered = this.#open.get(key)
      if (answered === undefined) {
        const reason = 'a result of a call that is not in the conversation'
        this.#context.onSkipped({ file: this.#context.file, line: place.line, reason })
        continue
      }
      this.#open.delete(key)
      const isTodo = this.#todoTools.has(answered.name)
      const ok = isTodo ? stated !== false && !saysRefused(output) : stated
      session.result(answered.id, ok, output, null, place)
    }
  }

  /** What stands beside results was put there by the program; by itself it is an input. */
  #emitInput({ texts, results }: ChatMessage, session: RecordedSession, place: StepPlace): void {
    const said = texts.filter((text) => !reminder.test(text))
    for (const text of texts.filter((each) => reminder.test(each))) {
      session.endTurn()
      session.remind(text, place)
    }
    if (said.length > 0 && results.length === 0)
      session.receive({ trigger: 'user', text: said.join('\n'), uuid: null, place })
    else for (const text of said) session.say('user', text, place)
  }
}
