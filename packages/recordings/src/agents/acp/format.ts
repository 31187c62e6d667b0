/** Recorded streams of the Agent Client Protocol: a message a line, of both sides or of one. Shapes: docs/sources/acp.md. */

import { textsIn } from '../../formats/chat-messages/blocks.js'
import { momentIn } from '../../formats/chat-messages/message.js'
import { idOfFile, UniqueIds } from '../../ids.js'
import { arrayIn, isObject, type JsonObject, objectIn, parsedJson, stringIn } from '../../json-value.js'
import type { StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordingStep, RecordReader } from '../../recording.js'
import { AcpSession, type Terminal } from './session.js'

export const acp: RecordingFormat = {
  name: 'acp',
  certaintyOf: (record) => (isSurely(record) ? 1 : 0),
  reader: (context) => new AcpReader(context),
}

/** The message in a record: the record itself, or what a field of an envelope holds, as it is or as text. */
function messageIn(record: JsonObject): JsonObject | null {
  for (const field of [record, ...Object.values(record)]) {
    const isText = typeof field === 'string' && /^\s*\{/.test(field) && field.includes('"jsonrpc"')
    const found = isText ? parsedJson(field) : field
    if (isObject(found) && found['jsonrpc'] === '2.0') return found
  }
  return null
}

/** Methods that no other protocol of JSON-RPC has. */
const own = /^session\/(?:update|prompt|new|load|resume|cancel|request_permission)$/

function isSurely(record: JsonObject): boolean {
  const message = messageIn(record) ?? {}
  const method = stringIn(message, 'method') ?? ''
  const params = objectIn(message, 'params') ?? {}
  if (method === 'initialize') return typeof params['protocolVersion'] === 'number'
  const update = objectIn(params, 'update') ?? {}
  return own.test(method) && (method !== 'session/update' || stringIn(update, 'sessionUpdate') !== null)
}

/** What is noted of the answers to these, and of those about terminals. */
const waited = /^session\/(?:prompt|load|resume)$/

/** The agent asks for files, terminals and permissions, the client for the rest. */
const ofAgent = /^(?:fs|terminal|elicitation)\/|^session\/request_permission$/

class AcpReader implements RecordReader {
  readonly #context: ReadContext
  readonly #steps: RecordingStep[] = []
  readonly #sessions = new Map<string, AcpSession>()
  readonly #ids = new UniqueIds()
  /** What waits for its answer, by the side that asks and the id: both count for themselves. */
  readonly #requests = new Map<string, { readonly method: string; readonly params: JsonObject }>()
  readonly #terminals = new Map<string, Terminal>()
  #at = new Date(0)

  constructor(context: ReadContext) {
    this.#context = context
  }

  take(record: JsonObject, line: number): readonly RecordingStep[] {
    const message = messageIn(record)
    if (message === null) {
      this.#skip(line, 'this is no message of the protocol')
      return []
    }
    this.#at = momentIn(record) ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    const method = stringIn(message, 'method')
    if (method === null) this.#answer(message, place)
    else this.#ask(method, message, place)
    return this.#steps.splice(0)
  }

  finish(): readonly RecordingStep[] {
    for (const session of this.#sessions.values()) session.finish()
    return this.#steps.splice(0)
  }

  #ask(method: string, message: JsonObject, place: StepPlace): void {
    const params = objectIn(message, 'params') ?? {}
    if ('id' in message && (waited.test(method) || 'terminalId' in params)) {
      const { sessionId, terminalId } = params
      const side = ofAgent.test(method) ? 'agent' : 'client'
      this.#requests.set(keyOf(side, message), { method, params: { sessionId, terminalId } })
    }
    switch (method) {
      case 'session/prompt':
        this.#sessionOf(params).prompt(arrayIn(params, 'prompt').flatMap(textsIn).join('\n'), place)
        return
      case 'session/load':
      case 'session/resume':
        this.#sessionOf(params).replay(true)
        return
      case 'session/update':
        this.#sessionOf(params).update(objectIn(params, 'update') ?? {}, place)
    }
  }

  /** Both sides may have asked by this id: the answer says by its fields which one it is. */
  #answer(message: JsonObject, place: StepPlace): void {
    const result = objectIn(message, 'result')
    const stopped = stringIn(result ?? {}, 'stopReason') ?? ('error' in message ? 'error' : null)
    const client = this.#requests.get(keyOf('client', message))
    const agent = this.#requests.get(keyOf('agent', message))
    const isLoaded = client !== undefined && /^session\/(?:load|resume)$/.test(client.method)
    if (client?.method === 'session/prompt' && stopped !== null) {
      this.#requests.delete(keyOf('client', message))
      this.#sessionOf(client.params).stop(stopped, place)
    } else if (isLoaded) {
      this.#requests.delete(keyOf('client', message))
      this.#sessionOf(client.params).replay(false)
    } else if (agent !== undefined && result !== null) {
      this.#requests.delete(keyOf('agent', message))
      this.#noteTerminal({ exitStatus: result, ...result, terminalId: agent.params['terminalId'] })
    }
  }

  /** What a terminal printed, and how its command ended, as far as one of them is told. */
  #noteTerminal(told: JsonObject): void {
    const id = stringIn(told, 'terminalId') ?? ''
    const known = this.#terminals.get(id)
    const code = objectIn(told, 'exitStatus')?.['exitCode']
    this.#terminals.set(id, {
      output: stringIn(told, 'output') ?? known?.output ?? '',
      exitCode: typeof code === 'number' ? code : (known?.exitCode ?? null),
    })
  }

  #sessionOf(params: JsonObject): AcpSession {
    const name = stringIn(params, 'sessionId') ?? ''
    const known = this.#sessions.get(name)
    if (known !== undefined) return known
    const id = this.#ids.give(name === '' ? idOfFile(this.#context.file) : name)
    const session = new AcpSession(id, this.#steps, this.#terminals, (line, reason) =>
      this.#skip(line, reason),
    )
    this.#sessions.set(name, session)
    return session
  }

  #skip(line: number, reason: string): void {
    this.#context.onSkipped({ file: this.#context.file, line, reason })
  }
}

function keyOf(side: 'agent' | 'client', { id }: JsonObject): string {
  return `${side} ${JSON.stringify(id)}`
}
