/** Reads the messages of a Gemini CLI chat into steps. What belongs to what: docs/sources/gemini-cli.md. */

import { addNew } from '../../add-new.js'
import { arrayIn, type JsonObject, momentOf, objectIn, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { type GeminiCall, type GeminiMessage, readMessage } from './messages.js'
import { byResponse } from './responses.js'

/** Where a file stands and what it is called. */
export interface ChatPlace {
  /** The session's id where the file names none. */
  readonly fallback: string
  /** The session in whose folder a sub-agent's file stands, or null. */
  readonly folder: string | null
}

/** What the program itself says to the model before the person says anything. */
const ownWords =
  /^\s*(?:<session_context>[\s\S]*<\/session_context>\s*$|This is the Gemini CLI\. We are setting up the context for our chat\.)/

/** True where no person wrote it: nothing, results alone, or what the program says of itself. */
function isOfProgram(text: string): boolean {
  return text.trim() === '' || ownWords.test(text)
}

/** Reads one chat. It keeps the last message, and the ids of what was emitted. */
export class GeminiReader {
  readonly #steps: RecordingStep[] = []
  readonly #chat: ChatPlace
  readonly #onSkipped: (line: number, reason: string) => void
  #session: RecordedSession | null = null
  #name: string | null = null
  #isSubagent = false
  #at = new Date(0)
  #held: { readonly message: GeminiMessage; readonly line: number } | null = null
  readonly #emitted = new Set<string>()

  /** @param chat what the file is; @param onSkipped is given what can't be read */
  constructor(chat: ChatPlace, onSkipped: (line: number, reason: string) => void) {
    this.#chat = chat
    this.#onSkipped = onSkipped
  }

  /** What the file says of the chat as a whole. */
  describe(metadata: JsonObject): void {
    this.#name ??= stringIn(metadata, 'sessionId')
    this.#isSubagent ||= metadata['kind'] === 'subagent'
    this.#at = this.#at.getTime() === 0 ? (momentOf(metadata['startTime']) ?? this.#at) : this.#at
  }

  /** Takes a record of a file of lines: a message, or what changes the chat. */
  takeRecord(record: JsonObject, line: number): readonly RecordingStep[] {
    const set = objectIn(record, '$set')
    if (set !== null) {
      this.describe(set)
      return arrayIn(set, 'messages').flatMap((message) => this.take(message, line))
    }
    if (record['$rewindTo'] !== undefined) {
      this.#emit()
      this.#session?.endRun()
      return this.#steps.splice(0)
    }
    if (stringIn(record, 'sessionId') !== null && record['type'] === undefined) {
      this.describe(record)
      return arrayIn(record, 'messages').flatMap((message) => this.take(message, line))
    }
    return this.take(record, line)
  }

  /** Takes a message. It is emitted when another one comes, for until then it may come again, with more in it. */
  take(value: unknown, line: number): readonly RecordingStep[] {
    const message = readMessage(value)
    if (typeof message === 'string') {
      this.#onSkipped(line, message)
      return []
    }
    if (message.id === null || this.#held?.message.id !== message.id) {
      this.#emit()
    }
    this.#held = { message, line: this.#held?.line ?? line }
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    this.#emit()
    this.#session?.endRun()
    return this.#steps.splice(0)
  }

  #emit(): void {
    const held = this.#held
    this.#held = null
    if (held === null) {
      return
    }
    const { message, line } = held
    this.#at = message.at ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    const isNew = this.#isNew('message', message.id ?? `line ${line}`)
    if (message.type === 'gemini') {
      this.#emitMessage(message, isNew, place)
    } else if (message.type === 'user' && isNew && !isOfProgram(message.text)) {
      this.#current().receive({ trigger: 'user', text: message.text, uuid: null, place })
    } else if (message.type === 'info' && message.text.startsWith('Request cancelled')) {
      this.#session?.interrupt(place)
    }
  }

  /** A message that comes again later has more of the same: only what is new is emitted, in its own turn. */
  #emitMessage(message: GeminiMessage, isNew: boolean, place: StepPlace): void {
    const name = message.id ?? `line ${place.line}`
    this.#current().spend(name, message.usage)
    const calls = message.calls.map((each, index) => ({
      ...each,
      id: each.call ?? `${name} call ${index + 1}`,
    }))
    const says = message.text.trim() !== '' && this.#isNew('text', name)
    for (const [index, made] of byResponse(calls).entries()) {
      const isFirst = index === 0
      const response = { name: isFirst ? name : `${name} (${index + 1})`, isNew: isFirst && (isNew || says) }
      this.#emitResponse(response, isFirst && says ? message.text : null, made, place)
    }
  }

  #emitResponse(
    response: { readonly name: string; readonly isNew: boolean },
    text: string | null,
    calls: readonly (GeminiCall & { readonly id: string })[],
    place: StepPlace,
  ): void {
    const session = this.#current()
    const made = calls.filter(({ id }) => !this.#emitted.has(`call ${id}`))
    if (response.isNew) {
      session.respond(response.name, place)
    }
    if (text !== null) {
      session.say('assistant', text, place)
    }
    const at = this.#laterOf(made[0]?.began ?? null)
    if (made.length > 0) {
      session.respond(response.name, { ...place, at })
    }
    for (const { id, name, input } of made) {
      if (this.#isNew('call', id)) {
        session.call(id, name, input, { ...place, at })
      }
    }
    for (const each of calls) {
      this.#emitResult(each, each.id, session, { ...place, at: this.#laterOf(each.ended) })
    }
  }

  /** The moment, where it comes after what was emitted so far; it is what was emitted last then. */
  #laterOf(moment: Date | null): Date {
    this.#at = moment !== null && moment > this.#at ? moment : this.#at
    return this.#at
  }

  #emitResult({ outcome, agent }: GeminiCall, id: string, session: RecordedSession, place: StepPlace): void {
    if (agent !== null && this.#isNew('agent', id)) {
      session.moveWork('subagent-start', agent, id, place)
    }
    if (outcome !== null && this.#isNew('result', id)) {
      if (agent !== null) {
        session.moveWork('subagent-end', agent, id, place)
      }
      session.result(id, outcome.ok, outcome.output, null, place)
    }
  }

  #current(): RecordedSession {
    this.#session ??= new RecordedSession(
      {
        id: this.#name ?? this.#chat.fallback,
        parent: this.#isSubagent ? this.#chat.folder : null,
        profile: 'gemini',
        goal: null,
      },
      this.#steps,
    )
    return this.#session
  }

  #isNew(kind: 'message' | 'text' | 'call' | 'result' | 'agent', id: string): boolean {
    return addNew(this.#emitted, `${kind} ${id}`)
  }
}
