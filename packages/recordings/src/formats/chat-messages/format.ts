/**
 * Conversations as arrays of messages, for the many programs that keep what they send to a model: OpenAI, Anthropic,
 * LangChain, the AI SDK. Shapes, and how they are read: docs/sources/formats.md#chat-messages.
 */

import { createHash } from 'node:crypto'
import { addNew, idOfFile, UniqueIds } from '../../ids.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'
import { type ChatMessage, type ChatResult, conversationIn, momentIn, readMessage } from './message.js'
import { saysRefused, withoutTodos } from './profile-of.js'

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

interface PlacedMessage {
  readonly message: ChatMessage
  /** The line where it begins, from 1. */
  readonly line: number
  readonly digest: string
}

interface OpenArray {
  readonly name: string | null
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
  const ids = new UniqueIds()
  const conversations: ChatConversation[] = []
  /** By the digests of how conversations begin, however far. */
  const beginnings = new Map<string, ChatConversation>()
  /** The conversations of messages in no array, by their names. */
  const loose = new Map<string | null, ChatConversation>()
  let array: OpenArray | null = null

  const begin = (name: string | null): ChatConversation => {
    const conversation = new ChatConversation(ids.give(name ?? idOfFile(context.file)), context)
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
    },
    take(record, line) {
      const message = readMessage(record)
      if (typeof message === 'string') {
        context.skip(line, message)
        return
      }
      const at = message.at ?? array?.at ?? null
      const placed = { message: { ...message, at }, line, digest: digestOf(message) }
      if (array === null || message.session !== null) {
        const conversation = loose.get(message.session) ?? begin(message.session)
        loose.set(message.session, conversation)
        conversation.take(placed)
      } else takeInArray(array, placed)
    },
    finish() {
      for (const conversation of conversations) conversation.finish()
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

/** How a program reminds the model of its list, beside the results or in the person's name. */
const reminder = /^\s*<(?:system-)?reminder>[\s\S]*?(?:to-?dos?|task list|plan)\b/i

class ChatConversation {
  /** The digest of all its messages. */
  end = ''
  readonly #session: RecordedSession
  readonly #context: ReadContext
  /** The messages that have an id of their own, by it and what they say. */
  readonly #named = new Set<string>()
  readonly #calls = new UniqueIds()
  /** The calls that wait for a result, by the id that the messages have for them. */
  readonly #open = new Map<string, { readonly id: string; readonly name: string }>()
  #at = new Date(0)
  #count = 0
  /** The response that the items before belong to, or null. */
  #part: string | null = null

  constructor(id: string, context: ReadContext) {
    this.#context = context
    const choice = { todoTools: context.todoTools, otherwise: withoutTodos }
    this.#session = new RecordedSession({ id, profile: null }, context.steps, choice)
  }

  finish(): void {
    this.#session.finish()
  }

  take({ message, line, digest }: PlacedMessage): void {
    if (message.id !== null && !addNew(this.#named, `${message.id} ${digest}`)) return
    const session = this.#session
    this.#count += 1
    this.#at = message.at ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    const { role, texts, results } = message
    if (role === 'assistant') this.#emitResponse(message, session, place)
    else if (role === 'summary') session.compact(texts.join('\n'), place)
    else if (role !== 'nothing') {
      this.#part = null
      this.#emitResults(results, session, place)
      emitInput(message, session, place)
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
      this.#open.delete(key)
      if (answered === undefined)
        this.#context.skip(place.line, 'a result of a call that is not in the conversation')
      else {
        const isTodo = this.#context.todoTools.toolsOf(session.profile ?? withoutTodos).has(answered.name)
        session.result(answered.id, isTodo ? stated !== false && !saysRefused(output) : stated, output, place)
      }
    }
  }
}

/** What stands beside results was put there by the program; by itself it is an input. */
function emitInput({ texts, results }: ChatMessage, session: RecordedSession, place: StepPlace): void {
  const said = texts.filter((text) => !reminder.test(text))
  for (const text of texts.filter((each) => reminder.test(each))) {
    session.endTurn()
    session.remind(text, place)
  }
  if (said.length > 0 && results.length === 0) session.receive({ text: said.join('\n'), place })
  else for (const text of said) session.say('user', text, place)
}
