/**
 * The sessions of Claude Code: docs/sources/agents.md#claude-code. The order is the file's; a call is its id, and a repeated id is
 * the same call; each pair of session and sub-agent is a session.
 */

import { textsIn } from '../../content-texts.js'
import { isObject, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json.js'
import type { RecordedSession, StepPlace } from '../../recorded-session.js'
import type { RecordingFormat } from '../../recording.js'
import { statedUsage } from '../../token-usage.js'
import { SessionsReader } from '../sessions-reader.js'
import { outputOf, worked } from './content.js'
import { inTag, readUserTexts, type UserText } from './message.js'
import { MessageQueue } from './message-queue.js'
import { Subagents } from './subagents.js'

export const claudeCode: RecordingFormat = {
  name: 'claude-code',
  hasUniqueCalls: true,
  certaintyOf: sureOf,
  reader: (context) => new ClaudeCodeReader(context, 'claude-code'),
  notes: /[\\/]agent-[^\\/]*\.meta\.json$/,
}

/** What a conversation consists of. All other records are notes of the program to itself, and each few releases add some. */
const typesOfConversation: ReadonlySet<unknown> = new Set([
  'user',
  'assistant',
  'system',
  'progress',
  'attachment',
  'queue-operation',
])

/** All but sure where a record says which session it belongs to, for others write such records, too; nearly sure by a note. */
function sureOf(record: JsonObject): number {
  const { type } = record
  const isMessage = isObject(record['message']) && stringIn(record, 'uuid') !== null
  if (typesOfConversation.has(type) && (isMessage || stringIn(record, 'sessionId') !== null)) return 0.99
  return type === 'summary' || type === 'file-history-snapshot' ? 0.6 : 0
}

/** Reads one file. It keeps the ids that it has seen and each session's open turn, no more. */
class ClaudeCodeReader extends SessionsReader {
  /** Null for calls that were answered. */
  readonly #calls = new Map<string, { readonly session: RecordedSession; readonly tool: string } | null>()
  readonly #queue = new MessageQueue()
  readonly #subagents = new Subagents()
  /** The session that records without one are of. */
  #root = this.fileName
  #asked: RecordedSession | null = null

  read(record: JsonObject, place: StepPlace): void {
    const { type } = record
    if (typeof type !== 'string') this.skipUnknown('record', null, place.line)
    if (!typesOfConversation.has(type)) return
    this.#root = stringIn(record, 'sessionId') ?? this.#root
    if (type === 'progress') this.#takeProgress(record, place)
    else this.#takeOnce(record, place, null)
  }

  /** `agent_progress` holds a record of a sub-agent, without the envelope's ids; other progress holds nothing. */
  #takeProgress(record: JsonObject, place: StepPlace): void {
    const data = objectIn(record, 'data') ?? {}
    const held = objectIn(data, 'message')
    const agentId = stringIn(data, 'agentId')
    if (agentId === null || (held?.['type'] !== 'assistant' && held?.['type'] !== 'user')) return
    const timestamp = held['timestamp'] ?? record['timestamp']
    const inner = { ...held, timestamp, sessionId: record['sessionId'], agentId, isSidechain: true }
    this.#takeOnce(inner, place, stringIn(record, 'parentToolUseID'))
  }

  /** @param startedBy the parent's call that a sub-agent's record belongs to, where the file says so */
  #takeOnce(record: JsonObject, place: StepPlace, startedBy: string | null): void {
    const { type } = record
    const message = objectIn(record, 'message')
    if (message === null && (type === 'assistant' || type === 'user')) {
      this.skip(place.line, `${type === 'user' ? 'a' : 'an'} ${type} record without a message`)
    } else if (this.isNew('record', stringIn(record, 'uuid'))) {
      if (message !== null && type === 'assistant') this.#takeModel(record, message, place, startedBy)
      else if (message !== null && type === 'user') this.#takeUser(record, message, place, startedBy)
      else if (type === 'attachment')
        this.#takeAttachment(record, objectIn(record, 'attachment') ?? {}, place)
      else if (type === 'queue-operation') {
        this.#takeQueued(record, stringIn(record, 'operation'), stringIn(record, 'content') ?? '', place)
      } else if (type === 'system') this.#takeSystem(record, place)
    }
  }

  #takeModel(record: JsonObject, message: JsonObject, place: StepPlace, startedBy: string | null): void {
    // What the program writes where an answer is missing, as on resuming a run that was interrupted.
    if (message['model'] === '<synthetic>' && record['isApiErrorMessage'] !== true) return
    const id = stringIn(message, 'id') ?? stringIn(record, 'requestId') ?? stringIn(record, 'uuid')
    const response = id ?? `line ${place.line}`
    const said = textsIn(message['content'])
    const made = objectsOf(message['content']).filter(({ type }) => type === 'tool_use')
    const texts = said.filter((text) =>
      this.isNew('text', `${response}\n${text.length}\n${text.slice(0, 64)}\n${text.slice(-64)}`),
    )
    const calls = made.filter((block) => !this.#calls.has(stringIn(block, 'id') ?? ''))
    const session = this.#sessionOf(record, startedBy)
    const isFirst = this.isNew('response', response)
    const isEmpty = made.length + said.length === 0
    const isCopy = calls.length + texts.length === 0 && !(isFirst && isEmpty)
    if (isCopy && session.openResponse !== response) return
    if (startedBy !== null) this.#startSubagent(session, startedBy, place)
    this.#adoptInput(session, stringIn(record, 'parentUuid'))
    session.respond(response, place)
    session.spend(response, usageOf(objectIn(message, 'usage') ?? {}))
    for (const text of texts) session.say('assistant', text, place)
    for (const [index, block] of calls.entries()) {
      this.#makeCall(session, block, `line ${place.line}, call ${index + 1}`, place)
    }
  }

  #makeCall(session: RecordedSession, block: JsonObject, ownName: string, place: StepPlace): void {
    const call = stringIn(block, 'id') ?? ownName
    if (this.#calls.has(call)) return
    const tool = stringIn(block, 'name') ?? ''
    const input = block['input'] ?? {}
    this.#calls.set(call, { session, tool })
    if (tool === 'Task' || tool === 'Agent') {
      this.#subagents.called(call, isObject(input) ? stringIn(input, 'prompt') : null, session)
    }
    session.call(call, tool, input, place)
  }

  #takeUser(record: JsonObject, message: JsonObject, place: StepPlace, startedBy: string | null): void {
    const texts = textsIn(message['content'])
    const results = objectsOf(message['content']).filter(({ type }) => type === 'tool_result')
    const said = readUserTexts(texts)
    const isMeta = record['isMeta'] === true
    const isSummary = record['isCompactSummary'] === true
    // Else it stands beside a result, or is of the program itself.
    const isInput = results.length === 0 && !isMeta && !isSummary
    const isPrompt = isInput && said.kind === 'words'
    const prompted = isPrompt && isOfSubagent(record) ? this.#subagents.callWithPrompt(said.text) : null
    const call = startedBy ?? prompted
    const session = this.#sessionOf(record, call)
    // The product's own result stands for the only one in the message.
    const details = results.length === 1 ? (record['toolUseResult'] ?? null) : null
    for (const result of results) this.#takeResult(result, details, place)
    if (isSummary) session.compact(texts.join('\n'), place)
    else if (said.kind === 'words' || said.kind === 'notification') {
      if (isInput) this.#takeInput(said, record, session, call, place)
      else if (!isMeta) session.say('user', said.text, place)
    } else if (said.kind === 'interruption') session.interrupt(place)
    else if (said.kind === 'summary') session.compact(said.text, place)
    else if (said.kind === 'command' && isInput) session.takeCommand(said.text)
  }

  #takeInput(
    said: UserText,
    record: JsonObject,
    session: RecordedSession,
    call: string | null,
    place: StepPlace,
  ): void {
    const at = momentOf(record['timestamp'])
    const agent = isOfSubagent(record) ? session.identity.id : ''
    const stamp = `${agent}\n${at?.getTime()}\n${said.text.length}\n${said.text.slice(0, 64)}`
    if (at !== null && !this.isNew('input', stamp)) return
    if (said.kind === 'notification') this.#endNotified(said.text, place)
    else if (isOfSubagent(record)) this.#startSubagent(session, call, place)
    const trigger = said.kind === 'notification' ? 'external' : 'user'
    session.receive({ trigger, text: said.text, place, uuid: stringIn(record, 'uuid') })
    this.#asked = session
  }

  #takeResult(block: JsonObject, details: unknown, place: StepPlace): void {
    const call = stringIn(block, 'tool_use_id') ?? ''
    const made = this.#calls.get(call)
    if (made === undefined) this.skip(place.line, 'the result of a call that is not in the file')
    if (made === undefined || made === null) return
    this.#calls.set(call, null)
    const { agentId = null, status = null } = isObject(details) ? details : {}
    const named = typeof agentId === 'string' ? `${this.#root}/${agentId}` : null
    const child = this.#subagents.childOf(call) ?? named
    const goesOn = status === 'async_launched'
    if (child !== null) {
      this.#subagents.works(child, call, made.session, place)
      if (!goesOn) this.#endSubagent(child, place)
    }
    if (!goesOn) this.#subagents.forget(call)
    made.session.result(call, worked(block, details, made.tool), outputOf(block, details), place, details)
  }

  #takeAttachment(record: JsonObject, attachment: JsonObject, place: StepPlace): void {
    const type = stringIn(attachment, 'type') ?? ''
    if (type === 'todo_reminder' || type === 'task_reminder') {
      this.#sessionOf(record).remind(reminderText(type, attachment), place)
    } else if (type === 'queued_command') {
      const { prompt } = attachment
      this.#takeQueued(record, 'remove', textsIn(prompt).join('\n'), place)
    } else if (type.startsWith('hook_')) this.#takeHook(record, attachment, place)
  }

  /** A command of the person's own that the program ran; of one that did not end by itself the file does not say what it was. */
  #takeHook(record: JsonObject, hook: JsonObject, place: StepPlace): void {
    const command = stringIn(hook, 'command')
    const { exitCode } = hook
    if (command === null || typeof exitCode !== 'number') return
    const event = stringIn(hook, 'hookName') ?? stringIn(hook, 'hookEvent') ?? ''
    const printed = ['stdout', 'stderr'].flatMap((field) => stringIn(hook, field) ?? []).join('\n')
    const ok = exitCode === 0
    const output = ok ? printed : `Exit code ${exitCode}\n${printed}`
    const call = `hook ${stringIn(record, 'uuid') ?? `line ${place.line}`}`
    this.#sessionOf(record).runHook(call, `hook:${event}`, { command }, ok, output, place)
  }

  #takeSystem(record: JsonObject, place: StepPlace): void {
    const { subtype } = record
    if (subtype === 'turn_duration') this.#sessionOf(record).endRun()
    if (subtype !== 'compact_boundary') return
    const session = this.#sessionOf(record)
    // The file has the person's command only after what it did.
    if (objectIn(record, 'compactMetadata')?.['trigger'] === 'manual') session.takeCommand('/compact')
    session.markCompaction(place)
  }

  /** A message that was typed, or a notification that came, while the model was at work. */
  #takeQueued(record: JsonObject, operation: string | null, text: string, place: StepPlace): void {
    const session = this.#sessionOf(record)
    const given = this.#queue.take(session.identity.id, operation, text)
    if (given === null) return
    const said = readUserTexts([given])
    if (said.kind === 'words') session.say('user', said.text, place)
    else if (said.kind === 'notification') this.#endNotified(said.text, place)
  }

  /** A task in the background ended; where it is a sub-agent, it has come back. */
  #endNotified(notification: string, place: StepPlace): void {
    const call = inTag(notification, 'tool-use-id') ?? ''
    const named = `${this.#root}/${inTag(notification, 'task-id') ?? ''}`
    this.#endSubagent(this.#subagents.childOf(call) ?? named, place)
    this.#subagents.forget(call)
  }

  #startSubagent(
    { identity: { id, parent = null } }: RecordedSession,
    call: string | null,
    place: StepPlace,
  ): void {
    this.#subagents.works(id, call, this.known(parent ?? '') ?? null, place)
  }

  #endSubagent(child: string, place: StepPlace): void {
    this.known(child)?.endRun()
    this.#subagents.ends(child, place)
  }

  /** An input belongs to the session that answers it: files go on under another id, and forks name the old one. */
  #adoptInput(session: RecordedSession, follows: string | null): void {
    const input = this.#asked === session ? null : (this.#asked?.giveAway(follows) ?? null)
    if (input !== null) session.receive(input)
  }

  #sessionOf(record: JsonObject, startedBy: string | null = null): RecordedSession {
    const root = stringIn(record, 'sessionId') ?? this.#root
    // Releases before the autumn of 2025 name no sub-agent: all of a session are one.
    const agent = stringIn(record, 'agentId') ?? (record['isSidechain'] === true ? 'unnamed' : null)
    const id = agent === null ? root : `${root}/${agent}`
    const parent = agent === null ? null : (this.#subagents.parentOf(startedBy) ?? root)
    return this.session(id, parent)
  }
}

function isOfSubagent(record: JsonObject): boolean {
  return record['isSidechain'] === true || stringIn(record, 'agentId') !== null
}

function usageOf(usage: JsonObject) {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage
  return statedUsage({
    input: [input_tokens, cache_read_input_tokens, cache_creation_input_tokens],
    output: [output_tokens],
    cacheRead: [cache_read_input_tokens],
    cacheWrite: [cache_creation_input_tokens],
  })
}

/** A reminder of the list: the file holds the list that it showed, not its text. A line for each item. */
function reminderText(type: string, attachment: JsonObject): string {
  const items = objectsOf(attachment['content']).map((item) => {
    const id = stringIn(item, 'id')
    const text = stringIn(item, 'content') ?? stringIn(item, 'subject') ?? ''
    return `[${stringIn(item, 'status') ?? '?'}] ${id === null ? '' : `#${id} `}${text}`
  })
  return [type, ...items].join('\n')
}
