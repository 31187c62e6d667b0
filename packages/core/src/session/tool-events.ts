/** How a call of another tool, and what it gave back, become events. */

import { IdConflictError } from '../errors.js'
import type { Actor } from '../events.js'
import type { ToolCall, ToolResult } from '../host-input.js'
import { frozenData } from '../store/frozen-data.js'
import { valueDifference } from '../store/same-body.js'
import type { SessionLog } from './session-log.js'
import type { CallContext } from './todo-call.js'
import type { EventBody, Transaction } from './transaction.js'

/** What a result needs to know of its call. */
export interface CalledTool {
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
  /** Who made the call, where somebody is named. */
  readonly actor?: Actor | undefined
}

/**
 * Adds the event of a call, unless it is there: a repeated id is the same call. True when it was added.
 * @throws IdConflictError when the call of this id was another one
 */
export async function addToolCall(
  log: SessionLog,
  transaction: Transaction,
  call: ToolCall,
): Promise<boolean> {
  if (await hasToolCall(log, transaction, call)) return false
  transaction.add(calledBody(transaction, call), call)
  return true
}

/**
 * True where the event of a call is there.
 * @throws IdConflictError when the call of this id was another one
 */
export function hasToolCall(log: SessionLog, transaction: Transaction, call: ToolCall): Promise<boolean> {
  return isRecorded(log, transaction, calledBody(transaction, call))
}

function calledBody({ state }: Transaction, { call, name, input }: ToolCall): ToolEventBody {
  return { type: 'tool.called', id: toolCallEventId(state.session, call), data: { call, name, input } }
}

/**
 * Adds the event of a result, unless it is there; what the call did is decided here and kept.
 * @throws IdConflictError when the call gave back something else
 */
export async function addResult(
  { evidence }: CallContext,
  log: SessionLog,
  transaction: Transaction,
  result: ToolResult,
  called: CalledTool | undefined,
): Promise<void> {
  const id = `${transaction.state.session}<${result.call}`
  const described = called === undefined ? undefined : evidence?.describeCall(called.name, called.input)
  const { effect, verify } = described ?? unknownCall
  const data = { call: result.call, ok: result.ok, output: result.output ?? '', effect, verify }
  const body = { type: 'tool.returned', id, data } as const
  if (!(await isRecorded(log, transaction, body))) transaction.add(body, result)
}

const unknownCall = { effect: 'unknown', verify: false } as const

/** The id of the event of a call of another tool. Other signs than a todo call's: no call id can make two of these ids equal. */
export function toolCallEventId(session: string, call: string): string {
  return `${session}>${call}`
}

/** An event of a call of another tool, or of its result. */
type ToolEventBody = Extract<EventBody, { readonly type: 'tool.called' | 'tool.returned' }>

async function isRecorded(log: SessionLog, transaction: Transaction, body: ToolEventBody): Promise<boolean> {
  const { id, type } = body
  const stored = transaction.steps.find((step) => step.event.id === id)?.event ?? (await log.find(id ?? ''))
  if (stored === undefined) return false
  // A recording may tell a thing twice, in other words; and what was erased or taken out can't be compared.
  if (transaction.state.recorded || stored.redacted === true || stored.type !== type) return true
  const given = transaction.prepare(body, {})
  // What a call did is no word of the host's.
  const { effect, verify, ...told } = { effect: null, verify: null, ...stored.data }
  const { effect: _effect, verify: _verify, ...again } = { effect, verify, ...given.data }
  const difference = valueDifference({ data: told }, { data: frozenData(again) })
  if (difference !== null) throw new IdConflictError(stored, given, difference)
  return true
}
