/** The records of a Claude Code file, narrowed from JSON to what a reader needs. Shapes: docs/sources/claude-code.md. */

import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { callsOf, type ModelCall, outcomesOf, type ToolOutcome, textsOf } from './content.js'
import { isTypeOfNothing } from './record-types.js'

/** What every record says of itself. */
export interface Envelope {
  /** The session that it belongs to, or null. */
  readonly session: string | null
  /** The sub-agent that it belongs to, or null. */
  readonly agent: string | null
  /** True for a record of a sub-agent. */
  readonly sidechain: boolean
  /** Its own id, or null. */
  readonly uuid: string | null
  /** The id of the record that it follows, or null. */
  readonly follows: string | null
  /** When it was written, or null. */
  readonly at: Date | null
}

/** A part of a model response. */
export interface ModelRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'model'
  /** The id of the response that it is a part of, or null. */
  readonly response: string | null
  /** What the model says; its thinking is left out, for it is said to nobody. */
  readonly texts: readonly string[]
  /** The tools that it calls. */
  readonly calls: readonly ModelCall[]
  /** What the response cost so far, or null. */
  readonly usage: TokenUsage | null
}

/** An input, or results of tools. */
export interface UserRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'user'
  /** True where the program wrote it for the model, and no person did. */
  readonly meta: boolean
  /** True where it is the summary of what was compacted. */
  readonly summary: boolean
  /** The texts in it. */
  readonly texts: readonly string[]
  /** The results in it. */
  readonly outcomes: readonly ToolOutcome[]
}

/** What a sub-agent does, as its parent's file shows it. */
export interface ProgressRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'progress'
  /** The parent's call that the sub-agent works for, or null. */
  readonly call: string | null
  /** What the sub-agent did. */
  readonly inner: ModelRecord | UserRecord
}

/** A reminder of the todo list that the program gave to the model. */
export interface ReminderRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'reminder'
  /** The reminder in words: the file holds the list that it showed, not its text. */
  readonly text: string
}

/** A command of the person's own that the program ran beside a call or at a stop. */
export interface HookRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'hook'
  /** What set it off, such as `PostToolUse:Edit`. */
  readonly event: string
  /** The command. */
  readonly command: string
  /** What it ended with. */
  readonly exitCode: number
  /** What it printed. */
  readonly output: string
}

/** A message that was typed, or a notification that came, while the model was at work. */
export interface QueueRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'queue'
  /** What happened: it was queued, given to the model as an input of its own, amid its work, or taken back. */
  readonly operation: 'queued' | 'input' | 'amid' | 'taken-back'
  /** Its text; empty where the record does not repeat it. */
  readonly text: string
}

/** The place where the conversation was compacted. */
export interface CompactionRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'compact-boundary'
  /** True where the person asked for it, while the model was not at work. */
  readonly asked: boolean
}

/** A border, or nothing that a session consists of. */
export interface PlainRecord extends Envelope {
  /** The kind of record. */
  readonly kind: 'run-over' | 'nothing'
}

/** A record that is not what its type promises, or whose type is not known. */
export interface UnreadableRecord {
  /** The kind of record. */
  readonly kind: 'unreadable'
  /** Why it can't be read. */
  readonly reason: string
}

/** One record. */
export type ClaudeCodeRecord =
  | ModelRecord
  | UserRecord
  | ProgressRecord
  | ReminderRecord
  | HookRecord
  | QueueRecord
  | CompactionRecord
  | PlainRecord
  | UnreadableRecord

const queueOperations: ReadonlyMap<string | null, QueueRecord['operation']> = new Map([
  ['enqueue', 'queued'],
  ['dequeue', 'input'],
  ['remove', 'amid'],
  ['popAll', 'taken-back'],
])

/** Narrows one record. */
export function readRecord(record: JsonObject): ClaudeCodeRecord {
  const envelope = envelopeOf(record)
  const type = stringIn(record, 'type')
  switch (type) {
    case null:
      return { kind: 'unreadable', reason: 'a record without a type' }
    case 'assistant':
      if (isPlaceholder(record)) return { ...envelope, kind: 'nothing' }
      return (
        modelRecord(record, envelope) ?? {
          kind: 'unreadable',
          reason: 'an assistant record without a message',
        }
      )
    case 'user':
      return userRecord(record, envelope) ?? { kind: 'unreadable', reason: 'a user record without a message' }
    case 'progress':
      return progressRecord(record, envelope)
    case 'attachment':
      return attachmentRecord(record, envelope)
    case 'system':
      return systemRecord(record, envelope)
    case 'queue-operation': {
      const operation = queueOperations.get(stringIn(record, 'operation'))
      const text = stringIn(record, 'content') ?? ''
      return operation === undefined
        ? { ...envelope, kind: 'nothing' }
        : { ...envelope, kind: 'queue', operation, text }
    }
    default:
      return isTypeOfNothing(type)
        ? { ...envelope, kind: 'nothing' }
        : { kind: 'unreadable', reason: `unknown record type ${JSON.stringify(type.slice(0, 40))}` }
  }
}

function systemRecord(record: JsonObject, envelope: Envelope): CompactionRecord | PlainRecord {
  switch (stringIn(record, 'subtype')) {
    case 'compact_boundary': {
      const compaction = objectIn(record, 'compactMetadata')
      const asked = compaction !== null && stringIn(compaction, 'trigger') === 'manual'
      return { ...envelope, kind: 'compact-boundary', asked }
    }
    case 'turn_duration':
      return { ...envelope, kind: 'run-over' }
    default:
      return { ...envelope, kind: 'nothing' }
  }
}

function envelopeOf(record: JsonObject): Envelope {
  return {
    session: stringIn(record, 'sessionId'),
    agent: stringIn(record, 'agentId'),
    sidechain: record['isSidechain'] === true,
    uuid: stringIn(record, 'uuid'),
    follows: stringIn(record, 'parentUuid'),
    at: momentOf(record['timestamp']),
  }
}

/** What the program writes where an answer is missing, as on resuming a run that was interrupted. No model said it. */
function isPlaceholder(record: JsonObject): boolean {
  const message = objectIn(record, 'message')
  const isWritten = message !== null && stringIn(message, 'model') === '<synthetic>'
  return isWritten && record['isApiErrorMessage'] !== true
}

function modelRecord(record: JsonObject, envelope: Envelope): ModelRecord | null {
  const message = objectIn(record, 'message')
  if (message === null) {
    return null
  }
  const response = stringIn(message, 'id') ?? stringIn(record, 'requestId') ?? envelope.uuid
  // These are most of a file: their parts are named, for a spread costs several times as much.
  const { session, agent, sidechain, uuid, follows, at } = envelope
  return {
    session,
    agent,
    sidechain,
    uuid,
    follows,
    at,
    kind: 'model',
    response,
    texts: textsOf(message['content']),
    calls: callsOf(message['content']),
    usage: usageOf(message, record),
  }
}

function usageOf(message: JsonObject, record: JsonObject): TokenUsage | null {
  const usage = objectIn(message, 'usage')
  if (usage === null) return null
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage
  return statedUsage({
    input: [input_tokens, cache_read_input_tokens, cache_creation_input_tokens],
    output: [output_tokens],
    cacheRead: [cache_read_input_tokens],
    cacheWrite: [cache_creation_input_tokens],
    cost: [record['costUSD']],
  })
}

function userRecord(record: JsonObject, envelope: Envelope): UserRecord | null {
  const message = objectIn(record, 'message')
  if (message === null) {
    return null
  }
  const { session, agent, sidechain, uuid, follows, at } = envelope
  return {
    session,
    agent,
    sidechain,
    uuid,
    follows,
    at,
    kind: 'user',
    meta: record['isMeta'] === true,
    summary: record['isCompactSummary'] === true,
    texts: textsOf(message['content']),
    outcomes: outcomesOf(message['content'], record['toolUseResult']),
  }
}

/** `agent_progress` holds a record of the sub-agent, without the envelope's ids; other progress holds nothing. */
function progressRecord(record: JsonObject, envelope: Envelope): ProgressRecord | PlainRecord {
  const data = objectIn(record, 'data')
  const held = data === null ? null : objectIn(data, 'message')
  const agent = data === null ? null : stringIn(data, 'agentId')
  if (held === null || agent === null) {
    return { ...envelope, kind: 'nothing' }
  }
  const own = envelopeOf(held)
  const inside: Envelope = {
    ...own,
    session: envelope.session,
    agent,
    sidechain: true,
    at: own.at ?? envelope.at,
  }
  const type = stringIn(held, 'type')
  const inner =
    type === 'assistant' ? modelRecord(held, inside) : type === 'user' ? userRecord(held, inside) : null
  return inner === null
    ? { ...envelope, kind: 'nothing' }
    : { ...envelope, kind: 'progress', call: stringIn(record, 'parentToolUseID'), inner }
}

function attachmentRecord(record: JsonObject, envelope: Envelope): ClaudeCodeRecord {
  const attachment = objectIn(record, 'attachment')
  const type = attachment === null ? null : stringIn(attachment, 'type')
  if (attachment === null || type === null) {
    return { ...envelope, kind: 'nothing' }
  }
  if (type === 'todo_reminder' || type === 'task_reminder') {
    return { ...envelope, kind: 'reminder', text: reminderText(type, arrayIn(attachment, 'content')) }
  }
  if (type === 'queued_command') {
    const prompt = attachment['prompt']
    const text = typeof prompt === 'string' ? prompt : textsOf(prompt).join('\n')
    return { ...envelope, kind: 'queue', operation: 'amid', text }
  }
  return (
    (type.startsWith('hook_') ? hookRecord(attachment, envelope) : null) ?? { ...envelope, kind: 'nothing' }
  )
}

/** A hook that ended by itself; of others the file does not say what they were. */
function hookRecord(attachment: JsonObject, envelope: Envelope): HookRecord | null {
  const command = stringIn(attachment, 'command')
  const { exitCode } = attachment
  if (command === null || typeof exitCode !== 'number') return null
  const event = stringIn(attachment, 'hookName') ?? stringIn(attachment, 'hookEvent') ?? ''
  const output = ['stdout', 'stderr']
    .map((field) => stringIn(attachment, field) ?? '')
    .filter((text) => text !== '')
  return { ...envelope, kind: 'hook', event, command, exitCode, output: output.join('\n') }
}

/** One line for the reminder and one for each item that it showed, as the file holds them. */
function reminderText(type: string, content: readonly unknown[]): string {
  const items = objectsOf(content).map((item) => {
    const id = stringIn(item, 'id')
    const text = stringIn(item, 'content') ?? stringIn(item, 'subject') ?? ''
    return `[${stringIn(item, 'status') ?? '?'}] ${id === null ? '' : `#${id} `}${text}`
  })
  return [type, ...items].join('\n')
}
