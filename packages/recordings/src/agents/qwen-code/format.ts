/** The chats of Qwen Code, `chats/<session>.jsonl`: docs/sources/qwen-code.md. */

import { basename } from 'node:path'
import { addNew } from '../../add-new.js'
import { defineFormat, type RecordReader } from '../../format.js'
import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { isFailedCommand, textOf } from '../gemini-cli/parts.js'

/** Chats that Qwen Code records. */
export const qwenCode: RecordingFormat = defineFormat({
  name: 'qwen-code',
  recognise: (records) => (records.some(isOwn) ? 1 : 0),
  reader: (context) => new QwenReader(context),
})

/** A record of a session that holds a message of parts, or what only its program notes. */
function isOwn(record: JsonObject): boolean {
  const message = objectIn(record, 'message')
  return (
    ['uuid', 'sessionId', 'timestamp', 'type'].every((field) => stringIn(record, field) !== null) &&
    (message === null ? objectIn(record, 'systemPayload') !== null : Array.isArray(message['parts']))
  )
}

/** Reads one chat. It keeps the ids of sessions, and of what was emitted. */
class QwenReader implements RecordReader {
  readonly #context: ReadContext
  readonly #steps: RecordingStep[] = []
  readonly #sessions = new Map<string, RecordedSession>()
  #session: RecordedSession | null = null
  #at = new Date(0)
  readonly #emitted = new Set<string>()

  constructor(context: ReadContext) {
    this.#context = context
  }

  take(record: JsonObject, line: number): readonly RecordingStep[] {
    const type = stringIn(record, 'type')
    const id = stringIn(record, 'uuid')
    if (type === null) this.#skip(line, 'a record without a type')
    else if (!/^(?:user|assistant|tool_result|system)$/.test(type)) {
      this.#skip(line, `unknown record type ${JSON.stringify(type.slice(0, 40))}`)
    } else if (id === null || addNew(this.#emitted, `record ${id}`)) {
      this.#takeOnce(record, type, id ?? `line ${line}`, line)
    }
    return this.#steps.splice(0)
  }

  finish(): readonly RecordingStep[] {
    this.#session?.endRun()
    return this.#steps.splice(0)
  }

  #skip(line: number, reason: string): void {
    this.#context.onSkipped({ file: this.#context.file, line, reason })
  }

  #takeOnce(record: JsonObject, type: string, id: string, line: number): void {
    const subtype = stringIn(record, 'subtype')
    if (type === 'system' && subtype !== 'chat_compression' && subtype !== 'rewind') return
    this.#at = momentOf(record['timestamp']) ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    const session = this.#sessionOf(record)
    const parts = objectsOf(arrayIn(objectIn(record, 'message') ?? {}, 'parts'))
    const text = textOf(parts)
    if (type === 'assistant') this.#takeResponse(record, id, parts, session, place)
    else if (type === 'tool_result') this.#takeResults(record, parts, session, place)
    else if (subtype === 'chat_compression') session.compact(null, place)
    else if (subtype === 'rewind') session.endRun()
    else if (text.trim() !== '') {
      const isOfProgram = subtype === 'cron' || subtype === 'notification'
      session.receive({ trigger: isOfProgram ? 'external' : 'user', text, uuid: null, place })
    }
  }

  /** A file holds one session; where another one is named, the run of the one before it is over. */
  #sessionOf(record: JsonObject): RecordedSession {
    const current = this.#session?.identity.id ?? basename(this.#context.file, '.jsonl')
    const id = stringIn(record, 'sessionId') ?? current
    const known = this.#sessions.get(id)
    if (known === undefined || known !== this.#session) this.#session?.endRun()
    const session =
      known ?? new RecordedSession({ id, parent: null, profile: 'qwen', goal: null }, this.#steps)
    this.#sessions.set(id, session)
    this.#session = session
    return session
  }

  #takeResponse(
    record: JsonObject,
    id: string,
    parts: readonly JsonObject[],
    session: RecordedSession,
    place: StepPlace,
  ): void {
    const text = textOf(parts)
    session.respond(id, place)
    session.spend(id, usageOf(objectIn(record, 'usageMetadata') ?? {}))
    if (text.trim() !== '') session.say('assistant', text, place)
    const calls = parts.map((part) => objectIn(part, 'functionCall')).filter((call) => call !== null)
    for (const [index, made] of calls.entries()) {
      const call = stringIn(made, 'id') ?? `${id} call ${index + 1}`
      if (addNew(this.#emitted, `call ${call}`)) {
        session.call(call, stringIn(made, 'name') ?? '', made['args'] ?? {}, place)
      }
    }
  }

  #takeResults(
    record: JsonObject,
    parts: readonly JsonObject[],
    session: RecordedSession,
    place: StepPlace,
  ): void {
    const { status } = objectIn(record, 'toolCallResult') ?? {}
    for (const part of parts) {
      const held = objectIn(part, 'functionResponse')
      if (held === null) continue
      const call = stringIn(held, 'id')
      if (call === null || !this.#emitted.has(`call ${call}`)) {
        this.#skip(place.line, 'the result of a call that is not in the file')
      } else if (addNew(this.#emitted, `result ${call}`)) {
        const response = objectIn(held, 'response') ?? {}
        const error = stringIn(response, 'error')
        const output = stringIn(response, 'output') ?? error ?? ''
        const stated = typeof status === 'string' ? status === 'success' : error === null ? null : false
        const ok = isFailedCommand(stringIn(held, 'name') ?? '', output) ? false : stated
        session.result(call, ok, output, null, place)
      }
    }
  }
}

/** Whether thoughts are among the candidates' tokens depends on who served the model: what is no prompt is output. */
function usageOf(counts: JsonObject): TokenUsage | null {
  const { promptTokenCount, toolUsePromptTokenCount, candidatesTokenCount, thoughtsTokenCount } = counts
  const { cachedContentTokenCount, totalTokenCount } = counts
  const usage = statedUsage({
    input: [promptTokenCount, toolUsePromptTokenCount],
    output: [candidatesTokenCount, thoughtsTokenCount],
    cacheRead: [cachedContentTokenCount],
  })
  const isTold = usage !== null && typeof totalTokenCount === 'number' && totalTokenCount >= usage.input
  return isTold ? { ...usage, output: totalTokenCount - usage.input } : usage
}
