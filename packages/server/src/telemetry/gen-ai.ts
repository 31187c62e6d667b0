/**
 * Spans of todo calls, in the names of OpenTelemetry's conventions for generative AI. Where no SDK
 * is loaded nothing happens. Source: semantic-conventions-genai, "Execute tool span".
 */

import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { TodoReply } from '@todo-ledger/core'
import { packageVersion } from '../package-version.js'

/** Does the work of a call in a span of its own, which holds none of its texts. */
export async function inToolSpan<T extends { readonly reply: TodoReply }>(
  { session, call, tool }: Readonly<Record<'session' | 'call' | 'tool', string>>,
  work: () => Promise<T>,
): Promise<T> {
  const tracer = trace.getTracer('todo-ledger', packageVersion())
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': call,
    'gen_ai.conversation.id': session,
  }
  const span = tracer.startSpan(`execute_tool ${tool}`, { kind: SpanKind.INTERNAL, attributes })
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work)
    const { ok, violations } = result.reply
    if (!ok)
      span
        .setStatus({ code: SpanStatusCode.ERROR })
        .setAttribute('error.type', violations?.[0]?.rule ?? 'refused')
    return result
  } catch (error) {
    const type = error instanceof Error && 'code' in error ? String(error.code) : 'fault'
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
    throw error
  } finally {
    span.end()
  }
}
