/**
 * Sessions that only a tracer saw: the GenAI spans of OpenTelemetry in OTLP/JSON. Sources: formats.md, part 6; the
 * semantic conventions (open-telemetry/semantic-conventions-genai, docs/gen-ai: gen-ai-spans, execute-tool,
 * gen-ai-agent-spans); opentelemetry-proto, trace.proto and its JSON mapping.
 *
 * The file is one document (`{"resourceSpans":[{"scopeSpans":[{"spans":[…]}]}]}`) of any layout, or one a line, as the
 * collector's file exporter writes; the field names may be those of the proto (`resource_spans`).
 * - Spans are written when they end, so a parent comes after its children: they are held, up to a limit, and told by
 *   when they began.
 * - `chat` (also `generate_content`, `text_completion`) is one model response: a turn. Where a conversation has none,
 *   tool calls that overlap in time are one turn.
 * - `execute_tool` is a call: `gen_ai.tool.name`, `gen_ai.tool.call.id`, `gen_ai.tool.call.arguments`,
 *   `gen_ai.tool.call.result`. It worked where the status is OK, failed where it is ERROR or `error.type` stands; unset
 *   says nothing. A call that only the messages of a response tell, and its result in those of the next, count as well.
 * - `gen_ai.input.messages` and `gen_ai.output.messages` give inputs and texts, where the program records them.
 * - The session is `gen_ai.conversation.id`, of the span, of one around it or of its trace; else the trace.
 * - An agent (`gen_ai.agent.id`, else its name) inside another one is a session of its own: a sub-agent.
 * - The profile is that of the first todo tool that is called.
 */

import { isObject } from './json-value.js'
import { SpanConversations } from './opentelemetry/conversations.js'
import { spanOf } from './opentelemetry/span.js'
import { SpanStream } from './opentelemetry/span-stream.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from './recording.js'

/** GenAI spans as OTLP/JSON. */
export const opentelemetry: RecordingFormat = {
  name: 'opentelemetry',
  takesPieces: true,
  recognise,
  read,
}

/** As much of a file's first line is looked at. */
const mostLooked = 1_000_000
const outermost = /^\s*\{\s*"(?:resourceSpans|resource_spans)"\s*:/

/** Sure where a document of spans begins; it need not hold a GenAI span yet. */
function recognise(head: readonly string[]): number {
  const text = head.slice(0, 3).join('\n').slice(0, mostLooked)
  return outermost.test(text) ? 0.95 : 0
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  const onSkipped = (line: number, reason: string): void =>
    context.onSkipped({ file: context.file, line, reason })
  const stream = new SpanStream(onSkipped)
  const conversations = new SpanConversations()
  for await (const line of lines) {
    for (const { value, line: at } of stream.take(line)) {
      const span = isObject(value) ? spanOf(value, at) : null
      if (span === null) onSkipped(at, 'this is no span: it has no ids or no times')
      else yield* conversations.take(span)
    }
  }
  stream.finish()
  yield* conversations.finish()
}
