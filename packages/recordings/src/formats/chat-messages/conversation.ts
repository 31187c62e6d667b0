/** One conversation as the steps of a session. */

import { createHash } from 'node:crypto'
import { freeId } from '../../free-id.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { KnownTodoTools, RecordingStep } from '../../recording.js'
import type { ChatCall, ChatResult } from './blocks.js'
import type { ChatMessage } from './message.js'
import { withoutTodos } from './profile-of.js'
import { saysRefused } from './refusal.js'

/** A message with its place. */
export interface PlacedMessage {
  /** The message. */
  readonly message: ChatMessage
  /** The line where it begins, from 1. */
  readonly line: number
  /** Its length, in characters. */
  readonly length: number
}

/** A message that may wait for what is known of the conversation later. */
interface NumberedMessage extends PlacedMessage {
  /** Its number in the conversation, from 1. */
  readonly number: number
}

/** What a conversation is given. */
export interface ConversationPlace {
  /** Its id. */
  readonly id: string
  /** Its number in the file, from 1. */
  readonly number: number
  /** Where its steps are put. */
  readonly steps: RecordingStep[]
  /** Is given what can't be read. */
  readonly onSkipped: (line: number, reason: string) => void
  /** What is known of todo tools. */
  readonly todoTools: KnownTodoTools
}

/** So many characters and messages wait for the first call of a todo tool, which says the profile. */
const mostWaiting = 4_000_000
const mostMessages = 5000
/** A conversation of more messages is not compared with those that come after it. */
const mostCompared = 20_000

/** How a program reminds the model of its list, beside the results or in the person's name. */
const reminder = /^\s*<(?:system-)?reminder>[\s\S]*?(?:to-?dos?|task list|plan)\b/i

/** Emits one conversation. */
export class ChatConversation {
  readonly #place: ConversationPlace
  readonly #digests: string[] = []
  readonly #named = new Set<string>()
  #waiting: NumberedMessage[] = []
  #held = 0
  #session: RecordedSession | null = null
  #todoTools: ReadonlySet<string> = new Set()
  readonly #calls = new Set<string>()
  /** The calls that wait for a result, by the id that the messages have for them, and the id that each is emitted by. */
  readonly #open = new Map<string, { readonly id: string; readonly name: string }>()
  #at = new Date(0)
  #count = 0
  #part: string | null = null

  /** @param place what it is and where it goes */
  constructor(place: ConversationPlace) {
    this.#place = place
  }

  /** Its id. */
  get id(): string {
    return this.#place.id
  }

  /** How many messages were taken. */
  get length(): number {
    return this.#count
  }

  /** Its number in the file, from 1. */
  get number(): number {
    return this.#place.number
  }

  /** True where the message at this place, from 0, was the same. */
  hasAt(index: number, digest: string): boolean {
    return this.#digests[index] === digest
  }

  /** Takes the next message. */
  take(taken: PlacedMessage, digest: string): void {
    const { message } = taken
    this.#count += 1
    const placed: NumberedMessage = { ...taken, number: this.#count }
    if (this.#digests.length < mostCompared) {
      this.#digests.push(digest)
    }
    if (message.id !== null && this.#isRepeated(message.id, digest)) {
      return
    }
    if (this.#session !== null) {
      this.#emit(placed)
      return
    }
    this.#waiting.push(placed)
    this.#held += placed.length
    const profile =
      message.calls.map((call) => this.#place.todoTools.profileOf(call)).find((found) => found !== null) ??
      null
    if (profile !== null || this.#held > mostWaiting || this.#waiting.length > mostMessages) {
      this.#begin(profile ?? withoutTodos)
    }
  }

  /** Ends it. */
  finish(): void {
    if (this.#waiting.length > 0) {
      this.#begin(withoutTodos)
    }
    this.#session?.endRun()
  }

  #isRepeated(id: string, digest: string): boolean {
    const key = `${id} ${digest}`
    const isRepeated = this.#named.has(key)
    if (this.#named.size < mostCompared) {
      this.#named.add(key)
    }
    return isRepeated
  }

  #begin(profile: string): void {
    const identity = { id: this.id, parent: null, profile, goal: null }
    this.#session = new RecordedSession(identity, this.#place.steps)
    this.#todoTools = this.#place.todoTools.toolsOf(profile)
    for (const placed of this.#waiting.splice(0)) {
      this.#emit(placed)
    }
  }

  #emit({ message, line, number }: NumberedMessage): void {
    const session = this.#session
    this.#at = message.at ?? this.#at
    if (session === null || message.role === 'nothing') {
      return
    }
    const place: StepPlace = { at: this.#at, line }
    switch (message.role) {
      case 'assistant':
        this.#emitResponse(message, session, { ...place, number })
        break
      case 'summary':
        session.compact(message.texts.join('\n'), place)
        break
      default:
        this.#part = null
        this.#emitResults(message.results, session, place)
        this.#emitInput(message, session, place)
    }
  }

  /** A message is a response; records with one id, and the items of the Responses API in a row, are one together. */
  #emitResponse(
    message: ChatMessage,
    session: RecordedSession,
    { number, ...place }: StepPlace & Pick<NumberedMessage, 'number'>,
  ): void {
    const named = `message ${number} on line ${place.line}`
    const own = message.isPart ? null : message.id
    const inRow = message.isPart ? (this.#part ?? named) : null
    this.#part = inRow
    const response = own ?? inRow ?? named
    session.respond(response, place)
    session.spend(response, message.usage ?? null)
    for (const text of message.texts) {
      session.say('assistant', text, place)
    }
    for (const call of message.calls) {
      this.#emitCall(call, session, place)
    }
    this.#emitResults(message.results, session, place)
  }

  /** Some models use an id again in each response: an id that was emitted before is another call's. */
  #emitCall({ call, name, input }: ChatCall, session: RecordedSession, place: StepPlace): void {
    const id = freeId(call ?? `${name} on line ${place.line}`, this.#calls)
    this.#calls.add(id)
    this.#open.set(call ?? `${name} without id`, { id, name })
    const fitting = this.#place.todoTools.profileOf({ name, input })
    if (fitting !== null && !this.#todoTools.has(name)) {
      const profile = session.identity.profile
      this.#place.onSkipped(
        place.line,
        `${name} is a todo tool of ${fitting}, and this conversation is read as ${profile}`,
      )
    }
    session.call(id, name, input, place)
  }

  #emitResults(results: readonly ChatResult[], session: RecordedSession, place: StepPlace): void {
    for (const { call, name, stated, output } of results) {
      const key = call ?? `${name ?? ''} without id`
      const answered = this.#open.get(key)
      if (answered === undefined) {
        this.#place.onSkipped(place.line, 'a result of a call that is not in the conversation')
      } else {
        this.#open.delete(key)
        const ok = this.#todoTools.has(answered.name) ? stated !== false && !saysRefused(output) : stated
        session.result(answered.id, ok, output, null, place)
      }
    }
  }

  /** What stands beside results was put there by the program; by itself it is an input. */
  #emitInput({ texts, results }: ChatMessage, session: RecordedSession, place: StepPlace): void {
    const reminders = texts.filter((text) => reminder.test(text))
    const said = texts.filter((text) => !reminder.test(text))
    for (const text of reminders) {
      session.endTurn()
      session.remind(text, place)
    }
    if (said.length > 0 && results.length === 0) {
      session.receive({ trigger: 'user', text: said.join('\n'), uuid: null, place })
    } else {
      for (const text of said) {
        session.say('user', text, place)
      }
    }
  }
}

/** What sets a message apart from others: all that it says, and not how it was written. */
export function digestOf({ role, texts, calls, results }: ChatMessage): string {
  const said = JSON.stringify([role, texts, calls, results.map(({ call, output }) => [call, output])])
  return createHash('sha1').update(said).digest('base64')
}
