/** Sessions that only a tracer saw: the GenAI spans of OpenTelemetry in OTLP/JSON. Shapes: docs/sources/opentelemetry.md. */

import { isObject } from '../../json-value.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { SpanConversations } from './conversations.js'
import { spanOf } from './span.js'
import { SpanStream } from './span-stream.js'

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
  const conversations = new SpanConversations(context.todoTools)
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
