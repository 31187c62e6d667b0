/** Puts the spans of a file in the order in which they began, and emits each conversation's. */

import { RecordedSession } from '../../recorded-session.js'
import type { KnownTodoTools, RecordingStep } from '../../recording.js'
import { withoutTodos } from '../chat-messages/profile-of.js'
import { messagesIn } from './messages.js'
import { jsonAttribute, momentOfNanoseconds, type Span, textAttribute } from './span.js'
import { SpanTree } from './span-tree.js'
import { TracedConversation } from './traced-conversation.js'

/** As many spans are held, to be put in order; as many of them are emitted when there are more. */
const mostHeld = 20_000
const emittedAtOnce = 10_000

/** One moment of a span that something is emitted at. */
interface Moment {
  readonly time: bigint
  readonly isEnd: boolean
  readonly span: Span
}

/** What is known of a conversation before it is emitted. */
interface Foreknown {
  profile: string | null
  hasResponses: boolean
  /** The calls that have a span of their own: they are emitted when it begins. */
  readonly calls: Set<string>
}

/** Emits the conversations of a file. */
export class SpanConversations {
  readonly #todoTools: KnownTodoTools
  readonly #tree = new SpanTree()
  readonly #emitted = new Map<string, TracedConversation>()
  readonly #foreknown = new Map<string, Foreknown>()
  #held: Span[] = []
  /** Ends that come after everything that was emitted so far. */
  #ends: Moment[] = []
  #steps: RecordingStep[] = []

  /** @param todoTools what is known of todo tools */
  constructor(todoTools: KnownTodoTools) {
    this.#todoTools = todoTools
  }

  /** Takes in a span; gives what can be emitted by now. */
  take(span: Span): readonly RecordingStep[] {
    this.#tree.note(span)
    this.#held.push(span)
    if (this.#held.length <= mostHeld) return []
    this.#emit(emittedAtOnce)
    return this.#steps.splice(0)
  }

  /** Gives the rest. */
  finish(): readonly RecordingStep[] {
    this.#emit(this.#held.length)
    for (const conversation of this.#emitted.values()) conversation.finish()
    return this.#steps.splice(0)
  }

  /** Emits the earliest of the spans that are held. */
  #emit(count: number): void {
    for (const span of this.#held) this.#foreknow(span)
    this.#held.sort((one, other) => compare(one.start, other.start))
    const spans = this.#held.splice(0, count)
    const next = this.#held[0]
    const moments = [
      ...this.#ends,
      ...spans.flatMap((span): readonly Moment[] => [
        { time: span.start, isEnd: false, span },
        { time: span.end, isEnd: true, span },
      ]),
    ].sort(inOrder)
    const isLater = ({ time, isEnd }: Moment): boolean => isEnd && next !== undefined && time >= next.start
    this.#ends = moments.filter(isLater)
    for (const moment of moments) if (!isLater(moment)) this.#emitMoment(moment)
  }

  #emitMoment({ span, isEnd }: Moment): void {
    const { conversation, agent, parent, call } = this.#tree.belonging(span)
    if (span.operation === 'other') return
    const isChild = parent !== null
    const id = isChild ? `${conversation}/${agent}` : conversation
    if (span.operation === 'agent') {
      if (isChild) this.#of(span, conversation, null).moveWork(span, isEnd, id, call)
      return
    }
    const conversationHere = this.#of(span, id, isChild ? conversation : null)
    if (span.operation === 'note') conversationHere.note(span, isEnd)
    else if (span.operation === 'chat') conversationHere.respond(span, isEnd)
    else conversationHere.callTool(span, isEnd)
  }

  #of(span: Span, id: string, parent: string | null): TracedConversation {
    const known = this.#emitted.get(id)
    if (known !== undefined) return known
    const { profile, hasResponses, calls } = this.#foreknown.get(id) ?? unknown()
    const identity = { id, parent, profile: profile ?? withoutTodos, goal: null }
    const session = new RecordedSession(identity, this.#steps)
    session.open({ at: momentOfNanoseconds(span.start), line: span.line })
    const conversation = new TracedConversation(session, hasResponses, calls)
    this.#emitted.set(id, conversation)
    return conversation
  }

  /** Notes what a session's first step says already: the profile, by the first todo tool that is known of. */
  #foreknow(span: Span): void {
    if (span.operation !== 'tool' && span.operation !== 'chat') return
    const { conversation, agent, parent } = this.#tree.belonging(span)
    const id = parent === null ? conversation : `${conversation}/${agent}`
    const known = this.#foreknown.get(id) ?? unknown()
    this.#foreknown.set(id, known)
    known.hasResponses ||= span.operation === 'chat'
    known.profile ??= profileIn(span, this.#todoTools)
    const call = span.operation === 'tool' ? textAttribute(span, 'gen_ai.tool.call.id') : null
    if (call !== null) known.calls.add(call)
  }
}

function unknown(): Foreknown {
  return { profile: null, hasResponses: false, calls: new Set<string>() }
}

/** By what our own export says, or by the first todo tool that is known of. */
function profileIn(span: Span, todoTools: KnownTodoTools): string | null {
  const told = textAttribute(span, 'todo_ledger.profile')
  if (told !== null) return told
  if (span.operation === 'tool') {
    const name = textAttribute(span, 'gen_ai.tool.name')
    return name === null
      ? null
      : todoTools.profileOf({ name, input: jsonAttribute(span, 'gen_ai.tool.call.arguments') })
  }
  const calls = messagesIn(span, 'gen_ai.output.messages').flatMap((message) => message.calls)
  return calls.map((call) => todoTools.profileOf(call)).find((each) => each !== null) ?? null
}

/** By time; what ends comes before what begins at the same moment, but not before it began itself. */
function inOrder(one: Moment, other: Moment): number {
  const byTime = compare(one.time, other.time)
  if (byTime !== 0) return byTime
  if (one.span === other.span) return Number(one.isEnd) - Number(other.isEnd)
  const isInstant = (moment: Moment): boolean => moment.span.start === moment.span.end
  if (one.isEnd === other.isEnd || isInstant(one) || isInstant(other)) return 0
  return Number(other.isEnd) - Number(one.isEnd)
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}
