/** Documents of OTLP/JSON, as they are written. Source: opentelemetry-proto, `trace.proto`, `logs.proto` and their JSON mapping. */

import { createHash } from 'node:crypto'
import { type EvaluationAttributes, evaluationEvent } from '../evaluation.js'

/** An attribute's value. */
export type AttributeValue = string | number | boolean

/** Attributes by their names; undefined: it is left out. */
export interface Attributes {
  /** Its value. */
  readonly [name: string]: AttributeValue | undefined
}

/** A span. */
export interface SpanJson {
  /** Its trace. */
  readonly traceId: string
  /** Its id. */
  readonly spanId: string
  /** The span around it. */
  readonly parentSpanId?: string
  /** Its name. */
  readonly name: string
  /** 1: inside the program, 3: a request to another one. */
  readonly kind: 1 | 3
  /** When it began, in nanoseconds since 1970. */
  readonly startTimeUnixNano: string
  /** When it ended. */
  readonly endTimeUnixNano: string
  /** Its attributes. */
  readonly attributes: readonly AttributeJson[]
  /** 1: it worked, 2: it failed; absent: nobody says. */
  readonly status?: { readonly code: 1 | 2 }
}

/** An attribute. */
export interface AttributeJson {
  /** Its name. */
  readonly key: string
  /** Its value. */
  readonly value: { readonly [type: string]: AttributeValue }
}

/** Whose spans and events they are: the program that recorded the session, and this one, which tells of it. */
export interface OtlpOrigin {
  /** The agent. */
  readonly service: string
  /** The version of this program. */
  readonly version: string
}

/** A document of spans. */
export function spansDocument(origin: OtlpOrigin, spans: readonly SpanJson[]): object {
  return {
    resourceSpans: [{ resource: resourceOf(origin), scopeSpans: [{ scope: scopeOf(origin), spans }] }],
  }
}

/** A verdict as an event, and the span that it is about. */
export interface EvaluationJson {
  /** The trace of the span. */
  readonly traceId: string
  /** The span. */
  readonly spanId: string
  /** When, in nanoseconds since 1970. */
  readonly timeUnixNano: string
  /** What it says. */
  readonly evaluation: EvaluationAttributes
}

/** A document of verdicts. An event is a record of a log that has a name. */
export function evaluationsDocument(origin: OtlpOrigin, evaluations: readonly EvaluationJson[]): object {
  const logRecords = evaluations.map(({ evaluation, ...rest }) => ({
    ...rest,
    eventName: evaluationEvent,
    severityNumber: 9,
    attributes: attributesOf(evaluation),
  }))
  return {
    resourceLogs: [{ resource: resourceOf(origin), scopeLogs: [{ scope: scopeOf(origin), logRecords }] }],
  }
}

/** Attributes as a list. A whole number is a text there. */
export function attributesOf(attributes: Attributes): readonly AttributeJson[] {
  return Object.entries(attributes).flatMap(([key, value]): readonly AttributeJson[] => {
    if (value === undefined) return []
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }]
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }]
    const isWhole = Number.isSafeInteger(value)
    return [{ key, value: isWhole ? { intValue: String(value) } : { doubleValue: value } }]
  })
}

/** An id of so many bytes, in hexadecimal: the same words, the same id. */
export function idOf(bytes: 8 | 16, ...words: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(words))
    .digest('hex')
    .slice(0, bytes * 2)
}

function resourceOf({ service }: OtlpOrigin): object {
  return { attributes: attributesOf({ 'service.name': service }) }
}

function scopeOf({ version }: OtlpOrigin): object {
  return { name: 'todo-ledger', version }
}
