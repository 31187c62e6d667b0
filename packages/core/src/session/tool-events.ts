/** How a call of another tool, and what it gave back, become events. */

import { IdConflictError } from '../errors.js'
import type { EventOf, TodoEvent } from '../events.js'
import type { ToolCall, ToolResult } from '../host-input.js'
import { valueDifference } from '../store/body.js'
import { frozenData } from '../store/frozen-data.js'
import { toolCallEventId, toolResultEventId } from './call-ids.js'
import type { CallContext } from './todo-call.js'
import type { EventBody, Transaction } from './transaction.js'

/**
 * Adds the event of a call, unless it is there: a repeated id is the same call.
 * @throws IdConflictError if the call of this id was another one
 */
export async function addToolCall(
  context: CallContext,
  transaction: Transaction,
  call: ToolCall,
): Promise<void> {
  if (!(await hasToolCall(context, transaction, call))) transaction.add(calledBody(transaction, call), call)
}

/**
 * True if the event of a call is there.
 * @throws IdConflictError if the call of this id was another one
 */
export function hasToolCall(
  { log }: CallContext,
  transaction: Transaction,
  call: ToolCall,
): Promise<boolean> {
  return isRecorded(log, transaction, calledBody(transaction, call))
}

/**
 * Adds the event of a result, unless it is there; what the call did is decided here and kept.
 * @throws IdConflictError if the call gave back something else
 */
export async function addResult(
  { log, evidence }: CallContext,
  transaction: Transaction,
  { actor, ...result }: ToolResult,
): Promise<void> {
  const { session } = transaction.state
  const event = await storedIn(log, transaction, toolCallEventId(session, result.call))
  const called: EventOf<'tool.called'> | undefined = event?.type === 'tool.called' ? event : undefined
  const { effect, verify } =
    (called === undefined ? undefined : evidence?.describeCall(called.data.name, called.data.input)) ??
    unknownCall
  const data = { call: result.call, ok: result.ok, output: result.output ?? '', effect, verify }
  const body = { type: 'tool.returned', id: toolResultEventId(session, result.call), data } as const
  if (await isRecorded(log, transaction, body)) return
  // What a call gave back is that of whoever made it.
  const whose = actor ?? called?.actor
  transaction.add(body, whose === undefined ? result : { ...result, actor: whose })
}

const unknownCall = { effect: 'unknown', verify: false } as const

/** An event of a call of another tool, or of its result. */
type ToolEventBody = Extract<EventBody, { readonly type: 'tool.called' | 'tool.returned' }> & {
  readonly id: string
}

function calledBody({ state }: Transaction, { call, name, input }: ToolCall): ToolEventBody {
  return { type: 'tool.called', id: toolCallEventId(state.session, call), data: { call, name, input } }
}

async function isRecorded(
  log: CallContext['log'],
  transaction: Transaction,
  body: ToolEventBody,
): Promise<boolean> {
  const stored = await storedIn(log, transaction, body.id)
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

/** The event of an id, among those that are about to be stored, too. */
async function storedIn(
  log: CallContext['log'],
  { steps }: Transaction,
  id: string,
): Promise<TodoEvent | undefined> {
  return steps.find(({ event }) => event.id === id)?.event ?? (await log.find(id))
}
