/**
 * Spans of todo calls, and verdicts on completions, in the names of OpenTelemetry's conventions for generative AI. Where
 * no SDK is loaded nothing happens. Source: semantic-conventions-genai, "Execute tool span", "gen_ai.evaluation.result".
 */

import { type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { logs } from '@opentelemetry/api-logs'
import type { CompletionAudit } from '@todo-ledger/audit'
import type { TodoReply } from '@todo-ledger/core'
import { packageVersion } from '../package-version.js'

const scope = 'todo-ledger'

/** A call of a todo tool, without its texts. */
export interface TracedCall {
  /** The session's id. */
  readonly session: string
  /** The call's id. */
  readonly call: string
  /** The tool's name. */
  readonly tool: string
}

/** Does the work in a span of its own. Gives its result, and what else belongs to the span. */
export async function inToolSpan<T extends { readonly reply: TodoReply }>(
  { session, call, tool }: TracedCall,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly within: Context }> {
  const tracer = trace.getTracer(scope, packageVersion())
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': call,
    'gen_ai.conversation.id': session,
  }
  const span = tracer.startSpan(`execute_tool ${tool}`, { kind: SpanKind.INTERNAL, attributes })
  const within = trace.setSpan(context.active(), span)
  try {
    const result = await context.with(within, work)
    const { ok, violations } = result.reply
    if (!ok)
      span
        .setStatus({ code: SpanStatusCode.ERROR })
        .setAttribute('error.type', violations?.[0]?.rule ?? 'refused')
    return { result, within }
  } catch (error) {
    const type = error instanceof Error && 'code' in error ? String(error.code) : 'fault'
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
    throw error
  } finally {
    span.end()
  }
}

/** True where somebody wants verdicts: an audit for each would be too dear for nobody. */
export function wantsVerdicts(): boolean {
  return logs.getLogger(scope, packageVersion()).enabled()
}

/**
 * Says how well a completion is supported, without a word of what the session holds: what collects telemetry is not where
 * sessions are kept. @param within the context of the span of the call that completed it
 */
export function emitVerdict(session: string, { verdict, call, key }: CompletionAudit, within: Context): void {
  logs.getLogger(scope, packageVersion()).emit({
    // Source: semantic-conventions-genai, "gen_ai.evaluation.result".
    eventName: 'gen_ai.evaluation.result',
    context: within,
    attributes: {
      'gen_ai.evaluation.name': 'todo_completion_support',
      'gen_ai.evaluation.score.label': verdict,
      'gen_ai.conversation.id': session,
      'gen_ai.tool.call.id': call,
      'todo_ledger.item.key': key,
    },
  })
}
