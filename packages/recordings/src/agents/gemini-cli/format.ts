/** The chats of Gemini CLI, `session-*.json` and `.jsonl`: docs/sources/agents.md#gemini-cli. */

import { basename, dirname } from 'node:path'
import { isObject, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json.js'
import type { RecordedSession, StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat } from '../../recording.js'
import { statedUsage } from '../../token-usage.js'
import { SessionsReader } from '../sessions-reader.js'
import { isFailedCommand, textOf } from './parts.js'

export const geminiCli: RecordingFormat = {
  name: 'gemini-cli',
  hasUniqueCalls: true,
  lists: new Set(['messages']),
  certaintyOf: sureOf,
  reader: (context) => new GeminiReader(context),
}

/** Sure where the session and its project are named; nearly sure where a message is one of the model's. */
function sureOf(record: JsonObject): number {
  if (stringIn(record, 'sessionId') !== null && stringIn(record, 'projectHash') !== null) return 1
  const isMessage =
    stringIn(record, 'id') !== null && stringIn(record, 'timestamp') !== null && 'content' in record
  const { type } = record
  return !isMessage ? 0 : type === 'gemini' ? 0.9 : type === 'user' || type === 'info' ? 0.7 : 0
}

/** Reads one chat. It keeps the last message, and the ids of what was emitted. */
class GeminiReader extends SessionsReader {
  readonly #folder: string
  #session: RecordedSession | null = null
  #name: string | null = null
  #isSubagent = false
  #at = new Date(0)
  #held: { readonly message: JsonObject; readonly place: StepPlace } | null = null

  constructor(context: ReadContext) {
    super(context, 'gemini')
    this.#folder = basename(dirname(context.file))
  }

  begin(head: JsonObject | null): void {
    this.#describe(objectIn(head ?? {}, '$set') ?? head ?? {})
  }

  read(record: JsonObject, place: StepPlace): void {
    const set = objectIn(record, '$set')
    if (set !== null) this.#describe(set)
    else if ('$rewindTo' in record) this.finish()
    else if (record['type'] === undefined && stringIn(record, 'sessionId') !== null) this.#describe(record)
    else this.#hold(record, place)
  }

  override finish(): void {
    this.#emit()
    super.finish()
  }

  #describe(chat: JsonObject): void {
    this.#name ??= stringIn(chat, 'sessionId')
    this.#isSubagent ||= chat['kind'] === 'subagent'
  }

  /** A message is emitted when another one comes, for until then it may come again, with more in it. */
  #hold(message: JsonObject, place: StepPlace): void {
    const type = stringIn(message, 'type')
    if (type === null || !/^(?:user|gemini|info|error|warning|system)$/.test(type)) {
      this.skipUnknown('message', type, place.line)
      return
    }
    const id = stringIn(message, 'id')
    if (id === null || this.#held?.message['id'] !== id) this.#emit()
    this.#held = { message, place: { ...place, line: this.#held?.place.line ?? place.line } }
  }

  #emit(): void {
    if (this.#held === null) return
    const { message, place } = this.#held
    this.#held = null
    this.#at = place.at
    const id = stringIn(message, 'id') ?? `line ${place.line}`
    const isNew = this.isNew('message', id)
    const text = textOf(message['content'])
    const { type } = message
    if (type === 'gemini') this.#emitMessage(message, id, isNew, text, place)
    else if (type === 'user' && isNew && !isOfProgram(text)) {
      this.#current().receive({ text, place })
    } else if (type === 'info' && text.startsWith('Request cancelled')) this.#session?.interrupt(place)
  }

  /** A message that comes again later has more of the same: only what is new is emitted, in its own turn. */
  #emitMessage(message: JsonObject, id: string, isNew: boolean, text: string, place: StepPlace): void {
    const session = this.#current()
    // Cached tokens are among the input; thoughts, and what tools of the model were given, stand for themselves.
    const { input, output, cached, thoughts, tool } = objectIn(message, 'tokens') ?? {}
    const usage = { input: [input, tool], output: [output, thoughts], cacheRead: [cached] }
    const says = text.trim() !== '' && this.isNew('text', id)
    if (isNew || says) session.respond(id, place)
    session.spend(id, statedUsage(usage))
    if (says) session.say('assistant', text, place)
    const calls = objectsOf(message['toolCalls']).map((held, index) => ({
      id: stringIn(held, 'id') ?? `${id} call ${index + 1}`,
      held,
    }))
    const made = calls.filter((call) => this.isNew('call', call.id))
    if (made.length > 0) session.respond(id, { ...place, at: this.#at })
    for (const { id: call, held } of made)
      session.call(call, stringIn(held, 'name') ?? '', held['args'] ?? {}, { ...place, at: this.#at })
    for (const call of calls) this.#emitResult(call, session, place)
  }

  #emitResult(
    { id, held }: { readonly id: string; readonly held: JsonObject },
    session: RecordedSession,
    { line }: StepPlace,
  ): void {
    const ended = momentOf(held['timestamp'])
    if (ended !== null && ended > this.#at) this.#at = ended
    const place = { at: this.#at, line }
    const agent = stringIn(held, 'agentId')
    if (agent !== null && this.isNew('agent', id)) session.moveWork('subagent-start', agent, id, place)
    const status = stringIn(held, 'status') ?? ''
    if (!/^(?:success|error|cancelled)$/.test(status) || !this.isNew('result', id)) return
    if (agent !== null) session.moveWork('subagent-end', agent, id, place)
    const output = outputOf(held['result']) || (stringIn(held, 'resultDisplay') ?? '')
    const ok = status === 'success' && !isFailedCommand(stringIn(held, 'name') ?? '', output)
    session.result(id, ok, output, place)
  }

  #current(): RecordedSession {
    const isNamed = this.#folder !== '' && this.#folder !== '.'
    const parent = this.#isSubagent && isNamed ? this.#folder : null
    this.#session ??= this.session(this.#name ?? this.fileName, parent)
    return this.#session
  }
}

/** True where no person wrote it: nothing, results alone, or what the program says to the model before anybody does. */
function isOfProgram(text: string): boolean {
  const ownWords =
    /^\s*(?:<session_context>[\s\S]*<\/session_context>\s*$|This is the Gemini CLI\. We are setting up the context for our chat\.)/
  return text.trim() === '' || ownWords.test(text)
}

/** `[{ functionResponse: { response: { output } } }]`, or parts of text. */
function outputOf(result: unknown): string {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result]
  return parts
    .flatMap((part) => {
      if (!isObject(part)) return typeof part === 'string' ? [part] : []
      const response = objectIn(objectIn(part, 'functionResponse') ?? {}, 'response') ?? part
      return stringIn(response, 'output') ?? stringIn(response, 'error') ?? stringIn(response, 'text') ?? []
    })
    .join('\n')
}
