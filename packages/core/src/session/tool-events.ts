/** How a call of another tool, and what it gave back, become events. */

import type { Actor } from '../events.js'
import type { ToolCall, ToolResult } from '../host-input.js'
import type { SessionLog } from './session-log.js'
import type { CallContext } from './todo-call.js'
import type { Transaction } from './transaction.js'

/** What a result needs to know of its call. */
export interface CalledTool {
  /** The tool's name. */
  readonly name: string
  /** The tool's input. */
  readonly input: unknown
  /** Who made the call, where somebody is named. */
  readonly actor?: Actor | undefined
}

/** Adds the event of a call, unless it is there: a repeated id is the same call. True when it was added. */
export async function addToolCall(
  log: SessionLog,
  transaction: Transaction,
  call: ToolCall,
): Promise<boolean> {
  const id = toolCallEventId(transaction.state.session, call.call)
  if (await isKnown(log, transaction, id)) return false
  const data = { call: call.call, name: call.name, input: call.input }
  transaction.add({ type: 'tool.called', id, data }, call)
  return true
}

/** Adds the event of a result, unless it is there; what the call did is decided here and kept. */
export async function addResult(
  { evidence }: CallContext,
  log: SessionLog,
  transaction: Transaction,
  result: ToolResult,
  called: CalledTool | undefined,
): Promise<void> {
  const id = `${transaction.state.session}<${result.call}`
  if (await isKnown(log, transaction, id)) return
  const described = called === undefined ? undefined : evidence?.describeCall(called.name, called.input)
  const { effect, verify } = described ?? unknownCall
  const data = { call: result.call, ok: result.ok, output: result.output ?? '', effect, verify }
  transaction.add({ type: 'tool.returned', id, data }, result)
}

const unknownCall = { effect: 'unknown', verify: false } as const

/** The id of the event of a call of another tool. Other signs than a todo call's: no call id can make two of these ids equal. */
export function toolCallEventId(session: string, call: string): string {
  return `${session}>${call}`
}

async function isKnown(log: SessionLog, transaction: Transaction, id: string): Promise<boolean> {
  return transaction.steps.some((step) => step.event.id === id) || (await log.has(id))
}
