/** The chats of Qwen Code, `chats/<session>.jsonl`: docs/sources/agents.md#qwen-code. */

import { arrayIn, type JsonObject, objectIn, objectsOf, stringIn } from '../../json.js'
import type { RecordedSession, StepPlace } from '../../recorded-session.js'
import type { RecordingFormat } from '../../recording.js'
import { statedUsage } from '../../token-usage.js'
import { isFailedCommand, textOf } from '../gemini-cli/parts.js'
import { SessionsReader } from '../sessions-reader.js'

export const qwenCode: RecordingFormat = {
  name: 'qwen-code',
  certaintyOf: (record) => (isOwn(record) ? 1 : 0),
  reader: (context) => new QwenReader(context, 'qwen'),
}

/** A record of a session that holds a message of parts, or what only its program notes. */
function isOwn(record: JsonObject): boolean {
  const message = objectIn(record, 'message')
  return (
    ['uuid', 'sessionId', 'timestamp', 'type'].every((field) => stringIn(record, field) !== null) &&
    (message === null ? objectIn(record, 'systemPayload') !== null : Array.isArray(message['parts']))
  )
}

/** Reads one chat. It keeps the ids of what was emitted. */
class QwenReader extends SessionsReader {
  #session: RecordedSession | null = null

  read(record: JsonObject, place: StepPlace): void {
    const type = stringIn(record, 'type')
    const subtype = stringIn(record, 'subtype')
    if (type === null || !/^(?:user|assistant|tool_result|system)$/.test(type)) {
      this.skipUnknown('record', type, place.line)
      return
    }
    const isNote = type === 'system' && subtype !== 'chat_compression' && subtype !== 'rewind'
    if (isNote || !this.isNew('record', stringIn(record, 'uuid'))) return
    const session = this.#sessionOf(record)
    const parts = objectsOf(arrayIn(objectIn(record, 'message') ?? {}, 'parts'))
    const text = textOf(parts)
    if (type === 'assistant') this.#takeResponse(record, parts, text, session, place)
    else if (type === 'tool_result') this.#takeResults(record, parts, session, place)
    else if (subtype === 'chat_compression') session.compact(null, place)
    else if (subtype === 'rewind') session.endRun()
    else if (text.trim() !== '') {
      const isOfProgram = subtype === 'cron' || subtype === 'notification'
      session.receive({ trigger: isOfProgram ? 'external' : 'user', text, place })
    }
  }

  /** A file holds one session; where another one is named, the run of the one before it is over. */
  #sessionOf(record: JsonObject): RecordedSession {
    const session = this.session(stringIn(record, 'sessionId') ?? this.#session?.identity.id ?? this.fileName)
    if (session !== this.#session) this.#session?.endRun()
    this.#session = session
    return session
  }

  #takeResponse(
    record: JsonObject,
    parts: readonly JsonObject[],
    text: string,
    session: RecordedSession,
    place: StepPlace,
  ): void {
    const id = stringIn(record, 'uuid') ?? `line ${place.line}`
    session.respond(id, place)
    session.spend(id, usageOf(objectIn(record, 'usageMetadata') ?? {}))
    if (text.trim() !== '') session.say('assistant', text, place)
    const calls = parts.map((part) => objectIn(part, 'functionCall')).filter((call) => call !== null)
    for (const [index, made] of calls.entries()) {
      const call = stringIn(made, 'id') ?? `${id} call ${index + 1}`
      if (this.isNew('call', call)) {
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
      if (call === null || !this.wasSeen('call', call)) {
        this.skip(place.line, 'the result of a call that is not in the file')
      } else if (this.isNew('result', call)) {
        const response = objectIn(held, 'response') ?? {}
        const error = stringIn(response, 'error')
        const output = stringIn(response, 'output') ?? error ?? ''
        const stated = typeof status === 'string' ? status === 'success' : error === null ? null : false
        const ok = isFailedCommand(stringIn(held, 'name') ?? '', output) ? false : stated
        session.result(call, ok, output, place)
      }
    }
  }
}

/** Whether thoughts are among the candidates' tokens depends on who served the model: what is no prompt is output. */
function usageOf(counts: JsonObject) {
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
