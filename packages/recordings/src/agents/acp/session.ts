/** One session of a stream, as steps. What belongs to what: docs/sources/acp.md. */

import { createHash } from 'node:crypto'
import { textIn, textsIn } from '../../formats/chat-messages/blocks.js'
import { UniqueIds } from '../../ids.js'
import { arrayIn, isObject, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'

export interface Terminal {
  readonly output: string
  readonly exitCode: number | null
}

interface OpenCall {
  readonly id: string
  /** What its reports say: what each says holds until another one says otherwise. */
  readonly fields: { [name: string]: unknown }
}

export class AcpSession {
  readonly #session: RecordedSession
  readonly #terminals: ReadonlyMap<string, Terminal>
  readonly #skip: (line: number, reason: string) => void
  /** By the ids that they are reported by. */
  readonly #open = new Map<string, OpenCall>()
  readonly #ids = new UniqueIds()
  /** The ids that calls of this run were reported by. */
  #reported = new Set<string>()
  #plan = ''
  /** What is said piece by piece, until something else comes. */
  #said: { readonly role: 'assistant' | 'user'; readonly texts: string[]; place: StepPlace } | null = null
  #responses = 0
  /** True once a call of the response is over: what the model does next is another one. */
  #isAnswered = true
  #hasPrompts = false
  #isReplayed = false
  #place: StepPlace | null = null

  constructor(
    id: string,
    steps: RecordingStep[],
    terminals: ReadonlyMap<string, Terminal>,
    skip: (line: number, reason: string) => void,
  ) {
    this.#session = new RecordedSession({ id, parent: null, profile: 'acp', goal: null }, steps)
    this.#terminals = terminals
    this.#skip = skip
  }

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

  update(update: JsonObject, place: StepPlace): void {
    if (this.#isReplayed) return
    this.#place = place
    const kind = stringIn(update, 'sessionUpdate') ?? ''
    switch (kind) {
      case 'user_message_chunk':
        // The agent tells again what the client said.
        if (!this.#hasPrompts) this.#hear('user', update, place)
        return
      case 'agent_message_chunk':
        this.#hear('assistant', update, place)
        return
      case 'agent_thought_chunk':
        this.#respond(place)
        return
      case 'tool_call':
      case 'tool_call_update':
        this.#report(kind === 'tool_call', update, place)
        return
      case 'plan':
        this.#replan(update['entries'], place)
    }
  }

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
    // A piece keeps its spaces.
    const piece = isObject(content) ? content['text'] : null
    this.#said?.texts.push(typeof piece === 'string' ? piece : textsIn(content).join('\n'))
  }

  #speak(): void {
    const said = this.#said
    this.#said = null
    const text = said?.texts.join('') ?? ''
    if (said === null || text.trim() === '') return
    if (said.role === 'assistant') this.#session.say('assistant', text, said.place)
    else this.#receive(text, said.place)
  }

  #receive(text: string, place: StepPlace): void {
    this.#endResponse()
    this.#reported = new Set<string>()
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

  /** An agent may count its ids anew for each prompt. What is reported on a call that is over is passed over. */
  #report(begins: boolean, update: JsonObject, place: StepPlace): void {
    const id = stringIn(update, 'toolCallId') ?? ''
    const known = this.#open.get(id)
    if (known === undefined && (id === '' || this.#reported.has(id) || (this.#ids.has(id) && !begins))) return
    const call = known ?? this.#begin(id, place)
    for (const [name, value] of Object.entries(update)) if (value != null) call.fields[name] = value
    if (okOf(call.fields) !== null) this.#end(id, call, place)
  }

  #begin(id: string, place: StepPlace): OpenCall {
    this.#speak()
    this.#respond(place)
    const call: OpenCall = { id: this.#ids.give(id), fields: {} }
    this.#open.set(id, call)
    this.#reported.add(id)
    return call
  }

  /** A call is told once it is over: only then all of it is known. @param id what it is reported by */
  #end(id: string, { id: call, fields }: OpenCall, place: StepPlace): void {
    this.#speak()
    this.#open.delete(id)
    this.#isAnswered = true
    if (!['name', '_meta', 'kind', 'title', 'rawInput'].some((field) => field in fields)) {
      this.#skip(place.line, 'it reports on a tool call whose beginning is not there')
      return
    }
    this.#session.call(call, nameOf(fields), inputOf(fields), place)
    const ok = okOf(fields)
    if (ok === null) return
    const { text, failed } = outputOf(fields, this.#terminals)
    this.#session.result(call, ok && !failed, text, null, place)
  }

  /** The same plan again changes nothing. */
  #replan(entries: unknown, place: StepPlace): void {
    const plan = JSON.stringify(entries)
    if (!Array.isArray(entries) || plan === this.#plan) return
    this.#plan = plan
    this.#speak()
    this.#respond(place)
    // Named by what it says: neither a lost line nor a stream without times gives it another id.
    const call = this.#ids.give(`plan ${createHash('sha256').update(plan).digest('hex').slice(0, 8)}`)
    this.#session.call(call, 'plan', { entries }, place)
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

/** Whether a call worked; null while it is under way. */
function okOf(fields: JsonObject): boolean | null {
  const status = stringIn(fields, 'status')
  return status === 'completed' ? true : status === 'failed' || status === 'cancelled' ? false : null
}

/** The tool's name; where nobody says, what its kind stands for. */
function nameOf(fields: JsonObject): string {
  const claude = objectIn(objectIn(fields, '_meta') ?? {}, 'claudeCode') ?? {}
  const named = stringIn(fields, 'name') ?? stringIn(claude, 'toolName')
  if (named !== null) return named
  const kind = stringIn(fields, 'kind') ?? ''
  if (kind === 'move') return 'move_file'
  return /^(?:read|edit|delete|search|execute|think|fetch)$/.test(kind) ? kind : 'tool'
}

/** What a call was given; where nobody says, what its title and its places tell. */
function inputOf(fields: JsonObject): unknown {
  const raw = fields['rawInput']
  if (isObject(raw) ? Object.keys(raw).length > 0 : raw !== undefined && raw !== '') return raw
  const title = stringIn(fields, 'title') ?? ''
  if (stringIn(fields, 'kind') === 'execute') return { command: title.replace(/^`|`$/g, '') }
  const [place] = [...contentOf(fields, 'diff'), ...objectsOf(arrayIn(fields, 'locations'))]
  const path = place === undefined ? null : stringIn(place, 'path')
  return path === null ? { title } : { title, path }
}

function outputOf(
  fields: JsonObject,
  terminals: ReadonlyMap<string, Terminal>,
): { readonly text: string; readonly failed: boolean } {
  const used = contentOf(fields, 'terminal').flatMap(
    (content) => terminals.get(stringIn(content, 'terminalId') ?? '') ?? [],
  )
  const texts = [
    ...contentOf(fields, 'content').flatMap(({ content }) => textsIn(content)),
    ...contentOf(fields, 'diff').map((diff) => `${stringIn(diff, 'path') ?? 'a file'} was changed`),
    ...used.map(({ output }) => output),
  ]
  const raw = fields['rawOutput']
  const code = isObject(raw) ? (raw['exitCode'] ?? raw['exit_code']) : null
  const codes = [code, ...used.map(({ exitCode }) => exitCode)].filter((each) => typeof each === 'number')
  const said = texts.length > 0 ? texts : [textIn(raw)]
  return {
    text: [...said, ...codes.map((each) => `Exit code: ${each}`)].join('\n'),
    failed: codes.some((each) => each !== 0),
  }
}

function contentOf(fields: JsonObject, type: string): readonly JsonObject[] {
  return objectsOf(arrayIn(fields, 'content')).filter((content) => content['type'] === type)
}
