/** The spans of a file as the steps of sessions: which conversation each belongs to, in the order in which they began. */

import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { KnownTodoTools, RecordingStep } from '../../recording.js'
import { withoutTodos } from '../chat-messages/profile-of.js'
import { inputsOf, outputsOf, type SpanMessage } from './messages.js'
import { agentOf, argumentsOf, callOf, conversationOf, resultOf, type Span, toolOf, usageOf } from './span.js'

/** As many spans around one are looked at. */
const deepest = 200

interface Belonging {
  readonly conversation: string
  /** The session: the conversation, or in it that of an agent inside another one. */
  readonly session: string
  /** The call that started that agent, or null. */
  readonly call: string | null
}

export function stepsOf(spans: readonly Span[], todoTools: KnownTodoTools): readonly RecordingStep[] {
  const sorted = spans.toSorted((one, other) => compare(one.start, other.start))
  const belonging = belongings(sorted)
  const steps: RecordingStep[] = []
  const sessions = new Map<string, Span[]>()
  for (const span of sorted) {
    const { session } = belonging(span)
    const own = sessions.get(session)
    if (own === undefined) sessions.set(session, [span])
    else own.push(span)
  }
  const conversations = new Map<string, TracedConversation>()
  const conversationAt = (id: string, parent: string | null, span: Span): TracedConversation => {
    const known = conversations.get(id)
    if (known !== undefined) return known
    const own = sessions.get(id) ?? []
    const profile = own.map((each) => profileIn(each, todoTools)).find((found) => found !== null)
    const identity = { id, parent, profile: profile ?? withoutTodos, goal: null }
    const session = new RecordedSession(identity, steps)
    session.open(placeOf(span, false))
    const conversation = new TracedConversation(session, own)
    conversations.set(id, conversation)
    return conversation
  }
  const moments = sorted.flatMap((span) => [
    { time: span.start, isEnd: false, span },
    { time: span.end, isEnd: true, span },
  ])
  for (const { span, isEnd } of moments.sort(inOrder)) {
    const { conversation, session, call } = belonging(span)
    const isChild = session !== conversation
    if (span.operation === 'other' || (span.operation === 'agent' && !isChild)) continue
    if (span.operation === 'agent')
      conversationAt(conversation, null, span).moveWork(span, isEnd, session, call)
    else conversationAt(session, isChild ? conversation : null, span).take(span, isEnd)
  }
  for (const conversation of conversations.values()) conversation.finish()
  return steps
}

/** Says where spans belong: by what they, those around them, or else others of their trace say. */
function belongings(spans: readonly Span[]): (span: Span) => Belonging {
  const byId = new Map(spans.map((span) => [`${span.trace} ${span.id}`, span]))
  const ofTraces = new Map<string, string>()
  for (const span of spans.toReversed()) {
    const named = conversationOf(span)
    if (named !== null) ofTraces.set(span.trace, named)
  }
  return (span) => {
    const around: Span[] = []
    for (let at: Span | undefined = span; at !== undefined && around.length < deepest; ) {
      around.push(at)
      at = byId.get(`${at.trace} ${at.parent}`)
    }
    const named = around.map(conversationOf).find((found) => found !== null)
    const conversation = named ?? ofTraces.get(span.trace) ?? span.trace
    const agents = around.map(agentOf)
    const inner = agents.findIndex((agent) => agent !== null)
    const agent = agents[inner] ?? null
    const outer = agents.findIndex((other, at) => at > inner && other !== null && other !== agent)
    if (agent === null || outer === -1) return { conversation, session: conversation, call: null }
    const calls = around.slice(inner, outer + 1).map(callOf)
    const call = calls.find((found) => found !== null) ?? null
    return { conversation, session: `${conversation}/${agent}`, call }
  }
}

function profileIn(span: Span, todoTools: KnownTodoTools): string | null {
  const calls =
    span.operation === 'tool'
      ? [{ name: toolOf(span), input: argumentsOf(span) }]
      : span.operation === 'chat'
        ? outputsOf(span).flatMap((message) => message.calls)
        : []
  return calls.map((call) => todoTools.profileOf(call)).find((found) => found !== null) ?? null
}

interface Moment {
  readonly time: bigint
  readonly isEnd: boolean
  readonly span: Span
}

/** By time; what ends comes before what begins at the same moment, but not before it began itself. */
function inOrder(one: Moment, other: Moment): number {
  const byTime = compare(one.time, other.time)
  if (byTime !== 0) return byTime
  if (one.span === other.span) return Number(one.isEnd) - Number(other.isEnd)
  const isInstant = ({ span }: Moment): boolean => span.start === span.end
  if (isInstant(one) || isInstant(other)) return 0
  return Number(other.isEnd) - Number(one.isEnd)
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}

function placeOf({ start, end, line }: Span, isEnd: boolean): StepPlace {
  return { at: new Date(Number((isEnd ? end : start) / 1_000_000n)), line }
}

class TracedConversation {
  readonly #session: RecordedSession
  /** False where only tool calls were traced: those that overlap in time are one turn. */
  readonly #hasResponses: boolean
  /** The calls that have a span of their own: they are told when it begins. */
  readonly #traced: ReadonlySet<string | null>
  /** The calls that have no result yet, with their tools. */
  readonly #open = new Map<string, string>()
  /** Of these by their tools those that no span has shown, in the order in which they were asked for. */
  readonly #asked = new Map<string, Set<string>>()
  /** The calls of tool spans, and those spans. */
  readonly #shown = new Set<string>()
  readonly #callOf = new Map<Span, string>()
  #running = 0
  #turns = 0
  #lastInput: string | null = null

  constructor(session: RecordedSession, spans: readonly Span[]) {
    this.#session = session
    this.#hasResponses = spans.some(({ operation }) => operation === 'chat')
    this.#traced = new Set(spans.map(callOf))
  }

  /** Takes the beginning or the end of a response or a call. */
  take(span: Span, isEnd: boolean): void {
    const place = placeOf(span, isEnd)
    if (span.operation === 'tool') {
      if (isEnd) this.#endCall(span, place)
      else this.#beginCall(span, place)
      return
    }
    const response = `${span.trace} ${span.id}`
    if (!isEnd) {
      this.#takeInputs(inputsOf(span), place)
      this.#turns += 1
      this.#session.respond(response, place)
      return
    }
    this.#session.spend(response, usageOf(span))
    for (const { role, texts, calls } of outputsOf(span)) {
      if (role !== '' && role !== 'assistant') continue
      for (const text of texts) this.#session.say('assistant', text, place)
      for (const { call, name, input } of calls)
        if (call !== null && !this.#traced.has(call)) this.#call(call, name, input, place)
    }
  }

  /** An agent inside this conversation begins or ends. */
  moveWork(span: Span, isEnd: boolean, child: string, call: string | null): void {
    this.#session.moveWork(isEnd ? 'subagent-end' : 'subagent-start', child, call, placeOf(span, isEnd))
  }

  finish(): void {
    this.#session.endRun()
  }

  #beginCall(span: Span, place: StepPlace): void {
    if (!this.#hasResponses && this.#running === 0) {
      this.#turns += 1
      this.#session.respond(`tools ${this.#turns}`, place)
    }
    this.#running += 1
    if (this.#turns === 0) this.#session.respond('before the first response', place)
    const name = toolOf(span)
    // Without an id it is the first call of the tool that a response asked for and no span has shown.
    const [asked] = this.#asked.get(name) ?? []
    const id = callOf(span) ?? asked ?? span.id
    if (!this.#shown.has(id)) this.#call(id, name, argumentsOf(span), place)
    this.#shown.add(id)
    this.#asked.get(this.#open.get(id) ?? name)?.delete(id)
    this.#callOf.set(span, id)
  }

  #endCall(span: Span, place: StepPlace): void {
    this.#running -= 1
    this.#result(this.#callOf.get(span) ?? span.id, span.ok, resultOf(span), place)
  }

  /** What stands behind the model's last message is new: results, and what a person says. */
  #takeInputs(messages: readonly SpanMessage[], place: StepPlace): void {
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    for (const { role, texts, results } of messages.slice(last + 1)) {
      for (const { call, output } of results)
        if (call !== null && !this.#shown.has(call)) this.#result(call, null, output, place)
      const text = texts.join('\n')
      // A request that was sent again holds the same input again.
      if (role !== 'user' || text === '' || (text === this.#lastInput && last === -1)) continue
      this.#lastInput = text
      this.#session.receive({ trigger: 'user', text, uuid: null, place })
    }
  }

  #call(id: string, name: string, input: unknown, place: StepPlace): void {
    if (this.#open.has(id)) return
    this.#open.set(id, name)
    const asked = this.#asked.get(name) ?? new Set<string>()
    this.#asked.set(name, asked.add(id))
    this.#session.call(id, name, input, place)
  }

  #result(id: string, ok: boolean | null, output: string, place: StepPlace): void {
    this.#asked.get(this.#open.get(id) ?? '')?.delete(id)
    if (this.#open.delete(id)) this.#session.result(id, ok, output, null, place)
  }
}
