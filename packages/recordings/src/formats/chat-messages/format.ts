/**
 * Conversations as arrays of messages, for the many programs that keep what they send to a model: OpenAI, Anthropic,
 * LangChain, the AI SDK. Shapes, and how they are read: docs/sources/chat-messages.md.
 */

import { createHash } from 'node:crypto'
import { idOfFile, UniqueIds } from '../../ids.js'
import type { ReadContext, RecordingFormat, RecordingStep, RecordReader } from '../../recording.js'
import { ChatConversation, type PlacedMessage } from './conversation.js'
import { type ChatMessage, conversationIn, momentIn, readMessage } from './message.js'

export const chatMessages: RecordingFormat = {
  name: 'chat-messages',
  lists: new Set(['messages']),
  /** Never quite sure, for others have messages, too; surer where tools are called. */
  certaintyOf(record) {
    const message = readMessage(record)
    if (typeof message === 'string') return 0
    if (message.calls.length + message.results.length > 0) return 0.8
    return message.texts.length > 0 ? 0.6 : 0
  },
  reader,
}

/** An array of messages while it is read. */
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

/**
 * A log of requests holds a conversation again and again, each time with more in it: where an array of messages begins with
 * all those of an earlier conversation, it goes on with that one.
 */
function reader(context: ReadContext): RecordReader {
  const steps: RecordingStep[] = []
  const ids = new UniqueIds()
  const conversations: ChatConversation[] = []
  /** By the digests of how conversations begin, however far. */
  const beginnings = new Map<string, ChatConversation>()
  /** The conversations of messages in no array, by their names. */
  const loose = new Map<string | null, ChatConversation>()
  let array: OpenArray | null = null

  const begin = (name: string | null): ChatConversation => {
    const conversation = new ChatConversation(ids.give(name ?? idOfFile(context.file)), steps, context)
    conversations.push(conversation)
    return conversation
  }

  /** An array that ends within what an earlier conversation holds says nothing new. */
  const takeInArray = (into: OpenArray, placed: PlacedMessage): void => {
    const before = into.digest
    into.digest = hashOf(before + placed.digest)
    let taken: readonly PlacedMessage[] = [placed]
    if (into.conversation === null) {
      into.held.push(placed)
      if (beginnings.has(into.digest)) return
      const earlier = beginnings.get(before)
      const goesOn = earlier?.end === before
      if (!goesOn) taken = into.held
      into.held = []
      into.conversation = goesOn ? earlier : begin(into.name)
    }
    into.conversation.end = into.digest
    beginnings.set(into.digest, into.conversation)
    for (const each of taken) into.conversation.take(each)
  }

  return {
    begin(head) {
      const name = head === null ? null : conversationIn(head)
      const at = head === null ? null : momentIn(head)
      array = { name, at, digest: name ?? '', held: [], conversation: null }
      return []
    },
    take(record, line) {
      const message = readMessage(record)
      if (typeof message === 'string') {
        context.onSkipped({ file: context.file, line, reason: message })
        return []
      }
      const at = message.at ?? array?.at ?? null
      const placed = { message: { ...message, at }, line, digest: digestOf(message) }
      if (array === null || message.session !== null) {
        const conversation = loose.get(message.session) ?? begin(message.session)
        loose.set(message.session, conversation)
        conversation.take(placed)
      } else takeInArray(array, placed)
      return steps.splice(0)
    },
    finish() {
      for (const conversation of conversations) conversation.finish()
      return steps.splice(0)
    },
  }
}

/** What sets a message apart from others: all that it says, and not how it was written. */
function digestOf({ role, texts, calls, results }: ChatMessage): string {
  return hashOf(JSON.stringify([role, texts, calls, results.map(({ call, output }) => [call, output])]))
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
