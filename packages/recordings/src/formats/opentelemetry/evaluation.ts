/** A verdict on a completion in the names of OpenTelemetry. Source: semantic-conventions-genai, "gen_ai.evaluation.result". */

import type { CompletionAudit } from '@todo-ledger/audit'

/** The name of the event. */
export const evaluationEvent = 'gen_ai.evaluation.result'

/** Its attributes. */
export type EvaluationAttributes = { readonly [attribute: string]: string | number }

/**
 * The attributes of a verdict.
 * @param explanation why, for people; it quotes what the session holds, so it goes only where that stands, too
 */
export function evaluationOf(
  session: string,
  { verdict, call, key }: CompletionAudit,
  explanation = '',
): EvaluationAttributes {
  return {
    'gen_ai.evaluation.name': 'todo_completion_support',
    'gen_ai.evaluation.score.label': verdict,
    ...(explanation === '' ? {} : { 'gen_ai.evaluation.explanation': explanation }),
    'gen_ai.conversation.id': session,
    'gen_ai.tool.call.id': call,
    'todo_ledger.item.key': key,
  }
}
