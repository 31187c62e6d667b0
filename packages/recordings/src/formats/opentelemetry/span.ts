/**
 * One GenAI span. Sources: trace.proto and common.proto of opentelemetry-proto in their JSON mapping, the semantic
 * conventions ("gen_ai.*"), and OpenLLMetry's ("traceloop.*", "llm.*"): docs/sources/opentelemetry.md.
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
import { statedUsage, type TokenUsage } from '../../token-usage.js'

/** What a span stands for: a model response, a call of a tool, an agent at work, or something else around them. */
export type SpanOperation = 'chat' | 'tool' | 'agent' | 'other'

export interface Span {
  readonly trace: string
  /** Unique in its trace. */
  readonly id: string
  /** The id of the span around it, or null. */
  readonly parent: string | null
  readonly operation: SpanOperation
  /** In nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: JsonObject
  /** Whether it worked; null where it does not say. */
  readonly ok: boolean | null
  /** The line of the file where what it came from begins, from 1. */
  readonly line: number
}

/** Reads a span; null where it has no ids or no times. */
export function spanOf(raw: JsonObject, line: number): Span | null {
  const [trace, id, parent] = [
    stringIn(raw, 'traceId'),
    stringIn(raw, 'spanId'),
    stringIn(raw, 'parentSpanId'),
  ]
  const start = nanoseconds(raw['startTimeUnixNano'])
  if (trace === null || id === null || start === null) return null
  let end = nanoseconds(raw['endTimeUnixNano']) ?? start
  if (end < start) end = start
  const attributes = { ...detailsOf(raw), ...attributesOf(raw['attributes']) }
  const { code } = objectIn(raw, 'status') ?? {}
  const isError = code === 2 || code === 'STATUS_CODE_ERROR' || 'error.type' in attributes
  const ok = isError ? false : code === 1 || code === 'STATUS_CODE_OK' ? true : null
  return { trace, id, parent, operation: operationOf(attributes), start, end, attributes, ok, line }
}

/** A 64-bit number is a text in JSON; some exporters write a number all the same. */
function nanoseconds(value: unknown): bigint | null {
  if (typeof value === 'number') return value > 0 && value < 1e19 ? BigInt(Math.trunc(value)) : null
  return typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : null
}

/** Some tracers put the messages into an event of the span. Source: the semantic conventions, "gen-ai-events". */
function detailsOf(raw: JsonObject): JsonObject {
  const events = objectsOf(arrayIn(raw, 'events'))
  const details = events.findLast(({ name }) => name === 'gen_ai.client.inference.operation.details')
  return attributesOf(details?.['attributes'])
}

function attributesOf(pairs: unknown): JsonObject {
  const entries = objectsOf(Array.isArray(pairs) ? pairs : []).flatMap((pair) => {
    const [key, value] = [stringIn(pair, 'key'), objectIn(pair, 'value')]
    return key === null || value === null ? [] : [[key, anyValue(value)] as const]
  })
  return Object.fromEntries(entries)
}

function anyValue(value: JsonObject): unknown {
  const list = objectIn(value, 'arrayValue')
  if (list !== null) return arrayIn(list, 'values').map((each) => (isObject(each) ? anyValue(each) : null))
  const pairs = objectIn(value, 'kvlistValue')
  if (pairs !== null) return attributesOf(pairs['values'])
  const whole = value['intValue']
  if (typeof whole === 'string' && /^-?\d{1,15}$/.test(whole)) return Number(whole)
  return value['stringValue'] ?? value['boolValue'] ?? whole ?? value['doubleValue'] ?? null
}

const operations: ReadonlyMap<unknown, SpanOperation> = new Map([
  ['chat', 'chat'],
  ['generate_content', 'chat'],
  ['text_completion', 'chat'],
  ['completion', 'chat'],
  ['execute_tool', 'tool'],
  ['tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['agent', 'agent'],
])

function operationOf(attributes: JsonObject): SpanOperation {
  const stated = attributes['gen_ai.operation.name']
  const names = stated === undefined ? ['traceloop.span.kind', 'llm.request.type'] : ['gen_ai.operation.name']
  return names.map((name) => operations.get(attributes[name])).find((found) => found !== undefined) ?? 'other'
}

const ofSession = 'traceloop.association.properties'

/** The conversation that a span names, or null. */
export function conversationOf({ attributes }: Span): string | null {
  const names = ['session_id', 'thread_id', 'conversation_id', 'chat_id'].map(
    (name) => `${ofSession}.${name}`,
  )
  return firstText(attributes, ['gen_ai.conversation.id', ...names, 'traceloop.correlation.id'])
}

/** The agent that a span names, or null. */
export function agentOf({ attributes, operation }: Span): string | null {
  const name = operation === 'agent' ? ['traceloop.entity.name'] : []
  return firstText(attributes, ['gen_ai.agent.id', 'gen_ai.agent.name', ...name])
}

/** The id of the call that a tool's span names, or null. */
export function callOf({ attributes, operation }: Span): string | null {
  return operation === 'tool' ? stringIn(attributes, 'gen_ai.tool.call.id') : null
}

/** The tool of a span. */
export function toolOf({ attributes }: Span): string {
  return firstText(attributes, ['gen_ai.tool.name', 'traceloop.entity.name']) ?? ''
}

/** What a tool was given. OpenLLMetry has it in the wrapping of the framework: LangChain's, or a decorated function's. */
export function argumentsOf({ attributes }: Span): unknown {
  const stated = heldJson(attributes['gen_ai.tool.call.arguments'])
  if (stated !== undefined && stated !== null) return stated
  const given = heldJson(attributes['traceloop.entity.input']) ?? {}
  if (!isObject(given)) return given
  const { inputs, input_str: text, args, kwargs } = given
  if (isObject(inputs)) return inputs
  if (typeof text === 'string' && text !== '') return heldJson(text)
  if (isObject(kwargs) && Object.keys(kwargs).length > 0) return kwargs
  if (!Array.isArray(args)) return given
  return args.length > 1 ? { args } : (args[0] ?? {})
}

/** What a tool gave back, as text; what went wrong, where it gave nothing. */
export function resultOf({ attributes }: Span): string {
  const came = heldJson(attributes['traceloop.entity.output'])
  const output = isObject(came) ? (came['output'] ?? came) : came
  const content = isObject(output) ? (output['content'] ?? output) : output
  const result = textOf(heldJson(attributes['gen_ai.tool.call.result']) ?? content)
  return result === '' ? (stringIn(attributes, 'error.type') ?? '') : result
}

/** What a response cost; tokens out of a cache are among the input. */
export function usageOf({ attributes }: Span): TokenUsage | null {
  const usage = (name: string): unknown => attributes[`gen_ai.usage.${name}`]
  return statedUsage({
    input: [usage('input_tokens') ?? usage('prompt_tokens')],
    output: [usage('output_tokens') ?? usage('completion_tokens')],
    cacheRead: [usage('cache_read.input_tokens')],
    cacheWrite: [usage('cache_creation.input_tokens')],
    cost: [usage('cost')],
  })
}

/** A value, or the one that a text holds as JSON. */
export function heldJson(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{"]/.test(value) ? (parsedJson(value) ?? value) : value
}

/** A value as text: as it is, or as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

function firstText(attributes: JsonObject, names: readonly string[]): string | null {
  return names.map((name) => stringIn(attributes, name)).find((found) => found !== null) ?? null
}
