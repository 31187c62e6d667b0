/** The messages that a span records. Source: docs/sources/opentelemetry.md. */

import { arrayIn, type JsonObject, objectsOf, stringIn } from '../../json-value.js'
import { type ChatCall, type ChatResult, callIn } from '../chat-messages/blocks.js'
import { heldJson, type Span, textOf } from './span.js'

export interface SpanMessage {
  readonly role: string
  readonly texts: readonly string[]
  readonly calls: readonly ChatCall[]
  readonly results: readonly Pick<ChatResult, 'call' | 'output'>[]
}

export function inputsOf(span: Span): readonly SpanMessage[] {
  return messagesIn(span, 'gen_ai.input.messages')
}

export function outputsOf(span: Span): readonly SpanMessage[] {
  return messagesIn(span, 'gen_ai.output.messages')
}

/** `[{role, parts: [{type: "text" | "tool_call" | "tool_call_response", …}]}]`. */
function messagesIn({ attributes }: Span, name: string): readonly SpanMessage[] {
  const stated = heldJson(attributes[name])
  return objectsOf(Array.isArray(stated) ? stated : []).map((message) => {
    const parts = objectsOf(arrayIn(message, 'parts'))
    const ofType = (wanted: string): readonly JsonObject[] => parts.filter(({ type }) => type === wanted)
    return {
      role: stringIn(message, 'role') ?? '',
      texts: ofType('text').flatMap((part) => stringIn(part, 'content') ?? []),
      calls: ofType('tool_call').map(callIn),
      results: ofType('tool_call_response').map((part) => ({
        call: stringIn(part, 'id'),
        output: textOf(part['response'] ?? part['result']),
      })),
    }
  })
}
