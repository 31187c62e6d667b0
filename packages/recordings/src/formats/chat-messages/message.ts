/**
 * One chat message, in the shapes of OpenAI, Anthropic, LangChain and the AI SDK, narrowed from JSON to what a reader needs.
 * Source: docs/sources/formats.md#chat-messages.
 */

import { textsIn } from '../../content-texts.js'
import { arrayIn, type JsonObject, momentOf, objectIn, objectsOf, parsedJson, stringIn } from '../../json.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'

export interface ChatMessage {
  /** `nothing` is no part of the talk, such as the system's prompt. */
  readonly role: 'user' | 'assistant' | 'tool' | 'summary' | 'nothing'
  readonly id: string | null
  /** True where it is a part of a response that has several records. */
  readonly isPart: boolean
  readonly at: Date | null
  readonly session: string | null
  readonly texts: readonly string[]
  readonly calls: readonly ChatCall[]
  readonly results: readonly ChatResult[]
  readonly usage: TokenUsage | null
}

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

const sessionFields =
  'session_id sessionId thread_id threadId conversation_id conversationId chat_id trace_id'.split(' ')
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

/** A call, its id null where it has none; its input is a text as it stands, where it should be JSON and is not. */
type ChatCall = ReturnType<typeof callIn>

export interface ChatResult {
  readonly call: string | null
  readonly name: string | null
  /** Whether it worked; null where the message does not say. */
  readonly stated: boolean | null
  readonly output: string
}

/** A content as one text; JSON where it is neither text nor blocks of it. */
export function textIn(content: unknown): string {
  const texts = textsIn(content)
  const isEmpty =
    content === null || content === undefined || (Array.isArray(content) && content.length === 0)
  return texts.length > 0 || isEmpty || typeof content === 'string'
    ? texts.join('\n')
    : JSON.stringify(content)
}

/** The calls of a model's message: in a field of their own, or among the blocks of its content, never taken twice. */
export function callsIn(message: JsonObject): readonly ChatCall[] {
  const fields = [arrayIn(message, 'tool_calls'), arrayIn(message, 'invalid_tool_calls')].flat()
  const calls = objectsOf(fields).map(callIn)
  const known = new Set(calls.map(({ call }) => call))
  const blocks = objectsOf(message['content']).filter(({ type }) => callTypes.has(type))
  return [...calls, ...blocks.map(callIn).filter(({ call }) => call === null || !known.has(call))]
}

const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'tool_call', 'tool-call'])

/**
 * `{id, function: {name, arguments}}`, `{id, custom: {name, input}}`, `{id, name, args}`, `{id, name, input}`,
 * `{call_id, name, arguments}` of the Responses API, `{toolCallId, toolName, input}` of the AI SDK.
 */
function callIn(call: JsonObject) {
  const inner = objectIn(call, 'function') ?? objectIn(call, 'custom') ?? call
  const input = inner['arguments'] ?? inner['args'] ?? inner['input'] ?? {}
  return {
    call: stringIn(call, 'call_id') ?? stringIn(call, 'toolCallId') ?? stringIn(call, 'id'),
    name: stringIn(inner, 'name') ?? stringIn(inner, 'toolName') ?? '',
    input: typeof input === 'string' ? (parsedJson(input) ?? input) : input,
  }
}

/** The results among the blocks of a content. */
export function resultsIn(content: unknown): readonly ChatResult[] {
  return objectsOf(content).flatMap((block) => {
    const type = stringIn(block, 'type') ?? ''
    if (type === 'tool-result') return [sdkResult(block)]
    const call = stringIn(block, 'tool_use_id')
    if (call === null || !type.endsWith('tool_result')) return []
    return [{ call, name: null, stated: not(block['is_error']), output: textIn(block['content']) }]
  })
}

/** The AI SDK's: `output` says what it is, `text`, `json`, `error-text` or `error-json`. */
function sdkResult(block: JsonObject): ChatResult {
  const { type, value } = objectIn(block, 'output') ?? {}
  const stated = typeof type === 'string' ? !type.startsWith('error') : null
  const [call, name] = [stringIn(block, 'toolCallId'), stringIn(block, 'toolName')]
  return { call, name, stated, output: textIn(value) }
}

/** A message of a tool is one result; in the AI SDK it holds several. */
function resultsOfTool(message: JsonObject): readonly ChatResult[] {
  const several = resultsIn(message['content'])
  if (several.length > 0) return several
  const { status } = message
  const stated = status === 'error' ? false : status === 'success' ? true : not(message['is_error'])
  const [call, name] = [stringIn(message, 'tool_call_id'), stringIn(message, 'name')]
  return [{ call, name, stated, output: textIn(message['content']) }]
}

function not(isError: unknown): boolean | null {
  return typeof isError === 'boolean' ? !isError : null
}
