/**
 * The conversations of one file. A log of requests holds a conversation again and again, each time with more in it:
 * where an array of messages begins with all those of an earlier conversation, it goes on with that one.
 */

import { createHash } from 'node:crypto'
import { UniqueIds } from '../../ids.js'
import type { JsonObject } from '../../json-value.js'
import type { RecordingStep } from '../../recording.js'
import { ChatConversation, type ChatFile, type PlacedMessage } from './conversation.js'
import { type ChatMessage, readMessage } from './message.js'
import { conversationIn, momentIn } from './names.js'

interface OpenArray {
  readonly name: string | null
  /** When it was sent, or null. */
  readonly at: Date | null
  /** The digest of its messages so far. */
  digest: string
  /** Its messages, until it is known which conversation it is: those of an earlier one so far. */
  held: PlacedMessage[]
  conversation: ChatConversation | null
}

/** Finds the conversation that a message belongs to. */
export class ChatConversations {
  readonly #steps: RecordingStep[] = []
  readonly #file: ChatFile
  readonly #conversations: ChatConversation[] = []
  readonly #ids = new UniqueIds()
  /** By the digests of how conversations begin, however far. */
  readonly #beginnings = new Map<string, ChatConversation>()
  /** The conversations of messages in no array, by their names. */
  readonly #loose = new Map<string | null, ChatConversation>()
  #array: OpenArray | null = null

  constructor(file: ChatFile) {
    this.#file = file
  }

  /** An array of messages begins. @param head what stands before it in the object that holds it */
  open(head: JsonObject | null): readonly RecordingStep[] {
    const name = head === null ? null : conversationIn(head)
    const at = head === null ? null : momentIn(head)
    this.#array = { name, at, digest: name ?? '', held: [], conversation: null }
    return []
  }

  take(value: JsonObject, line: number): readonly RecordingStep[] {
    const message = readMessage(value)
    if (typeof message === 'string') {
      this.#file.onSkipped(line, message)
      return []
    }
    const at = message.at ?? this.#array?.at ?? null
    const placed = { message: { ...message, at }, line, digest: digestOf(message) }
    if (this.#array === null || message.session !== null) {
      const conversation = this.#loose.get(message.session) ?? this.#begin(message.session)
      this.#loose.set(message.session, conversation)
      conversation.take(placed)
    } else this.#takeInArray(this.#array, placed)
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    for (const conversation of this.#conversations) conversation.finish()
    return this.#steps.splice(0)
  }

  /** An array that ends within what an earlier conversation holds says nothing new. */
  #takeInArray(array: OpenArray, placed: PlacedMessage): void {
    const before = array.digest
    array.digest = hashOf(before + placed.digest)
    let taken: readonly PlacedMessage[] = [placed]
    if (array.conversation === null) {
      array.held.push(placed)
      if (this.#beginnings.has(array.digest)) return
      const earlier = this.#beginnings.get(before)
      const goesOn = earlier?.end === before
      if (!goesOn) taken = array.held
      array.held = []
      array.conversation = goesOn ? earlier : this.#begin(array.name)
    }
    const { conversation, digest } = array
    conversation.end = digest
    this.#beginnings.set(digest, conversation)
    for (const each of taken) conversation.take(each)
  }

  #begin(name: string | null): ChatConversation {
    const id = this.#ids.give(name ?? this.#file.fallback)
    const conversation = new ChatConversation(id, this.#steps, this.#file)
    this.#conversations.push(conversation)
    return conversation
  }
}

/** What sets a message apart from others: all that it says, and not how it was written. */
function digestOf({ role, texts, calls, results }: ChatMessage): string {
  return hashOf(JSON.stringify([role, texts, calls, results.map(({ call, output }) => [call, output])]))
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
