/**
 * Texts, calls and results in a chat message, in the shapes of OpenAI, Anthropic, LangChain and the AI SDK. Source:
 * docs/sources/chat-messages.md.
 */

import {
  arrayIn,
  isObject,
  type JsonObject,
  objectIn,
  objectsOf,
  parsedJson,
  stringIn,
} from '../../json-value.js'

export interface ChatCall {
  /** Its id, or null. */
  readonly call: string | null
  readonly name: string
  /** The text as it stands, where it should be JSON and is not. */
  readonly input: unknown
}

export interface ChatResult {
  /** The id of the call that it answers, or null. */
  readonly call: string | null
  /** The name of the tool, or null. */
  readonly name: string | null
  /** Whether it worked; null where the message does not say. */
  readonly stated: boolean | null
  readonly output: string
}

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'refusal', undefined])
const shownTypes = /^(?:input_)?(?:image|file|document|audio)/

/** The texts of a content; a picture as its kind in brackets. Thoughts are said to nobody. */
export function textsIn(content: unknown): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return blocks.map(textOfBlock).filter((text) => text.trim() !== '')
}

function textOfBlock(block: unknown): string {
  if (typeof block === 'string') return block
  if (!isObject(block)) return ''
  const { type } = block
  if (textTypes.has(type)) return stringIn(block, 'text') ?? stringIn(block, 'refusal') ?? ''
  return typeof type === 'string' && shownTypes.test(type) ? `[${type}]` : ''
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
  const blocks = objectsOf(arrayIn(message, 'content')).filter(({ type }) => callTypes.has(type))
  return [...calls, ...blocks.map(callIn).filter(({ call }) => call === null || !known.has(call))]
}

const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'tool_call', 'tool-call'])

/**
 * `{id, function: {name, arguments}}`, `{id, custom: {name, input}}`, `{id, name, args}`, `{id, name, input}`,
 * `{call_id, name, arguments}` of the Responses API, `{toolCallId, toolName, input}` of the AI SDK.
 */
export function callIn(call: JsonObject): ChatCall {
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
  return objectsOf(Array.isArray(content) ? content : []).flatMap((block) => {
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
export function resultsOfTool(message: JsonObject): readonly ChatResult[] {
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
