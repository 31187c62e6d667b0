/** One chat message, narrowed from JSON to what a reader needs. Source: docs/sources/chat-messages.md. */

import { type JsonObject, momentOf, objectIn, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import {
  type ChatCall,
  type ChatResult,
  callIn,
  callsIn,
  resultsIn,
  resultsOfTool,
  textIn,
  textsIn,
} from './blocks.js'

export interface ChatMessage {
  /** `nothing` is no part of the talk, such as the system's prompt. */
  readonly role: 'user' | 'assistant' | 'tool' | 'summary' | 'nothing'
  readonly id: string | null
  /** True where it is a part of a response that has several records. */
  readonly isPart: boolean
  readonly at: Date | null
  /** The conversation that it names, or null. */
  readonly session: string | null
  readonly texts: readonly string[]
  readonly calls: readonly ChatCall[]
  readonly results: readonly ChatResult[]
  readonly usage: TokenUsage | null
}

/** Messages by their roles, or LangChain's types. */
const roles: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['system', 'nothing'],
  ['developer', 'nothing'],
  ['remove', 'nothing'],
])

/** Items of the Responses API that stand beside messages. */
const items: ReadonlyMap<string, ChatMessage['role']> = new Map([
  ['function_call', 'assistant'],
  ['custom_tool_call', 'assistant'],
  ['function_call_output', 'tool'],
  ['custom_tool_call_output', 'tool'],
  ['reasoning', 'nothing'],
])

/** Narrows a message; a text says why it can't be read. */
export function readMessage(message: JsonObject): ChatMessage | string {
  const type = stringIn(message, 'type')
  const item = items.get(type ?? '')
  const name = stringIn(message, 'role') ?? type
  if (name === null) return 'a message without a role'
  const role = item ?? roles.get(name)
  if (role === undefined) return `unknown role ${JSON.stringify(name.slice(0, 40))}`
  const { content } = message
  const base: ChatMessage = {
    role,
    id: stringIn(message, 'id'),
    isPart: item !== undefined || (role === 'assistant' && type === 'message'),
    at: momentIn(message),
    session: nameIn(message, sessionFields),
    texts: [],
    calls: [],
    results: [],
    usage: usageOf(objectIn(message, 'usage_metadata')),
  }
  if (item === 'assistant') return { ...base, calls: [callIn(message)] }
  if (item === 'tool') {
    const output = textIn(message['output'])
    return { ...base, results: [{ call: stringIn(message, 'call_id'), name: null, stated: null, output }] }
  }
  if (role === 'nothing') return base
  if (role === 'tool') return { ...base, results: resultsOfTool(message) }
  const texts = textsIn(content)
  const said = { ...base, texts, results: resultsIn(content) }
  if (role === 'assistant') return { ...said, calls: callsIn(message) }
  return isSummary(message, texts) ? { ...said, role: 'summary' } : said
}

/** What LangChain's middleware puts in place of what was compacted. */
function isSummary(message: JsonObject, [first = '']: readonly string[]): boolean {
  const isMade = objectIn(message, 'additional_kwargs')?.['lc_source'] === 'summarization'
  return isMade || first.startsWith('Here is a summary of the conversation to date:')
}

/** LangChain's `UsageMetadata`: tokens out of a cache and into one are among the input. */
function usageOf(usage: JsonObject | null): TokenUsage | null {
  if (usage === null) return null
  const { cache_read, cache_creation } = objectIn(usage, 'input_token_details') ?? {}
  return statedUsage({
    input: [usage['input_tokens']],
    output: [usage['output_tokens']],
    cacheRead: [cache_read],
    cacheWrite: [cache_creation],
  })
}

const sessionFields = [
  ...['session_id', 'sessionId', 'thread_id', 'threadId', 'conversation_id', 'conversationId'],
  ...['chat_id', 'trace_id'],
]
const timeFields = ['timestamp', 'created_at', 'createdAt', 'created', 'time', 'date', 'ts']
const longestName = 200

/** The name of the conversation that stands in the object around messages, or null. LangGraph has it among its settings. */
export function conversationIn(head: JsonObject): string | null {
  const settings = objectIn(objectIn(head, 'config') ?? {}, 'configurable') ?? {}
  const found = [head, settings, objectIn(head, 'metadata') ?? {}].map((each) => nameIn(each, sessionFields))
  return found.find((name) => name !== null) ?? nameIn(head, ['id', 'uuid', 'run_id'])
}

/** When a message was, or null: a text, or a number of seconds (until the year 5138) or milliseconds (since 1973). */
export function momentIn(message: JsonObject): Date | null {
  for (const field of timeFields) {
    const value = message[field]
    if (typeof value === 'number' && value >= 1e8 && value < 1e14)
      return new Date(Math.trunc(value < 1e11 ? value * 1000 : value))
    const moment = momentOf(value)
    if (moment !== null) return moment
  }
  return null
}

function nameIn(object: JsonObject, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = object[field]
    if (typeof value === 'string' && value !== '' && value.length <= longestName) return value
    if (Number.isSafeInteger(value)) return String(value)
  }
  return null
}
