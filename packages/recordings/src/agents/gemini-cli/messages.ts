/** The messages of a Gemini CLI chat, narrowed from JSON to what a reader needs. Shapes: docs/sources/gemini-cli.md. */

import {
  arrayIn,
  isObject,
  type JsonObject,
  momentOf,
  objectIn,
  objectsOf,
  stringIn,
} from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'

/** A tool call of a message. */
export interface GeminiCall {
  /** Its id, or null. */
  readonly call: string | null
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
  /** What came of it; null while it is not over. */
  readonly outcome: { readonly ok: boolean; readonly output: string } | null
  /** The sub-agent that it started, or null. */
  readonly agent: string | null
  /** When the model made it, as its id says, or null. */
  readonly began: Date | null
  /** When it was over, or null. */
  readonly ended: Date | null
}

/** A message. */
export interface GeminiMessage {
  /** Its id, or null. */
  readonly id: string | null
  /** Who says it. */
  readonly type: 'user' | 'gemini' | 'info' | 'nothing'
  /** When, or null. */
  readonly at: Date | null
  /** What is said; empty where nothing is. */
  readonly text: string
  /** The calls in it. */
  readonly calls: readonly GeminiCall[]
  /** What the response cost, or null. */
  readonly usage: TokenUsage | null
}

const overStates: ReadonlySet<string> = new Set(['success', 'error', 'cancelled'])

/** Narrows a message; a text says why it can't be read. */
export function readMessage(value: unknown): GeminiMessage | string {
  const type = isObject(value) ? stringIn(value, 'type') : null
  if (!isObject(value) || type === null) {
    return isObject(value) ? 'a message without a type' : 'a message that is no JSON object'
  }
  const base = {
    id: stringIn(value, 'id'),
    at: momentOf(value['timestamp']),
    text: textOf(value['content']),
    usage: usageOf(objectIn(value, 'tokens')),
  }
  switch (type) {
    case 'user':
    case 'info':
      return { ...base, type, calls: [] }
    case 'gemini':
      return { ...base, type, calls: objectsOf(arrayIn(value, 'toolCalls')).map(callOf) }
    case 'error':
    case 'warning':
    case 'system':
      return { ...base, type: 'nothing', calls: [] }
    default:
      return `unknown message type ${JSON.stringify(type.slice(0, 40))}`
  }
}

/** Cached tokens are among the input; thoughts, and what tools of the model were given, stand for themselves. */
function usageOf(tokens: JsonObject | null): TokenUsage | null {
  if (tokens === null) return null
  const { input, output, cached, thoughts, tool } = tokens
  return statedUsage({ input: [input, tool], output: [output, thoughts], cacheRead: [cached] })
}

function callOf(held: JsonObject): GeminiCall {
  const name = stringIn(held, 'name') ?? ''
  const status = stringIn(held, 'status') ?? ''
  const output = outputOf(held['result']) || stringIn(held, 'resultDisplay') || ''
  const code = name === 'run_shell_command' ? exitCodeIn(output) : null
  return {
    call: stringIn(held, 'id'),
    name,
    input: held['args'] ?? {},
    outcome: overStates.has(status) ? { ok: status === 'success' && (code ?? 0) === 0, output } : null,
    agent: stringIn(held, 'agentId'),
    began: momentInId(stringIn(held, 'id') ?? ''),
    ended: momentOf(held['timestamp']),
  }
}

/** The ids that the program makes hold milliseconds since 1970: `replace-1767607200000-1f`. */
function momentInId(id: string): Date | null {
  const found = /[-_](1\d{12})(?:[-_]|$)/.exec(id.slice(-100))
  return found === null ? null : new Date(Number(found[1]))
}

/** A shell call is a success for the program whatever the command ended with: its exit code stands in the text. */
export function exitCodeIn(output: string): number | null {
  const found = /(?:^|\n)Exit Code: (-?\d{1,10})\b/.exec(output.slice(-2000))
  return found === null ? null : Number(found[1])
}

/** `[{ functionResponse: { response: { output } } }]`, or parts of text. */
function outputOf(result: unknown): string {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result]
  return parts
    .flatMap((part) => {
      if (!isObject(part)) {
        return typeof part === 'string' ? [part] : []
      }
      const response = objectIn(objectIn(part, 'functionResponse') ?? {}, 'response') ?? part
      return stringIn(response, 'output') ?? stringIn(response, 'error') ?? stringIn(response, 'text') ?? []
    })
    .join('\n')
}

/** A text, or parts of which some are the model's thoughts, which are said to nobody. */
function textOf(content: unknown): string {
  if (typeof content === 'string') {
    return content
  }
  const parts = Array.isArray(content) ? objectsOf(content) : isObject(content) ? [content] : []
  return parts.flatMap((part) => (part['thought'] === true ? [] : (stringIn(part, 'text') ?? []))).join('')
}
