/** The records of a Claude Code file, narrowed from JSON to what a reader needs. Shapes: docs/sources/claude-code.md. */

import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { callsOf, type ModelCall, outcomesOf, type ToolOutcome, textsOf } from './content.js'
import { isTypeOfNothing } from './record-types.js'

/** What every record says of itself; null where it does not. */
export interface Envelope {
  /** The session that it belongs to. */
  readonly session: string | null
  /** The sub-agent that it belongs to. */
  readonly agent: string | null
  /** True for a record of a sub-agent. */
  readonly sidechain: boolean
  /** Its own id. */
  readonly uuid: string | null
  /** The id of the record that it follows. */
  readonly follows: string | null
  readonly at: Date | null
}

/** A part of a model response. */
export interface ModelRecord extends Envelope {
  readonly kind: 'model'
  /** The id of the response that it is a part of, or null. */
  readonly response: string | null
  /** What the model says; its thinking is left out, for it is said to nobody. */
  readonly texts: readonly string[]
  readonly calls: readonly ModelCall[]
  /** What the response cost so far, or null. */
  readonly usage: TokenUsage | null
}

/** An input, or results of tools. */
export interface UserRecord extends Envelope {
  readonly kind: 'user'
  /** True where the program wrote it for the model, and no person did. */
  readonly meta: boolean
  /** True where it is the summary of what was compacted. */
  readonly summary: boolean
  readonly texts: readonly string[]
  readonly outcomes: readonly ToolOutcome[]
}

/** What a sub-agent does, as its parent's file shows it. */
export interface ProgressRecord extends Envelope {
  readonly kind: 'progress'
  /** The parent's call that the sub-agent works for, or null. */
  readonly call: string | null
  readonly inner: ModelRecord | UserRecord
}

/** A message that was typed, or a notification that came, while the model was at work. */
export interface QueueRecord extends Envelope {
  readonly kind: 'queue'
  /** What happened: it was queued, given to the model as an input of its own, amid its work, or taken back. */
  readonly operation: 'queued' | 'input' | 'amid' | 'taken-back'
  /** Its text; empty where the record does not repeat it. */
  readonly text: string
}

/** A command of the person's own that the program ran beside a call or at a stop. */
interface HookRecord extends Envelope {
  readonly kind: 'hook'
  /** What set it off, such as `PostToolUse:Edit`. */
  readonly event: string
  readonly command: string
  readonly exitCode: number
  readonly output: string
}

/** A record that belongs to one session. */
export type OwnRecord =
  | ModelRecord
  | UserRecord
  | QueueRecord
  | HookRecord
  /** A reminder of the todo list: the file holds the list that it showed, not its text. */
  | (Envelope & { readonly kind: 'reminder'; readonly text: string })
  /** `asked`: by the person, while the model was not at work. */
  | (Envelope & { readonly kind: 'compact-boundary'; readonly asked: boolean })
  | (Envelope & { readonly kind: 'run-over' | 'nothing' })

export type ClaudeCodeRecord =
  | OwnRecord
  | ProgressRecord
  | { readonly kind: 'unreadable'; readonly reason: string }

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
  const nothing = { ...envelope, kind: 'nothing' } as const
  switch (type) {
    case null:
      return { kind: 'unreadable', reason: 'a record without a type' }
    case 'assistant':
      if (isPlaceholder(record)) return nothing
      return modelRecord(record, envelope) ?? withoutMessage('an assistant')
    case 'user':
      return userRecord(record, envelope) ?? withoutMessage('a user')
    case 'progress':
      return progressRecord(record, envelope) ?? nothing
    case 'attachment':
      return attachmentRecord(objectIn(record, 'attachment') ?? {}, envelope) ?? nothing
    case 'system': {
      const subtype = stringIn(record, 'subtype')
      const asked = objectIn(record, 'compactMetadata')?.['trigger'] === 'manual'
      if (subtype === 'compact_boundary') return { ...envelope, kind: 'compact-boundary', asked }
      return subtype === 'turn_duration' ? { ...envelope, kind: 'run-over' } : nothing
    }
    case 'queue-operation': {
      const operation = queueOperations.get(stringIn(record, 'operation'))
      const text = stringIn(record, 'content') ?? ''
      return operation === undefined ? nothing : { ...envelope, kind: 'queue', operation, text }
    }
    default:
      if (isTypeOfNothing(type)) return nothing
      return { kind: 'unreadable', reason: `unknown record type ${JSON.stringify(type.slice(0, 40))}` }
  }
}

function withoutMessage(which: string): ClaudeCodeRecord {
  return { kind: 'unreadable', reason: `${which} record without a message` }
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
  if (message === null) return null
  return {
    ...envelope,
    kind: 'model',
    response: stringIn(message, 'id') ?? stringIn(record, 'requestId') ?? envelope.uuid,
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
  if (message === null) return null
  return {
    ...envelope,
    kind: 'user',
    meta: record['isMeta'] === true,
    summary: record['isCompactSummary'] === true,
    texts: textsOf(message['content']),
    outcomes: outcomesOf(message['content'], record['toolUseResult']),
  }
}

/** `agent_progress` holds a record of the sub-agent, without the envelope's ids; other progress holds nothing. */
function progressRecord(record: JsonObject, envelope: Envelope): ProgressRecord | null {
  const data = objectIn(record, 'data') ?? {}
  const held = objectIn(data, 'message')
  const agent = stringIn(data, 'agentId')
  if (held === null || agent === null) return null
  const own = envelopeOf(held)
  const at = own.at ?? envelope.at
  const inside: Envelope = { ...own, session: envelope.session, agent, sidechain: true, at }
  const read = held['type'] === 'assistant' ? modelRecord : held['type'] === 'user' ? userRecord : null
  const inner = read?.(held, inside) ?? null
  return inner === null
    ? null
    : { ...envelope, kind: 'progress', call: stringIn(record, 'parentToolUseID'), inner }
}

function attachmentRecord(attachment: JsonObject, envelope: Envelope): OwnRecord | null {
  const type = stringIn(attachment, 'type')
  if (type === 'todo_reminder' || type === 'task_reminder') {
    return { ...envelope, kind: 'reminder', text: reminderText(type, arrayIn(attachment, 'content')) }
  }
  if (type === 'queued_command') {
    const { prompt } = attachment
    const text = typeof prompt === 'string' ? prompt : textsOf(prompt).join('\n')
    return { ...envelope, kind: 'queue', operation: 'amid', text }
  }
  return type?.startsWith('hook_') === true ? hookRecord(attachment, envelope) : null
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
