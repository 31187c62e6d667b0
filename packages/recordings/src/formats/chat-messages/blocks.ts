/** What stands in a chat message: texts, calls of tools and their results, in the shapes of each program. */

import {
  arrayIn,
  isObject,
  type JsonObject,
  nestsTooDeep,
  objectIn,
  objectsOf,
  stringIn,
} from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'

/** A call. */
export interface ChatCall {
  /** Its id, or null. */
  readonly call: string | null
  /** The tool's name. */
  readonly name: string
  /** The tool's input; the text as it stands where it is to be JSON and is none. */
  readonly input: unknown
}

/** A result. */
export interface ChatResult {
  /** The id of the call that it answers, or null. */
  readonly call: string | null
  /** The name of the tool, or null. */
  readonly name: string | null
  /** Whether it worked, as far as the message says; null where it does not. */
  readonly stated: boolean | null
  /** What came back. */
  readonly output: string
}

const texts: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'refusal'])

/** The texts of a content; a picture as its kind in brackets. Thoughts are said to nobody. */
export function textsIn(content: unknown): readonly string[] {
  if (typeof content === 'string') {
    return content.trim() === '' ? [] : [content]
  }
  const blocks: readonly unknown[] = Array.isArray(content) ? content : isObject(content) ? [content] : []
  return blocks.flatMap((block) => {
    if (!isObject(block)) {
      return typeof block === 'string' && block.trim() !== '' ? [block] : []
    }
    const { type } = block
    if (texts.has(type) || type === undefined) {
      const text = stringIn(block, 'text') ?? stringIn(block, 'refusal') ?? ''
      return text.trim() === '' ? [] : [text]
    }
    const isShown = typeof type === 'string' && /^(?:input_)?(?:image|file|document|audio)/.test(type)
    return isShown ? [`[${type}]`] : []
  })
}

/** A content as one text; JSON where it is neither text nor blocks of it. */
export function textIn(content: unknown): string {
  const found = textsIn(content)
  if (found.length > 0 || content === null || content === undefined || typeof content === 'string') {
    return found.join('\n')
  }
  return Array.isArray(content) && content.length === 0 ? '' : asText(content)
}

function asText(value: unknown): string {
  return nestsTooDeep(value) ? '' : (JSON.stringify(value) ?? '')
}

/** The calls of a model's message: in a field of their own, or among the blocks of its content, never taken twice. */
export function callsIn(message: JsonObject): readonly ChatCall[] {
  const kept = objectIn(message, 'additional_kwargs') ?? {}
  const own = [arrayIn(message, 'tool_calls'), arrayIn(message, 'toolCalls')].flat()
  const fields = own.length > 0 ? own : arrayIn(kept, 'tool_calls')
  const broken = arrayIn(message, 'invalid_tool_calls')
  const older = objectIn(message, 'function_call') ?? objectIn(kept, 'function_call')
  const made = [...fields, ...broken, ...(older === null || fields.length > 0 ? [] : [older])]
  const calls = objectsOf(made).map(fieldCall)
  const known = new Set(calls.map(({ call }) => call))
  const blocks = objectsOf(arrayIn(message, 'content')).flatMap(blockCall)
  return [...calls, ...blocks.filter(({ call }) => call === null || !known.has(call))]
}

/** `{id, function: {name, arguments}}`, `{id, custom: {name, input}}`, `{id, name, args}`, `{name, arguments}`. */
function fieldCall(call: JsonObject): ChatCall {
  const inner = objectIn(call, 'function') ?? objectIn(call, 'custom') ?? call
  const input = inner['arguments'] ?? inner['args'] ?? inner['input'] ?? {}
  return { call: stringIn(call, 'id'), name: stringIn(inner, 'name') ?? '', input: inputOf(input) }
}

/** `{type: 'tool_use', id, name, input}`, and `{type: 'tool-call', toolCallId, toolName, input}` of the AI SDK. */
function blockCall(block: JsonObject): readonly ChatCall[] {
  switch (block['type']) {
    case 'tool_use':
    case 'server_tool_use':
    case 'tool_call':
    case 'toolCall':
      return [fieldCall(block)]
    case 'tool-call':
      return [
        {
          call: stringIn(block, 'toolCallId'),
          name: stringIn(block, 'toolName') ?? '',
          input: inputOf(block['input'] ?? block['args'] ?? {}),
        },
      ]
    default:
      return []
  }
}

/** The results among the blocks of a content. */
export function resultsIn(content: unknown): readonly ChatResult[] {
  return objectsOf(Array.isArray(content) ? content : []).flatMap((block) => {
    const { type } = block
    if (type === 'tool-result') {
      return [sdkResult(block)]
    }
    const call = stringIn(block, 'tool_use_id')
    if (call === null || typeof type !== 'string' || !type.endsWith('tool_result')) {
      return []
    }
    const stated = typeof block['is_error'] === 'boolean' ? !block['is_error'] : null
    return [{ call, name: null, stated, output: textIn(block['content']) }]
  })
}

/** The AI SDK's: `output` says what it is, `text`, `json`, `error-text` or `error-json`; older ones have `result`. */
function sdkResult(block: JsonObject): ChatResult {
  const output = objectIn(block, 'output')
  const kind = output === null ? null : stringIn(output, 'type')
  const value = kind === null ? (block['output'] ?? block['result']) : output?.['value']
  const { isError } = block
  const stated = kind === null ? null : !kind.startsWith('error')
  return {
    call: stringIn(block, 'toolCallId'),
    name: stringIn(block, 'toolName'),
    stated: typeof isError === 'boolean' ? !isError : stated,
    output: textIn(value),
  }
}

/** The call of an item of the Responses API, which is no message. */
export function itemCall(item: JsonObject): readonly ChatCall[] {
  const type = stringIn(item, 'type')
  return type === 'function_call' || type === 'custom_tool_call'
    ? [{ ...fieldCall(item), call: stringIn(item, 'call_id') ?? stringIn(item, 'id') }]
    : []
}

/** The result in an item of the Responses API. */
export function itemResult(item: JsonObject): readonly ChatResult[] {
  return stringIn(item, 'type')?.endsWith('_output') === true
    ? [{ call: stringIn(item, 'call_id'), name: null, stated: null, output: textIn(item['output']) }]
    : []
}

/** An input is often JSON in a text. */
function inputOf(input: unknown): unknown {
  return typeof input === 'string' ? (nestedJson(input) ?? input) : input
}
