/** One conversation that a tracer saw, as the steps of a session. */

import type { RecordedSession, StepPlace } from '../../recorded-session.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { argumentsOf, messagesIn, type SpanMessage, textOf } from './messages.js'
import { jsonAttribute, momentOfNanoseconds, type Span, textAttribute } from './span.js'

/** Emits one conversation. */
export class TracedConversation {
  readonly #session: RecordedSession
  readonly #hasResponses: boolean
  readonly #traced: Set<string>
  /** The calls that were emitted and have no result yet, by the name of the tool. */
  readonly #open = new Map<string, string>()
  /** Of spans that do not name their call: which one it is. */
  readonly #unnamed = new Map<string, string>()
  /** The calls that a tracer's span showed. */
  readonly #emitted = new Set<string>()
  /** Tool spans that are under way. */
  #running = 0
  #turns = 0
  #lastInput: string | null = null

  /**
   * @param hasResponses true where model responses were traced; else tool calls make the turns
   * @param traced the calls that have a span of their own
   */
  constructor(session: RecordedSession, hasResponses: boolean, traced: Set<string>) {
    this.#traced = traced
    this.#session = session
    this.#hasResponses = hasResponses
  }

  /** A model response begins or ends. */
  respond(span: Span, isEnd: boolean): void {
    const place = placeOf(span, isEnd)
    if (!isEnd) {
      this.#takeInputs(messagesIn(span, 'gen_ai.input.messages'), place)
      this.#turns += 1
      this.#session.respond(`${span.trace} ${span.id}`, place)
      return
    }
    this.#session.spend(`${span.trace} ${span.id}`, usageOf(span))
    for (const { role, texts, calls } of messagesIn(span, 'gen_ai.output.messages')) {
      if (role !== '' && role !== 'assistant') continue
      for (const text of texts) this.#session.say('assistant', text, place)
      for (const { id, name, input } of calls)
        if (id !== null && !this.#traced.has(id)) this.#call(id, name, input, place)
    }
  }

  /** A tool's call begins or ends. */
  callTool(span: Span, isEnd: boolean): void {
    const name = textAttribute(span, 'gen_ai.tool.name') ?? span.name.replace(/^execute_tool /, '')
    const id = textAttribute(span, 'gen_ai.tool.call.id') ?? this.#callOf(span, name)
    const place = placeOf(span, isEnd)
    if (isEnd) {
      this.#running -= 1
      this.#unnamed.delete(span.id)
      const output = textOf(jsonAttribute(span, 'gen_ai.tool.call.result'))
      const trouble = textAttribute(span, 'error.type')
      const details = jsonAttribute(span, 'todo_ledger.call.details') ?? null
      this.#result(id, span.ok, output === '' && trouble !== null ? trouble : output, place, details)
      return
    }
    if (!this.#hasResponses && this.#running === 0) {
      this.#turns += 1
      this.#session.respond(`tools ${this.#turns}`, place)
    }
    this.#running += 1
    if (this.#turns === 0) this.#session.respond('before the first response', place)
    if (!this.#open.has(id) && !this.#emitted.has(id)) {
      this.#call(id, name, argumentsOf(jsonAttribute(span, 'gen_ai.tool.call.arguments')), place)
    }
    this.#emitted.add(id)
  }

  /** What our own export notes: a reminder, or a compaction. */
  note(span: Span, isEnd: boolean): void {
    const place = placeOf(span, isEnd)
    const text = textAttribute(span, 'todo_ledger.text') ?? ''
    if (isEnd) return
    if (textAttribute(span, 'todo_ledger.note') === 'compaction')
      this.#session.compact(text === '' ? null : text, place)
    else {
      this.#session.endTurn()
      this.#session.remind(text, place)
    }
  }

  /** An agent inside this one begins or ends. @param child its session; @param call the call that started it, or null */
  moveWork(span: Span, isEnd: boolean, child: string, call: string | null): void {
    this.#session.moveWork(isEnd ? 'subagent-end' : 'subagent-start', child, call, placeOf(span, isEnd))
  }

  /** Ends the run that is open. */
  finish(): void {
    this.#session.endRun()
  }

  /** What stands behind the model's last message is new: results, and what a person says. */
  #takeInputs(messages: readonly SpanMessage[], place: StepPlace): void {
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    for (const { role, texts, results } of messages.slice(last + 1)) {
      for (const { id, output } of results) if (!this.#emitted.has(id)) this.#result(id, null, output, place)
      const text = texts.join('\n')
      // A request that was sent again holds the same input again.
      if (role !== 'user' || text === '' || (text === this.#lastInput && last === -1)) continue
      this.#lastInput = text
      this.#session.receive({ trigger: 'user', text, uuid: null, place })
    }
  }

  /** The first call of the tool that a response asked for and no span has shown; else one that only the span shows. */
  #callOf(span: Span, name: string): string {
    const known = this.#unnamed.get(span.id)
    if (known !== undefined) return known
    const asked = [...this.#open].find(([id, tool]) => tool === name && !this.#emitted.has(id))
    const id = asked?.[0] ?? span.id
    this.#unnamed.set(span.id, id)
    return id
  }

  #call(id: string, name: string, input: unknown, place: StepPlace): void {
    if (this.#open.has(id)) return
    this.#open.set(id, name)
    this.#session.call(id, name, input, place)
  }

  #result(id: string, ok: boolean | null, output: string, place: StepPlace, details: unknown = null): void {
    if (!this.#open.delete(id)) return
    this.#session.result(id, ok, output, details, place)
  }
}

/** Source: the semantic conventions, `gen_ai.usage.*`, and what they were called before; tokens out of a cache are among the input. */
function usageOf({ attributes }: Span): TokenUsage | null {
  const usage = (name: string): unknown => attributes[`gen_ai.usage.${name}`]
  return statedUsage({
    input: [usage('input_tokens') ?? usage('prompt_tokens')],
    output: [usage('output_tokens') ?? usage('completion_tokens')],
    cacheRead: [usage('cache_read.input_tokens')],
    cacheWrite: [usage('cache_creation.input_tokens')],
    cost: [usage('cost')],
  })
}

function placeOf(span: Span, isEnd: boolean): StepPlace {
  return { at: momentOfNanoseconds(isEnd ? span.end : span.start), line: span.line }
}
