/** Which calls of a message are of one response. Shapes: docs/sources/gemini-cli.md. */

import type { GeminiCall } from './messages.js'

/**
 * The calls by the response that made them, in their order; one without calls where there are none. Versions before 2026
 * wrote the calls of a response that says nothing into the message of the one before. The calls of a response are made
 * before any of them is over, and those of the next after all are.
 */
export function byResponse<Call extends GeminiCall>(calls: readonly Call[]): readonly (readonly Call[])[] {
  const responses: Call[][] = []
  let over = Number.POSITIVE_INFINITY
  for (const call of calls) {
    const current = responses.at(-1)
    const ended = call.ended?.getTime() ?? Number.POSITIVE_INFINITY
    if (current === undefined || (call.began !== null && call.began.getTime() >= over)) {
      responses.push([call])
      over = ended
    } else {
      current.push(call)
      over = Math.max(over, ended)
    }
  }
  return responses.length === 0 ? [[]] : responses
}
