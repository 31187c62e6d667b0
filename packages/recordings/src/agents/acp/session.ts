/** One session of a stream, as the steps of a session. */

import { createHash } from 'node:crypto'
import { textsIn } from '../../formats/chat-messages/blocks.js'
import { freeId } from '../../free-id.js'
import { arrayIn, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { ReportedCall, type Terminal } from './tool-call.js'

/** Is told of a line that can't be read, and why. */
export type OnSkipped = (line: number, reason: string) => void

/** So many plans make up the list at a time. */
const mostPlans = 20

/** Reads one session. */
export class AcpSession {
  readonly #session: RecordedSession
  readonly #terminalOf: (id: string) => Terminal | undefined
  readonly #onSkipped: OnSkipped
  /** The calls that are under way, in the order in which they began. */
  readonly #open = new Map<string, ReportedCall>()
  /** The ids that steps were given, and those that they were reported by. */
  readonly #ids = new Set<string>()
  /** What the calls of this run are, by their ids. */
  #calls = new Set<string>()
  /** The plans by their ids; the protocol's first version has one. */
  readonly #plans = new Map<string, readonly unknown[]>()
  #plan = ''
  /** What is said piece by piece, until something else comes. */
  #said: { readonly role: 'assistant' | 'user'; readonly texts: string[]; place: StepPlace } | null = null
  #responses = 0
  /** True once a call of the response is over: what the model does next is another one. */
  #isAnswered = true
  #hasPrompts = false
  #isReplayed = false
  #place: StepPlace | null = null

  /**
   * @param id its id
   * @param steps where its steps are put
   * @param terminalOf a terminal of the client
   * @param onSkipped is told of what can't be read
   */
  constructor(
    id: string,
    steps: RecordingStep[],
    terminalOf: (id: string) => Terminal | undefined,
    onSkipped: OnSkipped,
  ) {
    this.#session = new RecordedSession({ id, parent: null, profile: 'acp', goal: null }, steps)
    this.#terminalOf = terminalOf
    this.#onSkipped = onSkipped
  }

  /** The client says what the person wants. */
  prompt(text: string, place: StepPlace): void {
    this.#hasPrompts = true
    // An agent that ended while it loaded the history gave no answer.
    this.#isReplayed = false
    this.#receive(text, place)
  }

  /** What is told is history that the stream holds already, or is so no longer. */
  replay(isReplayed: boolean): void {
    this.#isReplayed = isReplayed && this.#session.isOpened
  }

  /** The agent yields. @param reason the protocol's word for why */
  stop(reason: string, place: StepPlace): void {
    this.#endResponse()
    if (reason === 'cancelled') this.#session.interrupt(place)
    else this.#session.endRun(/^(?:end_turn|refusal)$/.test(reason) ? {} : { complete: false })
  }

  /** The agent tells something. */
  update(update: JsonObject, place: StepPlace): void {
    if (this.#isReplayed) return
    this.#place = place
    const kind = stringIn(update, 'sessionUpdate') ?? ''
    switch (kind) {
      case 'user_message_chunk':
      case 'user_message':
        // The agent tells again what the client said.
        if (!this.#hasPrompts) this.#hear('user', update, place)
        return
      case 'agent_message_chunk':
      case 'agent_message':
        this.#hear('assistant', update, place)
        return
      case 'agent_thought_chunk':
      case 'agent_thought':
        this.#respond(place)
        return
      case 'tool_call':
      case 'tool_call_update':
      case 'tool_call_content_chunk':
        this.#report(kind, update, place)
        return
      case 'plan':
        this.#replan('', (objectIn(update, 'plan') ?? update)['entries'], place)
        return
      case 'plan_update': {
        const plan = objectIn(update, 'plan') ?? {}
        if (plan['type'] === 'items') this.#replan(stringIn(plan, 'planId') ?? '', plan['entries'], place)
        return
      }
      case 'compaction_update':
        if (update['status'] !== 'completed') return
        this.#endResponse()
        this.#session.compact(arrayIn(update, 'summary').flatMap(textsIn).join('\n') || null, place)
        return
      case 'state_update':
        if (update['state'] === 'idle') this.stop(stringIn(update, 'stopReason') ?? 'end_turn', place)
    }
  }

  /** Ends what the file leaves open. */
  finish(): void {
    this.#endResponse()
    this.#session.endRun()
  }

  #hear(role: 'assistant' | 'user', { content }: JsonObject, place: StepPlace): void {
    if (this.#said?.role !== role) {
      this.#speak()
      if (role === 'assistant') this.#respond(place)
      this.#said = { role, texts: [], place }
    }
    this.#said?.texts.push(...chunk(content))
  }

  /** Says what was said piece by piece. */
  #speak(): void {
    const said = this.#said
    this.#said = null
    const text = said?.texts.join('') ?? ''
    if (said === null || text.trim() === '') return
    if (said.role === 'assistant') this.#session.say('assistant', text, said.place)
    else this.#receive(text, said.place)
  }

  /** A run begins. */
  #receive(text: string, place: StepPlace): void {
    this.#endResponse()
    this.#calls = new Set<string>()
    this.#session.receive({ trigger: 'user', text, uuid: null, place })
  }

  /** What the model does goes on with its response, or is the next one once all calls of that are over. */
  #respond(place: StepPlace): void {
    if (this.#said?.role === 'user') this.#speak()
    if (this.#isAnswered && this.#open.size === 0) {
      this.#speak()
      this.#responses += 1
      this.#isAnswered = false
    }
    this.#session.respond(`response ${this.#responses}`, place)
  }

  #report(kind: string, update: JsonObject, place: StepPlace): void {
    const id = stringIn(update, 'toolCallId') ?? ''
    const known = this.#open.get(id)
    if (id === '' || (known === undefined && this.#ids.has(id) && !this.#isAnother(kind, id, update))) return
    if (known === undefined) {
      this.#speak()
      this.#respond(place)
    }
    const call = known ?? new ReportedCall(freeId(id, this.#ids))
    this.#open.set(id, call)
    if (kind === 'tool_call_content_chunk') call.add(objectIn(update, 'content') ?? {})
    else call.take(update)
    if (known === undefined) {
      this.#ids.add(call.id)
      this.#calls.add(bodyOf(id, call))
    }
    if (call.ok !== undefined) this.#end(id, call, place)
  }

  /** True where a call begins under the id of one that is over: an agent may count its ids anew for each prompt. */
  #isAnother(kind: string, id: string, update: JsonObject): boolean {
    const isUnderWay = /^(?:pending|in_progress)$/.test(stringIn(update, 'status') ?? '')
    // Version 2 begins a call with an update, too.
    if (kind !== 'tool_call' && !(isUnderWay && 'title' in update)) return false
    const call = new ReportedCall(id)
    call.take(update)
    return !this.#calls.has(bodyOf(id, call))
  }

  /** A call is told once it is over: only then all of it is known. @param id what it is reported by */
  #end(id: string, call: ReportedCall, place: StepPlace): void {
    this.#speak()
    this.#open.delete(id)
    this.#calls.add(bodyOf(id, call))
    this.#isAnswered = true
    if (!call.isTold) {
      this.#onSkipped(place.line, 'it reports on a tool call whose beginning is not there')
      return
    }
    this.#session.call(call.id, call.name, call.input, place)
    if (call.ok === undefined) return
    const { text, failed } = call.output(this.#terminalOf)
    this.#session.result(call.id, call.ok && !failed, text, null, place)
  }

  /** The same plan again changes nothing. */
  #replan(id: string, entries: unknown, place: StepPlace): void {
    if (!Array.isArray(entries)) return
    this.#plans.set(id, entries)
    const [oldest] = this.#plans.size > mostPlans ? this.#plans.keys() : []
    if (oldest !== undefined) this.#plans.delete(oldest)
    const all = [...this.#plans.values()].flat()
    const plan = JSON.stringify(all)
    if (plan === this.#plan) return
    this.#plan = plan
    this.#speak()
    this.#respond(place)
    // Named by what it says: neither a lost line nor a stream without times gives it another id.
    const digest = createHash('sha256').update(plan).digest('hex').slice(0, 8)
    const call = freeId(`plan ${digest}`, this.#ids)
    this.#ids.add(call)
    this.#session.call(call, 'plan', { entries: all }, place)
    this.#session.result(call, true, '', null, place)
    this.#isAnswered = true
  }

  /** What is still open stays without a result. */
  #endResponse(): void {
    this.#speak()
    const place = this.#place
    if (place !== null) for (const [id, call] of [...this.#open]) this.#end(id, call, place)
    this.#isAnswered = true
  }
}

/** What a call is, under the id that it is reported by. */
function bodyOf(id: string, { name, input }: ReportedCall): string {
  return createHash('sha256')
    .update(JSON.stringify([id, name, input]))
    .digest('base64url')
}

/** A piece of a text, with its spaces. */
function chunk(content: unknown): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => {
    const text = typeof block === 'object' && block !== null && 'text' in block ? block.text : null
    return typeof text === 'string' ? [text] : textsIn(block)
  })
}
