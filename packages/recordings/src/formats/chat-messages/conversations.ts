/**
 * The conversations of one file. A log of requests holds a conversation again and again, each time with more in it:
 * where an array of messages begins with all those of an earlier conversation, it goes on with that one.
 */

import { freeId } from '../../free-id.js'
import type { JsonObject } from '../../json-value.js'
import type { KnownTodoTools, RecordingStep } from '../../recording.js'
import { ChatConversation, digestOf, type PlacedMessage } from './conversation.js'
import { readMessage } from './message.js'
import { conversationIn, momentIn } from './names.js'

/** What is given of a file. */
export interface ChatFile {
  /** The id of a conversation that names none. */
  readonly fallback: string
  /** Is given what can't be read. */
  readonly onSkipped: (line: number, reason: string) => void
  /** What is known of todo tools. */
  readonly todoTools: KnownTodoTools
}

/** So many conversations can go on; older ones are over. */
const mostOpen = 8

/** An array of messages that is read. */
interface OpenArray {
  readonly name: string | null
  /** When it was sent, or null. */
  readonly at: Date | null
  /** The conversations that begin as the array does, as far as it was read. */
  candidates: readonly ChatConversation[]
  /** Of those that it holds all of, the longest: what came since is held. */
  whole: ChatConversation | null
  held: { readonly placed: PlacedMessage; readonly digest: string }[]
  index: number
  /** The conversation that it is, once that is known. */
  conversation: ChatConversation | null
}

/** Finds the conversation that a message belongs to. */
export class ChatConversations {
  readonly #steps: RecordingStep[] = []
  readonly #file: ChatFile
  readonly #ids = new Set<string>()
  #recent: readonly ChatConversation[] = []
  readonly #loose = new Map<string, ChatConversation>()
  #array: OpenArray | null = null

  /** @param file what it is */
  constructor(file: ChatFile) {
    this.#file = file
  }

  /** An array of messages begins. */
  open(head: JsonObject | null): readonly RecordingStep[] {
    this.#close()
    const name = head === null ? null : conversationIn(head)
    const fits = ({ id }: ChatConversation): boolean => name === null || id === name
    this.#array = {
      name,
      at: head === null ? null : momentIn(head),
      candidates: this.#recent.filter(fits),
      whole: null,
      held: [],
      index: 0,
      conversation: null,
    }
    return this.#steps.splice(0)
  }

  /** Takes a message. */
  take(value: JsonObject, line: number, length: number): readonly RecordingStep[] {
    const message = readMessage(value)
    if (typeof message === 'string') {
      this.#file.onSkipped(line, message)
      return []
    }
    const at = message.at ?? this.#array?.at ?? null
    const placed = { message: { ...message, at }, line, length }
    const digest = digestOf(message)
    if (this.#array === null || message.session !== null) {
      this.#looseOf(message.session).take(placed, digest)
    } else {
      this.#takeInArray(this.#array, placed, digest)
    }
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    this.#close()
    const open = [...this.#loose.values(), ...this.#recent]
    for (const conversation of open.toSorted((one, other) => one.number - other.number)) {
      conversation.finish()
    }
    return this.#steps.splice(0)
  }

  #takeInArray(array: OpenArray, placed: PlacedMessage, digest: string): void {
    const { index } = array
    array.index += 1
    if (array.conversation !== null) {
      array.conversation.take(placed, digest)
      return
    }
    array.candidates = array.candidates.filter((each) => each.hasAt(index, digest))
    array.held.push({ placed, digest })
    const whole = array.candidates.find((each) => each.length === index + 1)
    if (whole !== undefined) {
      array.whole = whole
      array.held = []
      array.candidates = array.candidates.filter((each) => each !== whole)
    }
    if (array.candidates.length === 0 && array.held.length > 0) {
      this.#settle(array)
    }
  }

  /** No earlier conversation begins as this one does: it goes on with one, or is new. */
  #settle(array: OpenArray): void {
    const conversation = array.whole ?? this.#begin(array.name)
    array.conversation = conversation
    for (const { placed, digest } of array.held.splice(0)) {
      conversation.take(placed, digest)
    }
    const others = this.#recent.filter((each) => each !== conversation)
    for (const old of others.slice(mostOpen - 1)) {
      old.finish()
    }
    this.#recent = [conversation, ...others.slice(0, mostOpen - 1)]
  }

  /** An array that ended within what an earlier conversation holds says nothing new. */
  #close(): void {
    this.#array = null
  }

  #looseOf(name: string | null): ChatConversation {
    const key = name ?? ''
    const conversation = this.#loose.get(key) ?? this.#begin(name)
    this.#loose.set(key, conversation)
    return conversation
  }

  #begin(name: string | null): ChatConversation {
    const id = freeId(name ?? this.#file.fallback, this.#ids)
    this.#ids.add(id)
    return new ChatConversation({
      id,
      number: this.#ids.size,
      steps: this.#steps,
      onSkipped: this.#file.onSkipped,
      todoTools: this.#file.todoTools,
    })
  }
}
