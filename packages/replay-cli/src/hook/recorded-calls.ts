/** Records tool calls as hooks report them. */

import type { RecordedOutcome } from '@todo-ledger/core'
import { recordPassed } from './gate.js'
import type { HookCall, HookOutcome } from './hook-input.js'
import { endTurn, type LiveSession, recentCalls, turnOf, unlessTold } from './live-session.js'

/** A tool is about to be called. A todo tool's call is recorded once it has returned, for only then is it a fact. */
export async function recordCall({ session }: LiveSession, call: HookCall): Promise<void> {
  await (await turnOf(session)).recordCall(call)
}

/** A tool has returned. */
export async function recordOutcome(live: LiveSession, outcome: HookOutcome): Promise<void> {
  const { session } = live
  const { call, name, input, ok, output } = outcome
  await linkAgent(live, outcome)
  // Known calls need no turn: it may be over.
  const isKnown = session.turn() === null && (await recentCalls(live)).known.has(call)
  if (session.isTodoTool(name)) {
    if (!isKnown) await recordUpdate(live, outcome)
    return
  }
  const tellResult = (): Promise<void> => unlessTold(session.recordResult({ call, ok, output }))
  if (isKnown) return tellResult()
  const turn = await turnOf(session)
  // Another hook may have been given the call with the input of before.
  await unlessTold(turn.recordTool({ call, name, input, ok, output }), tellResult)
}

/** All calls of a response are done: what was not recorded of them before is recorded, and the turn ends. */
export async function recordBatch(live: LiveSession, outcomes: readonly HookOutcome[]): Promise<void> {
  const { transcript } = live
  const { known, unanswered } = await recentCalls(live)
  const open = new Set(unanswered.map(({ data }) => data.call))
  for (const outcome of outcomes) {
    const { call } = outcome
    if (known.has(call) && !open.has(call)) continue
    const outcomeThere = transcript.outcomeOf(call)
    await recordOutcome(live, outcomeThere === null ? outcome : { ...outcome, ...outcomeThere })
  }
  await endTurn(live)
}

/** Where the agent names the sub-agent that a call started, the log says which it was, before the call returns. */
async function linkAgent(live: LiveSession, { call, name, details }: HookOutcome): Promise<void> {
  const agent = name === 'Agent' || name === 'Task' ? agentIn(details) : null
  if (agent === null) return
  const child = `${live.session.id}/${agent}`
  const { agents } = await recentCalls(live)
  if (agents.get(child) !== call) await live.session.startSubagent({ child, call, id: `link ${call}` })
}

function agentIn(details: unknown): string | null {
  if (typeof details !== 'object' || details === null || !('agentId' in details)) return null
  return typeof details.agentId === 'string' ? details.agentId : null
}

/**
 * Records an update. What the gate lets pass is decided here, so that the log holds the support of its completions;
 * all else is a fact, whatever rules it breaks.
 */
async function recordUpdate(live: LiveSession, outcome: HookOutcome): Promise<void> {
  const { call, name, input, details } = outcome
  const ok = outcome.ok ?? isSuccess(outcome.output)
  // A structured result holds the list once more.
  const output = typeof details === 'object' && details !== null ? '' : outcome.output
  if (ok && (await recordPassed(live, outcome))) return
  const recorded: RecordedOutcome = { ok, output, ...(details === null ? {} : { details }) }
  const turn = await turnOf(live.session)
  await turn.callTodoTool(name, input, { call, recorded })
}

/** How the todo tools answer where they worked. Source: recorded sessions. */
const success =
  /^(?:Todos have been modified|Task #|Updated task|Deleted task|No tasks|#\d|\{"(?:oldTodos|task|success|tasks)")/

function isSuccess(output: string): boolean {
  return success.test(output.trimStart())
}
