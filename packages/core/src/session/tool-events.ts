/** How a call of another tool, and what it gave back, become events. A repeated id is the same call. */

import { IdConflictError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type { ToolCall, ToolResult } from '../host-input.js'
import { valueDifference } from '../store/body.js'
import { frozenData } from '../store/frozen-data.js'
import { toolCallEventId, toolResultEventId, type Work } from './log-question.js'
import type { EventBody, Transaction } from './transaction.js'

/**
 * Adds the event of a call, unless it is there.
 * @throws IdConflictError if the call of this id was another one
 */
export function* addToolCall(transaction: Transaction, call: ToolCall): Work<void> {
  if (!(yield* hasToolCall(transaction, call))) transaction.add(calledBody(transaction, call), call)
}

/**
 * True if the event of a call is there.
 * @throws IdConflictError if the call of this id was another one
 */
export function hasToolCall(transaction: Transaction, call: ToolCall): Work<boolean> {
  return isRecorded(transaction, calledBody(transaction, call))
}

/**
 * Adds the event of a result, unless it is there; what the call did is decided here and kept.
 * @throws IdConflictError if the call gave back something else
 */
export function* addResult(transaction: Transaction, { actor, ...result }: ToolResult): Work<void> {
  const { session, context } = transaction
  const call = context.redactor.id(result.call)
  const called = yield* transaction.find(toolCallEventId(session, call))
  const did =
    called?.type === 'tool.called'
      ? context.evidence?.describeCall(called.data.name, called.data.input)
      : undefined
  const { effect, verify } = did ?? { effect: 'unknown', verify: false }
  const data = { call, ok: result.ok, output: result.output ?? '', effect, verify }
  const body = { type: 'tool.returned', id: toolResultEventId(session, call), data } as const
  if (yield* isRecorded(transaction, body)) return
  // What a call gave back is that of whoever made it.
  const whose = actor ?? called?.actor
  transaction.add(body, whose === undefined ? result : { ...result, actor: whose })
}

function calledBody({ session, context }: Transaction, given: ToolCall) {
  const call = context.redactor.id(given.call)
  const { name, input } = given
  return { type: 'tool.called', id: toolCallEventId(session, call), data: { call, name, input } } as const
}

function* isRecorded(transaction: Transaction, body: EventBody & { readonly id: string }): Work<boolean> {
  const stored = yield* transaction.find(body.id)
  if (stored === undefined) return false
  // A recording may tell a thing twice, in other words; and what was erased or taken out can't be compared.
  if (transaction.state.recorded || stored.redacted === true || stored.type !== body.type) return true
  const given = transaction.prepare(body, {})
  const difference = valueDifference({ data: toldBy(stored) }, { data: frozenData(toldBy(given)) })
  if (difference !== null) throw new IdConflictError(stored, given, difference)
  return true
}

/** What a call did is no word of the host's. */
function toldBy({ data }: TodoEvent): object {
  const { effect: _effect, verify: _verify, ...told } = { effect: null, verify: null, ...data }
  return told
}
