/**
 * Sessions that only a tracer saw: the GenAI spans of OpenTelemetry in OTLP/JSON. They are written when they end, so all are
 * held and told in the order in which they began. Shapes: docs/sources/formats.md#opentelemetry.
 */

import { addNew } from '../../ids.js'
import { arrayIn, objectsOf } from '../../json.js'
import { RecordedSession, type SessionIdentity, type StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { withoutTodos } from '../chat-messages/profile-of.js'
import { agentOf, calledIn, callOf, conversationOf, messagesIn, type Span, spanOf, usageOf } from './span.js'

const list = 'resourceSpans'

export const opentelemetry: RecordingFormat = {
  name: 'opentelemetry',
  lists: new Set([list]),
  /** Sure where a document of spans begins; it need not hold a GenAI span yet. */
  certaintyOf: (record) => (Array.isArray(record[list]) ? 0.95 : 0),
  reader(context) {
    const spans: Span[] = []
    return {
      take(record, line) {
        for (const scope of objectsOf(record['scopeSpans']))
          for (const raw of arrayIn(scope, 'spans')) {
            const span = spanOf(raw, line)
            if (span !== null) spans.push(span)
            else context.skip(line, 'this is no span: it has no ids or no times')
          }
      },
      finish: () => emitSteps(spans, context),
    }
  },
}

function emitSteps(spans: readonly Span[], { todoTools, steps }: ReadContext): void {
  const sorted = spans.toSorted((one, other) => compare(one.start, other.start))
  const belonging = belongings(sorted)
  const ofSession = new Map<string, Span[]>()
  for (const span of sorted) {
    const { session } = belonging(span)
    const own = ofSession.get(session) ?? []
    own.push(span)
    ofSession.set(session, own)
  }
  const conversations = new Map<string, TracedConversation>()
  const conversationAt = (id: string, parent: string | null, span: Span): TracedConversation => {
    const own = ofSession.get(id) ?? []
    const calls = own.filter(({ operation }) => operation === 'tool').map(calledIn)
    const profile = calls.map(todoTools.profileOf).find((found) => found !== null) ?? withoutTodos
    const known = conversations.get(id) ?? new TracedConversation({ id, parent, profile }, own, steps)
    if (!conversations.has(id)) known.session.open(placeOf(span, false))
    conversations.set(id, known)
    return known
  }
  const moments = sorted.flatMap((span) => [
    { time: span.start, isEnd: false, span },
    { time: span.end, isEnd: true, span },
  ])
  for (const { span, isEnd } of moments.sort(byTime)) {
    const { conversation, session, call } = belonging(span)
    const isChild = session !== conversation
    if (span.operation === 'other' || (span.operation === 'agent' && !isChild)) continue
    if (span.operation === 'agent') {
      const kind = isEnd ? 'subagent-end' : 'subagent-start'
      const parent = conversationAt(conversation, null, span)
      parent.session.moveWork(kind, session, call, placeOf(span, isEnd))
    } else conversationAt(session, isChild ? conversation : null, span).take(span, isEnd)
  }
  for (const { session } of conversations.values()) session.endRun()
}

/** As many spans around one are looked at. */
const deepest = 200

/**
 * Says where spans belong, by what they, those around them, or else others of their trace say: the conversation; the
 * session, which is the conversation, or in it that of an agent inside another one; and the call that started that agent.
 */
function belongings(spans: readonly Span[]) {
  const byId = new Map(spans.map((span) => [`${span.trace} ${span.id}`, span]))
  const named = spans.toReversed().filter((span) => conversationOf(span) !== null)
  const ofTraces = new Map(named.map((span) => [span.trace, conversationOf(span)]))
  return (span: Span) => {
    const around: Span[] = []
    for (let at: Span | undefined = span; at !== undefined && around.length < deepest; ) {
      around.push(at)
      at = byId.get(`${at.trace} ${at.parent}`)
    }
    const said = around.map(conversationOf).find((found) => found !== null)
    const conversation = said ?? ofTraces.get(span.trace) ?? span.trace
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

interface Moment {
  readonly time: bigint
  readonly isEnd: boolean
  readonly span: Span
}

/** What ends comes before what begins at the same moment; a span without length is told in its own place. */
function byTime(one: Moment, other: Moment): number {
  const isBefore = ({ span, isEnd, time }: Moment): boolean => isEnd && span.start < time
  return compare(one.time, other.time) || Number(isBefore(other)) - Number(isBefore(one))
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}

function placeOf({ start, end, line }: Span, isEnd: boolean): StepPlace {
  return { at: new Date(Number((isEnd ? end : start) / 1_000_000n)), line }
}

class TracedConversation {
  readonly session: RecordedSession
  /** False where only tool calls were traced: those that overlap in time are one turn. */
  readonly #hasResponses: boolean
  readonly #begun = new Set<string>()
  readonly #ended = new Set<string>()
  #running = 0
  #turns = 0
  #lastInput: string | null = null

  constructor(identity: SessionIdentity, spans: readonly Span[], steps: RecordingStep[]) {
    this.session = new RecordedSession(identity, steps)
    this.#hasResponses = spans.some(({ operation }) => operation === 'chat')
  }

  /** Takes the beginning or the end of a response or a call. */
  take(span: Span, isEnd: boolean): void {
    const place = placeOf(span, isEnd)
    const call = callOf(span)
    const response = `${span.trace} ${span.id}`
    if (call !== null) this.#takeCall(span, call, isEnd, place)
    else if (isEnd) {
      this.session.spend(response, usageOf(span))
      for (const { role, texts } of messagesIn(span, 'output'))
        if (role === '' || role === 'assistant')
          for (const text of texts) this.session.say('assistant', text, place)
    } else {
      this.#takeInputs(span, place)
      this.#turns += 1
      this.session.respond(response, place)
    }
  }

  #takeCall(span: Span, call: string, isEnd: boolean, place: StepPlace): void {
    const { name, input, output } = calledIn(span)
    if (isEnd) {
      this.#running -= 1
      if (addNew(this.#ended, call)) this.session.result(call, span.ok, output, place)
      return
    }
    if (this.#turns === 0 || (!this.#hasResponses && this.#running === 0)) {
      this.#turns += 1
      this.session.respond(`tools ${this.#turns}`, place)
    }
    this.#running += 1
    if (addNew(this.#begun, call)) this.session.call(call, name, input, place)
  }

  /** What a person says behind the model's last message is new. */
  #takeInputs(span: Span, place: StepPlace): void {
    const messages = messagesIn(span, 'input')
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    for (const { role, texts } of messages.slice(last + 1)) {
      const text = texts.join('\n')
      // A request that was sent again holds the same input again.
      if (role !== 'user' || text === '' || (text === this.#lastInput && last === -1)) continue
      this.#lastInput = text
      this.session.receive({ text, place })
    }
  }
}
