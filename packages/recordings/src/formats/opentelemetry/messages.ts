/**
 * The messages that a span records. Source: the semantic conventions, "gen_ai.input.messages" and
 * "gen_ai.output.messages": `[{role, parts: [{type: "text" | "tool_call" | "tool_call_response", …}]}]`.
 */

import { arrayIn, isObject, objectsOf, stringIn } from '../../json-value.js'
import { heldValue, jsonAttribute, type Span } from './span.js'

/** A call that a model response asks for. */
export interface AskedCall {
  /** Its id, or null. */
  readonly id: string | null
  /** The tool. */
  readonly name: string
  /** What it is given. */
  readonly input: unknown
}

/** What came back from a call, as the model got it. */
export interface GivenResult {
  /** The id of the call. */
  readonly id: string
  /** What came back, as text. */
  readonly output: string
}

/** A message, as far as it is read. */
export interface SpanMessage {
  /** Who says it. */
  readonly role: string
  /** Its texts. */
  readonly texts: readonly string[]
  /** The calls that it asks for. */
  readonly calls: readonly AskedCall[]
  /** The results in it. */
  readonly results: readonly GivenResult[]
}

/** The messages of an attribute, in order; none where it is missing or is something else. */
export function messagesIn(span: Span, attribute: string): readonly SpanMessage[] {
  const value = jsonAttribute(span, attribute)
  return Array.isArray(value) ? value.filter(isObject).map((message) => messageOf(message)) : []
}

function messageOf(message: { readonly [key: string]: unknown }): SpanMessage {
  const parts = objectsOf(arrayIn(message, 'parts'))
  const content = stringIn(message, 'content')
  const texts = parts.flatMap((part) => {
    const text = part['type'] === 'text' ? (stringIn(part, 'content') ?? stringIn(part, 'text')) : null
    return text === null ? [] : [text]
  })
  return {
    role: stringIn(message, 'role') ?? '',
    texts: content === null ? texts : [content, ...texts],
    calls: parts.flatMap((part) => {
      const name = stringIn(part, 'name')
      if (part['type'] !== 'tool_call' || name === null) return []
      return [{ id: stringIn(part, 'id'), name, input: argumentsOf(part['arguments']) }]
    }),
    results: parts.flatMap((part) => {
      const id = stringIn(part, 'id')
      if (part['type'] !== 'tool_call_response' || id === null) return []
      return [{ id, output: textOf(part['response'] ?? part['result'] ?? part['content']) }]
    }),
  }
}

/** Arguments are a value, or a text that holds one as JSON. */
export function argumentsOf(value: unknown): unknown {
  return value === undefined || value === null ? {} : heldValue(value)
}

/** A result as text: as it is, or as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
