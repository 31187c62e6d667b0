/** The messages that a span records. Source: docs/sources/opentelemetry.md. */

import { arrayIn, isObject, type JsonObject, objectsOf, stringIn } from '../../json-value.js'
import { type ChatCall, type ChatResult, callIn, resultsIn, textsIn } from '../chat-messages/blocks.js'
import { heldJson, type Span, textOf } from './span.js'

export interface SpanMessage {
  readonly role: string
  readonly texts: readonly string[]
  readonly calls: readonly ChatCall[]
  readonly results: readonly ChatResult[]
}

/** What the model was given. */
export function inputsOf(span: Span): readonly SpanMessage[] {
  return statedMessages(span, 'gen_ai.input.messages') ?? numberedMessages(span, 'gen_ai.prompt')
}

/** What the model answered. */
export function outputsOf(span: Span): readonly SpanMessage[] {
  return statedMessages(span, 'gen_ai.output.messages') ?? numberedMessages(span, 'gen_ai.completion')
}

/** The conventions' `[{role, parts: [{type: "text" | "tool_call" | "tool_call_response", …}]}]`. */
function statedMessages({ attributes }: Span, name: string): readonly SpanMessage[] | null {
  const stated = heldJson(attributes[name])
  if (!Array.isArray(stated)) return null
  return objectsOf(stated).map((message) => {
    const parts = objectsOf(arrayIn(message, 'parts'))
    const ofType = (wanted: string): readonly JsonObject[] => parts.filter(({ type }) => type === wanted)
    return {
      role: stringIn(message, 'role') ?? '',
      texts: ofType('text').flatMap((part) => stringIn(part, 'content') ?? []),
      calls: ofType('tool_call').map(callIn),
      results: ofType('tool_call_response').map((part) =>
        resultOf(stringIn(part, 'id'), textOf(part['response'] ?? part['result'])),
      ),
    }
  })
}

const place = /^(\d{1,4})\.(?:(role|content|tool_call_id)|tool_calls\.(\d{1,4})\.(id|name|arguments))$/

/** OpenLLMetry's messages, which stand in attributes by their numbers: `gen_ai.prompt.0.role`. */
function numberedMessages({ attributes }: Span, prefix: string): readonly SpanMessage[] {
  const found: JsonObject[] = []
  const calls: JsonObject[][] = []
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue
    const [, number, field, call, callField] = place.exec(key.slice(prefix.length + 1)) ?? []
    if (number === undefined) continue
    const index = Number(number)
    found[index] = { ...found[index], ...(field === undefined ? {} : { [field]: value }) }
    if (callField === undefined) continue
    const ofMessage = calls[index] ?? []
    ofMessage[Number(call)] = { ...ofMessage[Number(call)], [callField]: value }
    calls[index] = ofMessage
  }
  // Numbers can be missing: what is not there is passed over.
  return found.flatMap((message, index) => {
    const answered = stringIn(message, 'tool_call_id')
    const { texts, results } = contentOf(message['content'])
    return [
      {
        role: prefix === 'gen_ai.completion' ? 'assistant' : (stringIn(message, 'role') ?? ''),
        texts: answered === null ? texts : [],
        calls: (calls[index] ?? []).filter(isObject).map(callIn),
        results: answered === null ? results : [resultOf(answered, texts.join('\n'))],
      },
    ]
  })
}

function resultOf(call: string | null, output: string): ChatResult {
  return { call, name: null, stated: null, output }
}

/** The texts and results of the blocks that a content holds as JSON; what holds none is what somebody said, or a tool printed. */
function contentOf(content: unknown): Pick<SpanMessage, 'texts' | 'results'> {
  const blocks = heldJson(content)
  const [texts, results] = Array.isArray(blocks)
    ? [textsIn(blocks.filter(isObject)), resultsIn(blocks)]
    : [[], []]
  return texts.length + results.length > 0 ? { texts, results } : { texts: textsIn(content), results }
}
