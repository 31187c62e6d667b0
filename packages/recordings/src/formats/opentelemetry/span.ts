/** One GenAI span. */

import {
  arrayIn,
  isObject,
  type JsonObject,
  objectIn,
  objectsOf,
  parsedJson,
  stringIn,
} from '../../json-value.js'
import { withStandardNames } from './openllmetry.js'

/** What a span stands for: a model response, a call of a tool, an agent at work, what our own export notes, or something else around them. */
export type SpanOperation = 'chat' | 'tool' | 'agent' | 'note' | 'other'

/** A span, as far as it is read. */
export interface Span {
  /** The trace that it belongs to. */
  readonly trace: string
  /** Its id, unique in its trace. */
  readonly id: string
  /** The id of the span around it, or null. */
  readonly parent: string | null
  /** What it stands for. */
  readonly operation: SpanOperation
  /** Its name. */
  readonly name: string
  /** When it began, in nanoseconds since 1970. */
  readonly start: bigint
  /** When it ended. */
  readonly end: bigint
  /** Its attributes. */
  readonly attributes: JsonObject
  /** Whether it worked; null where it does not say. */
  readonly ok: boolean | null
  /** The line of the file where it ends, from 1. */
  readonly line: number
}

/** Reads a span; null where it has no ids or no times. */
export function spanOf(raw: JsonObject, line: number): Span | null {
  const trace = field(raw, 'traceId', 'trace_id')
  const id = field(raw, 'spanId', 'span_id')
  const start = nanoseconds(raw['startTimeUnixNano'] ?? raw['start_time_unix_nano'])
  if (trace === null || id === null || start === null) return null
  const end = nanoseconds(raw['endTimeUnixNano'] ?? raw['end_time_unix_nano']) ?? start
  const attributes = withStandardNames({ ...detailsOf(raw), ...attributesOf(arrayIn(raw, 'attributes')) })
  const name = stringIn(raw, 'name') ?? ''
  return {
    trace,
    id,
    parent: field(raw, 'parentSpanId', 'parent_span_id'),
    operation: operationOf(name, attributes),
    name,
    start,
    end: later(start, end),
    attributes,
    ok: outcomeOf(objectIn(raw, 'status') ?? {}, attributes),
    line,
  }
}

/** Some tracers put the messages into an event of the span. Source: the semantic conventions, "gen-ai-events". */
function detailsOf(raw: JsonObject): JsonObject {
  const details = objectsOf(arrayIn(raw, 'events')).findLast(
    (event) => event['name'] === 'gen_ai.client.inference.operation.details',
  )
  return details === undefined ? {} : attributesOf(arrayIn(details, 'attributes'))
}

/** The attribute as a text with something in it; null where it is none. */
export function textAttribute({ attributes }: Span, name: string): string | null {
  return stringIn(attributes, name)
}

/** The attribute as the value that it holds, which a text may hold as JSON; undefined where it is missing. */
export function jsonAttribute({ attributes }: Span, name: string): unknown {
  return heldValue(attributes[name])
}

/** The value as it is, or the one that a text holds as JSON. */
export function heldValue(value: unknown): unknown {
  const held = typeof value === 'string' ? parsedJson(value) : undefined
  return held === undefined ? value : held
}

/** The moment of a number of nanoseconds. */
export function momentOfNanoseconds(time: bigint): Date {
  return new Date(Number(time / 1_000_000n))
}

function field(raw: JsonObject, name: string, protoName: string): string | null {
  return stringIn(raw, name) ?? stringIn(raw, protoName)
}

/** Latest time that a Date can hold, in nanoseconds. */
const latest = 8_640_000_000_000_000n * 1_000_000n

/** A 64-bit number is a text in JSON; some exporters write a number all the same. */
function nanoseconds(value: unknown): bigint | null {
  const isNumber = typeof value === 'number' && Number.isFinite(value) && value > 0
  const text = isNumber ? Math.trunc(value).toLocaleString('en-US', { useGrouping: false }) : value
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) return null
  const time = BigInt(text)
  return time > latest ? null : time
}

/** Operations as `gen_ai.operation.name` says them. Source: the semantic conventions, "gen_ai.operation.name". */
const operations: ReadonlyMap<string, SpanOperation> = new Map([
  ['chat', 'chat'],
  ['generate_content', 'chat'],
  ['text_completion', 'chat'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
])

/** By the attribute; without it by the name, which begins with the operation. */
function operationOf(name: string, attributes: JsonObject): SpanOperation {
  if (stringIn(attributes, 'todo_ledger.note') !== null) return 'note'
  const stated = stringIn(attributes, 'gen_ai.operation.name')
  if (stated !== null) return operations.get(stated) ?? 'other'
  const isGenAi = Object.keys(attributes).some((key) => key.startsWith('gen_ai.'))
  const [first = ''] = name.split(' ')
  return (isGenAi ? operations.get(first) : undefined) ?? 'other'
}

/** Source: trace.proto, `Status.StatusCode`: 0 unset, 1 OK, 2 ERROR. */
function outcomeOf(status: JsonObject, attributes: JsonObject): boolean | null {
  const code = status['code']
  if (code === 2 || code === 'STATUS_CODE_ERROR' || stringIn(attributes, 'error.type') !== null) return false
  return code === 1 || code === 'STATUS_CODE_OK' ? true : null
}

function attributesOf(pairs: readonly unknown[]): JsonObject {
  const entries = pairs.flatMap((pair) => {
    const key = isObject(pair) ? stringIn(pair, 'key') : null
    const value = isObject(pair) ? objectIn(pair, 'value') : null
    return key === null || value === null ? [] : [[key, anyValue(value)] as const]
  })
  return Object.fromEntries(entries)
}

/** Source: common.proto, `AnyValue`, in its JSON mapping. What is read was found shallow before. */
function anyValue(value: JsonObject): unknown {
  const list = objectIn(value, 'arrayValue')
  if (list !== null) return arrayIn(list, 'values').map((each) => (isObject(each) ? anyValue(each) : null))
  const pairs = objectIn(value, 'kvlistValue')
  if (pairs !== null) return attributesOf(arrayIn(pairs, 'values'))
  const whole = value['intValue']
  if (typeof whole === 'string' && /^-?\d{1,15}$/.test(whole)) return Number(whole)
  return (
    value['stringValue'] ?? value['boolValue'] ?? whole ?? value['doubleValue'] ?? value['bytesValue'] ?? null
  )
}

function later(one: bigint, other: bigint): bigint {
  if (other > one) return other
  return one
}
