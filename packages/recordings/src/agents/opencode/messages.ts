/** The messages and parts of an opencode session, narrowed from JSON to what a reader needs. Shapes: docs/sources/opencode.md. */

import { arrayIn, isObject, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'

/** What opencode says of a session. */
export interface OpencodeSession {
  /** Its id, or null. */
  readonly id: string | null
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
}

/** What came of a call. */
export interface OpencodeOutcome {
  /** Whether it worked; null where nobody says. */
  readonly ok: boolean | null
  /** What came back. */
  readonly output: string
  /** When, or null. */
  readonly at: Date | null
}

/** A part of a message that says something. */
export type OpencodePart =
  | {
      /** A text. */
      readonly kind: 'text'
      /** The text. */
      readonly text: string
      /** True where the program wrote it, and no person. */
      readonly synthetic: boolean
    }
  | {
      /** A call of a tool, with its result. */
      readonly kind: 'tool'
      /** The part's id, or null. */
      readonly part: string | null
      /** The call's id, or null. It can have been redacted, and then many calls have the same. */
      readonly call: string | null
      /** The tool's name. */
      readonly name: string
      /** The tool's input. */
      readonly input: unknown
      /** When it was called, or null. */
      readonly at: Date | null
      /** What came of it; null while it is not over. */
      readonly outcome: OpencodeOutcome | null
      /** The session of the sub-agent that it started, or null. */
      readonly child: string | null
    }
  | {
      /** The model was asked, or the conversation is to be compacted. */
      readonly kind: 'step-start' | 'compaction'
    }
  | {
      /** The model has answered. */
      readonly kind: 'step-finish'
      /** What that cost, or null. */
      readonly usage: TokenUsage | null
    }

/** A message. */
export interface OpencodeMessage {
  /** Its id, or null. */
  readonly id: string | null
  /** The session that it belongs to, or null. */
  readonly session: string | null
  /** Who says it. */
  readonly role: 'user' | 'assistant'
  /** When, or null. */
  readonly at: Date | null
  /** True where it is the summary of what was compacted. */
  readonly summary: boolean
  /** How it failed: the person cut it off, or something else; null where it did not. */
  readonly failure: 'aborted' | 'failed' | null
  /** What its last answer cost, or null; its money is that of all. */
  readonly usage: TokenUsage | null
  /** Its parts, without those that say nothing. */
  readonly parts: readonly OpencodePart[]
}

/** Narrows what an export says of its session. */
export function readSession(info: unknown): OpencodeSession {
  return isObject(info)
    ? { id: stringIn(info, 'id'), parent: stringIn(info, 'parentID') }
    : { id: null, parent: null }
}

/** Narrows a message; a text says why it can't be read. */
export function readMessage(value: unknown): OpencodeMessage | string {
  const info = isObject(value) ? objectIn(value, 'info') : null
  if (!isObject(value) || info === null) {
    return isObject(value) ? 'a message without info' : 'a message that is no JSON object'
  }
  const role = stringIn(info, 'role')
  if (role !== 'user' && role !== 'assistant') {
    return `unknown role ${JSON.stringify((role ?? '').slice(0, 40))}`
  }
  const error = objectIn(info, 'error')
  return {
    id: stringIn(info, 'id'),
    session: stringIn(info, 'sessionID'),
    role,
    at: timeIn(info, 'created'),
    summary: info['summary'] === true,
    failure: error === null ? null : stringIn(error, 'name') === 'MessageAbortedError' ? 'aborted' : 'failed',
    usage: usageOf(info),
    parts: objectsOf(arrayIn(value, 'parts')).flatMap((part) => readPart(part) ?? []),
  }
}

/** Narrows a part; null where it says nothing of what was done: thoughts, snapshots, patches, retries. */
function readPart(part: JsonObject): OpencodePart | null {
  switch (part['type']) {
    case 'text': {
      const text = stringIn(part, 'text')
      const synthetic = part['synthetic'] === true || part['ignored'] === true
      return text === null ? null : { kind: 'text', text, synthetic }
    }
    case 'subtask': {
      const text = stringIn(part, 'prompt') ?? stringIn(part, 'description')
      return text === null ? null : { kind: 'text', text, synthetic: false }
    }
    case 'file': {
      const name = stringIn(part, 'filename') ?? stringIn(part, 'mime') ?? 'file'
      return { kind: 'text', text: `[${name}]`, synthetic: false }
    }
    case 'tool':
      return readTool(part)
    case 'step-finish':
      return { kind: 'step-finish', usage: usageOf(part) }
    case 'step-start':
    case 'compaction':
      return { kind: part['type'] }
    default:
      return null
  }
}

/** What came out of a cache and went into one stands beside the input, thinking beside the output. */
function usageOf(spent: JsonObject): TokenUsage | null {
  const tokens = objectIn(spent, 'tokens') ?? {}
  const { read, write } = objectIn(tokens, 'cache') ?? {}
  return statedUsage({
    input: [tokens['input'], read, write],
    output: [tokens['output'], tokens['reasoning']],
    cacheRead: [read],
    cacheWrite: [write],
    cost: [spent['cost']],
  })
}

function readTool(part: JsonObject): OpencodePart {
  const state = objectIn(part, 'state') ?? {}
  const metadata = objectIn(state, 'metadata') ?? {}
  const name = stringIn(part, 'tool') ?? ''
  return {
    kind: 'tool',
    part: stringIn(part, 'id'),
    call: stringIn(part, 'callID'),
    name,
    input: state['input'] ?? {},
    at: timeIn(state, 'start'),
    outcome: outcomeOf(name, state, metadata),
    child: name === 'task' ? (stringIn(metadata, 'sessionId') ?? stringIn(metadata, 'sessionID')) : null,
  }
}

function outcomeOf(name: string, state: JsonObject, metadata: JsonObject): OpencodeOutcome | null {
  const at = timeIn(state, 'end')
  if (state['status'] === 'error') {
    const printed = stringIn(metadata, 'output')
    const error = stringIn(state, 'error') ?? ''
    return { ok: false, output: printed === null ? error : `${printed}\n${error}`, at }
  }
  if (state['status'] !== 'completed') {
    return null
  }
  const output = stringIn(state, 'output') ?? ''
  return { ok: worked(name, output, metadata), output, at }
}

/** What the program puts at the end of a command's output where it ended the command itself. */
const cutShort =
  /\(Command (?:timed out after|was aborted)|terminated command after exceeding timeout|User aborted the command/

/** A command is completed for the program whatever it ended with; calls that it could not read go to `invalid`. */
function worked(name: string, output: string, metadata: JsonObject): boolean | null {
  const exit = metadata['exit']
  if (name === 'invalid') {
    return false
  }
  if (typeof exit === 'number') {
    return exit === 0
  }
  if (cutShort.test(output.slice(-400))) {
    return false
  }
  return exit === null ? null : true
}

/** A time in a `time` field, in milliseconds since 1970; null where it is none. */
function timeIn(record: JsonObject, field: string): Date | null {
  const value = objectIn(record, 'time')?.[field]
  const moment = typeof value === 'number' ? new Date(value) : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}
