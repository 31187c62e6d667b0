/**
 * One GenAI span. Sources: trace.proto and common.proto of opentelemetry-proto in their JSON mapping, and the semantic
 * conventions ("gen_ai.*"): docs/sources/formats.md#opentelemetry.
 */

import { arrayIn, isObject, type JsonObject, objectIn, objectsOf, parsedJson, stringIn } from '../../json.js'
import { statedUsage } from '../../token-usage.js'

export interface Span {
  readonly trace: string
  /** Unique in its trace. */
  readonly id: string
  readonly parent: string | null
  /** What it stands for: a model response, a call of a tool, an agent at work, or something else around them. */
  readonly operation: 'chat' | 'tool' | 'agent' | 'other'
  /** In nanoseconds since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: JsonObject
  readonly ok: boolean | null
  /** The line of the file where what it came from begins, from 1. */
  readonly line: number
}

export function spanOf(raw: unknown, line: number): Span | null {
  if (!isObject(raw)) return null
  const [trace, id] = [stringIn(raw, 'traceId'), stringIn(raw, 'spanId')]
  const start = nanoseconds(raw['startTimeUnixNano'])
  if (trace === null || id === null || start === null) return null
  let end = nanoseconds(raw['endTimeUnixNano']) ?? start
  if (end < start) end = start
  // Some tracers put the messages into an event of the span. Source: the semantic conventions, "gen-ai-events".
  const details = objectsOf(raw['events']).findLast(({ name }) => name === detailsEvent)
  const attributes = { ...attributesOf(details?.['attributes']), ...attributesOf(raw['attributes']) }
  const { code } = objectIn(raw, 'status') ?? {}
  const isError = code === 2 || code === 'STATUS_CODE_ERROR' || 'error.type' in attributes
  return {
    trace,
    id,
    parent: stringIn(raw, 'parentSpanId'),
    operation: operations.get(attributes['gen_ai.operation.name']) ?? 'other',
    start,
    end,
    attributes,
    ok: isError ? false : code === 1 || code === 'STATUS_CODE_OK' ? true : null,
    line,
  }
}

const detailsEvent = 'gen_ai.client.inference.operation.details'
const operations: ReadonlyMap<unknown, Span['operation']> = new Map([
  ['chat', 'chat'],
  ['generate_content', 'chat'],
  ['text_completion', 'chat'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
])

/** A 64-bit number is a text in JSON; some exporters write a number all the same. */
function nanoseconds(value: unknown): bigint | null {
  if (typeof value === 'number') return value > 0 && value < 1e19 ? BigInt(Math.trunc(value)) : null
  return typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : null
}

function attributesOf(pairs: unknown): JsonObject {
  const entries = objectsOf(pairs).flatMap((pair) => {
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

export function conversationOf({ attributes }: Span): string | null {
  return stringIn(attributes, 'gen_ai.conversation.id')
}

export function agentOf({ attributes }: Span): string | null {
  return stringIn(attributes, 'gen_ai.agent.id') ?? stringIn(attributes, 'gen_ai.agent.name')
}

/** The id of the call that a tool's span is; null for any other span. */
export function callOf({ attributes, operation, id }: Span): string | null {
  return operation === 'tool' ? (stringIn(attributes, 'gen_ai.tool.call.id') ?? id) : null
}

/** What a tool's span says of its call. The result is what went wrong, where it gave nothing. */
export function calledIn({ attributes }: Span) {
  const result = textOf(heldJson(attributes['gen_ai.tool.call.result']))
  return {
    name: stringIn(attributes, 'gen_ai.tool.name') ?? '',
    input: heldJson(attributes['gen_ai.tool.call.arguments']) ?? {},
    output: result === '' ? (stringIn(attributes, 'error.type') ?? '') : result,
  }
}

/** The texts of the messages that a model was given or gave: `[{role, parts: [{type: "text", content}]}]`. */
export function messagesIn({ attributes }: Span, direction: 'input' | 'output') {
  return objectsOf(heldJson(attributes[`gen_ai.${direction}.messages`])).map((message) => ({
    role: stringIn(message, 'role') ?? '',
    texts: objectsOf(message['parts']).flatMap((part) =>
      part['type'] === 'text' ? (stringIn(part, 'content') ?? []) : [],
    ),
  }))
}

/** What a response cost; tokens out of a cache are among the input. */
export function usageOf({ attributes }: Span) {
  const usage = (name: string): readonly unknown[] => [attributes[`gen_ai.usage.${name}`]]
  return statedUsage({
    input: usage('input_tokens'),
    output: usage('output_tokens'),
    cacheRead: usage('cache_read.input_tokens'),
    cacheWrite: usage('cache_creation.input_tokens'),
    cost: usage('cost'),
  })
}

function heldJson(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{"]/.test(value) ? (parsedJson(value) ?? value) : value
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
