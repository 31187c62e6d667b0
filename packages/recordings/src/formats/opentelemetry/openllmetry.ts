/**
 * The attributes that OpenLLMetry writes, in the names of the conventions. Source: traceloop/openllmetry,
 * `opentelemetry-semantic-conventions-ai`: `traceloop.*`, `llm.request.type`, `gen_ai.prompt.N.*`, `gen_ai.completion.N.*`.
 */

import { arrayIn, isObject, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { resultsIn, textsIn } from '../chat-messages/blocks.js'

/** Adds the conventions' names to attributes that have only OpenLLMetry's. */
export function withStandardNames(attributes: JsonObject): JsonObject {
  const kind = stringIn(attributes, 'traceloop.span.kind')
  const request = stringIn(attributes, 'llm.request.type')
  if (kind === null && request === null) return attributes
  const name = stringIn(attributes, 'traceloop.entity.name')
  const prompts = messagesOf(attributes, 'gen_ai.prompt')
  const completions = messagesOf(attributes, 'gen_ai.completion')
  const conversation =
    conversationFields.map((field) => stringIn(attributes, field)).find((found) => found !== null) ?? null
  const own: JsonObject = {
    ...(request === null
      ? {}
      : { 'gen_ai.operation.name': request === 'completion' ? 'text_completion' : request }),
    ...(kind === 'tool' ? toolAttributes(attributes, name) : {}),
    ...(kind === 'agent' ? { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name } : {}),
    ...(prompts.length === 0 ? {} : { 'gen_ai.input.messages': prompts }),
    ...(completions.length === 0 ? {} : { 'gen_ai.output.messages': completions }),
    ...(conversation === null ? {} : { 'gen_ai.conversation.id': conversation }),
  }
  return { ...own, ...attributes }
}

const properties = 'traceloop.association.properties'
const conversationFields: readonly string[] = [
  ...['session_id', 'thread_id', 'conversation_id', 'chat_id'].map((field) => `${properties}.${field}`),
  'traceloop.correlation.id',
]

/** Of a tool's span the input is what the framework passed: its own wrapping is taken off. */
function toolAttributes(attributes: JsonObject, name: string | null): JsonObject {
  const given = parsed(attributes['traceloop.entity.input'])
  const came = parsed(attributes['traceloop.entity.output'])
  const output = isObject(came) ? (came['output'] ?? came) : came
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.arguments': argumentsIn(given),
    ...(output === undefined
      ? {}
      : { 'gen_ai.tool.call.result': isObject(output) ? (output['content'] ?? output) : output }),
  }
}

/** LangChain's `{inputs, input_str, …}`, a decorated function's `{args, kwargs}`, or the input itself. */
function argumentsIn(given: unknown): unknown {
  if (!isObject(given)) return given
  const inputs = objectIn(given, 'inputs')
  if (inputs !== null) return inputs
  const text = stringIn(given, 'input_str')
  if (text !== null) return parsed(text)
  const [first, ...others] = arrayIn(given, 'args')
  const words = objectIn(given, 'kwargs')
  if (words !== null && Object.keys(words).length > 0) return words
  return 'args' in given ? (others.length === 0 ? (first ?? {}) : { args: given['args'] }) : given
}

const place =
  /^(\d{1,4})\.(role|content|tool_call_id|finish_reason|tool_calls\.(\d{1,4})\.(id|name|arguments))$/

interface IndexedMessage {
  role: string
  content: unknown
  answers: string | null
  readonly calls: Map<number, { [field: string]: unknown }>
}

/** The messages that stand in attributes by their numbers, as the conventions have them. */
function messagesOf(attributes: JsonObject, prefix: string): readonly JsonObject[] {
  const found = new Map<number, IndexedMessage>()
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue
    const [, index, field, call, callField] = place.exec(key.slice(prefix.length + 1)) ?? []
    if (index === undefined) continue
    const message = found.get(Number(index)) ?? { role: '', content: null, answers: null, calls: new Map() }
    found.set(Number(index), message)
    if (field === 'role') message.role = String(value)
    else if (field === 'content') message.content = value
    else if (field === 'tool_call_id') message.answers = String(value)
    else if (call !== undefined && callField !== undefined)
      message.calls.set(Number(call), { ...message.calls.get(Number(call)), [callField]: value })
  }
  const isAnswer = prefix === 'gen_ai.completion'
  return [...found].toSorted(([one], [other]) => one - other).map(([, each]) => messageOf(each, isAnswer))
}

function messageOf({ role, content, answers, calls }: IndexedMessage, isAnswer: boolean): JsonObject {
  const blocks = blocksIn(content)
  const results = resultsIn(blocks)
  const texts = blocks !== null ? textsIn(blocks) : typeof content === 'string' ? [content] : []
  const said =
    answers === null
      ? texts.filter((text) => text !== '').map((text) => ({ type: 'text', content: text }))
      : [{ type: 'tool_call_response', id: answers, response: texts.join('\n') }]
  return {
    role: isAnswer || /^(?:model|ai)$/.test(role) ? 'assistant' : role === 'human' ? 'user' : role,
    parts: [
      ...said,
      ...results.map(({ call, output }) => ({ type: 'tool_call_response', id: call, response: output })),
      ...[...calls]
        .toSorted(([one], [other]) => one - other)
        .map(([, call]) => ({ ...call, type: 'tool_call' })),
    ],
  }
}

/** What a block of a content is; another list is what somebody said, or a tool printed. */
const blockType =
  /^(?:text|(?:input|output)_\w+|refusal|image(?:_url)?|file|document|audio|\w*thinking|reasoning|\w*tool[_-]\w+)$/

/** The blocks of a content; null where it is a text. */
function blocksIn(content: unknown): readonly JsonObject[] | null {
  const list = parsed(content)
  if (!Array.isArray(list) || list.length === 0) return null
  const blocks = objectsOf(list).filter(isBlock)
  return blocks.length === list.length ? blocks : null
}

/** Of Bedrock's blocks a text is the only field. */
function isBlock(value: JsonObject): boolean {
  return 'type' in value
    ? blockType.test(stringIn(value, 'type') ?? '')
    : Object.keys(value).join() === 'text' && stringIn(value, 'text') !== null
}

/** A text that holds JSON as what it holds. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{"]/.test(value) ? (nestedJson(value) ?? value) : value
}
