/** The records of a Qwen Code chat, narrowed from JSON to what a reader needs. Shapes: docs/sources/qwen-code.md. */

import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { exitCodeIn } from '../gemini-cli/messages.js'

/** A call of the model. */
export interface QwenCall {
  /** Its id, or null. */
  readonly call: string | null
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
}

/** What a record holds. */
export type QwenContent =
  | {
      /** An input. */
      readonly kind: 'input'
      /** Who gave it: a person, or the program by itself. */
      readonly trigger: 'user' | 'external'
      /** Its text. */
      readonly text: string
    }
  | {
      /** A response of the model. */
      readonly kind: 'response'
      /** What it says; empty where it says nothing. */
      readonly text: string
      /** Its calls. */
      readonly calls: readonly QwenCall[]
      /** What it cost, or null. */
      readonly usage: TokenUsage | null
    }
  | {
      /** The results of calls. */
      readonly kind: 'results'
      /** Each with the id of its call, or null. */
      readonly results: readonly {
        readonly call: string | null
        readonly ok: boolean | null
        readonly output: string
      }[]
    }
  | {
      /** The conversation was compacted or rewound, or nothing of it is said. */
      readonly kind: 'compacted' | 'rewound' | 'nothing'
    }

/** A record. */
export interface QwenRecord {
  /** Its id, or null. */
  readonly id: string | null
  /** The session that it belongs to, or null. */
  readonly session: string | null
  /** When it was written, or null. */
  readonly at: Date | null
  /** What it holds. */
  readonly content: QwenContent
}

/** Narrows a record; a text says why it can't be read. */
export function readRecord(record: JsonObject): QwenRecord | string {
  const content = contentOf(record)
  return typeof content === 'string'
    ? content
    : {
        id: stringIn(record, 'uuid'),
        session: stringIn(record, 'sessionId'),
        at: momentOf(record['timestamp']),
        content,
      }
}

function contentOf(record: JsonObject): QwenContent | string {
  const type = stringIn(record, 'type')
  const subtype = stringIn(record, 'subtype')
  const parts = objectsOf(arrayIn(objectIn(record, 'message') ?? {}, 'parts'))
  switch (type) {
    case null:
      return 'a record without a type'
    case 'user': {
      const isOfProgram = subtype === 'cron' || subtype === 'notification'
      return { kind: 'input', trigger: isOfProgram ? 'external' : 'user', text: textOf(parts) }
    }
    case 'assistant':
      return {
        kind: 'response',
        text: textOf(parts),
        calls: parts.flatMap((part) => callIn(part) ?? []),
        usage: usageOf(objectIn(record, 'usageMetadata')),
      }
    case 'tool_result':
      return { kind: 'results', results: resultsOf(parts, objectIn(record, 'toolCallResult') ?? {}) }
    case 'system':
      return {
        kind: subtype === 'chat_compression' ? 'compacted' : subtype === 'rewind' ? 'rewound' : 'nothing',
      }
    default:
      return `unknown record type ${JSON.stringify(type.slice(0, 40))}`
  }
}

/** Whether thoughts are among the candidates' tokens depends on who served the model: what is no prompt is output. */
function usageOf(counts: JsonObject | null): TokenUsage | null {
  if (counts === null) return null
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

function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap((part) => (part['thought'] === true ? [] : (stringIn(part, 'text') ?? []))).join('')
}

function callIn(part: JsonObject): QwenCall | null {
  const call = objectIn(part, 'functionCall')
  return call === null
    ? null
    : { call: stringIn(call, 'id'), name: stringIn(call, 'name') ?? '', input: call['args'] ?? {} }
}

/** A shell command is a success for the program whatever it ended with: its exit code stands in the text. */
function resultsOf(
  parts: readonly JsonObject[],
  stated: JsonObject,
): Extract<QwenContent, { readonly kind: 'results' }>['results'] {
  const status = stringIn(stated, 'status')
  return parts.flatMap((part) => {
    const held = objectIn(part, 'functionResponse')
    if (held === null) {
      return []
    }
    const response = objectIn(held, 'response') ?? {}
    const error = stringIn(response, 'error')
    const output = stringIn(response, 'output') ?? error ?? ''
    const code = stringIn(held, 'name') === 'run_shell_command' ? exitCodeIn(output) : null
    const stated = status === null ? (error === null ? null : false) : status === 'success'
    return [{ call: stringIn(held, 'id'), ok: code === null || code === 0 ? stated : false, output }]
  })
}
