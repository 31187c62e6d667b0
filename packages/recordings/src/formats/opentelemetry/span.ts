/**
 * One GenAI span. Sources: trace.proto and common.proto of opentelemetry-proto in their JSON mapping, and the semantic
 * conventions ("gen_ai.*"): docs/sources/opentelemetry.md.
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
  readonly parent: string | null
  readonly operation: SpanOperation
  /** In nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: JsonObject
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
  return {
    trace,
    id,
    parent,
    operation: operations.get(attributes['gen_ai.operation.name']) ?? 'other',
    start,
    end,
    attributes,
    ok,
    line,
  }
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
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
])

export function conversationOf({ attributes }: Span): string | null {
  return stringIn(attributes, 'gen_ai.conversation.id')
}

export function agentOf({ attributes }: Span): string | null {
  return stringIn(attributes, 'gen_ai.agent.id') ?? stringIn(attributes, 'gen_ai.agent.name')
}

export function callOf({ attributes, operation }: Span): string | null {
  return operation === 'tool' ? stringIn(attributes, 'gen_ai.tool.call.id') : null
}

export function toolOf({ attributes }: Span): string {
  return stringIn(attributes, 'gen_ai.tool.name') ?? ''
}

export function argumentsOf({ attributes }: Span): unknown {
  return heldJson(attributes['gen_ai.tool.call.arguments']) ?? {}
}

/** What a tool gave back, as text; what went wrong, where it gave nothing. */
export function resultOf({ attributes }: Span): string {
  const result = textOf(heldJson(attributes['gen_ai.tool.call.result']))
  return result === '' ? (stringIn(attributes, 'error.type') ?? '') : result
}

/** What a response cost; tokens out of a cache are among the input. */
export function usageOf({ attributes }: Span): TokenUsage | null {
  const usage = (name: string): unknown => attributes[`gen_ai.usage.${name}`]
  return statedUsage({
    input: [usage('input_tokens')],
    output: [usage('output_tokens')],
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
