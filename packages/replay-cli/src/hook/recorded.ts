/** Records what a hook reports: where runs begin and end, the tool calls between, and what happens to the conversation. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type EventStore, HostError, type RecordedOutcome, type Turn } from '@todo-ledger/core'
import { gateRefusal, recordPassed } from './gate.js'
import type { HookInput, HookOutcome } from './hook-input.js'
import {
  endTurn,
  type LiveSession,
  openLive,
  recentCalls,
  turnOf,
  unlessTold,
  untilFirst,
} from './live-session.js'
import { Transcript } from './transcript.js'

/** One hook on its way into a ledger. */
export interface GivenHook {
  readonly store: EventStore
  /** True: new sessions have the gate. */
  readonly gate: boolean
  readonly at: Date
  /** No other has it, so what is recorded of it is known again by it. */
  readonly name: string
  /** It may take until this moment of the process, in milliseconds. */
  readonly until: number
}

/** Records a hook. @returns why the call is refused, or null */
export function recordHook(hook: GivenHook, input: HookInput): Promise<string | null> {
  return untilFirst(hook.until, () => recordOnce(hook, input))
}

/** What is worth a session of its own; a program that starts and ends is not. */
const beginning: ReadonlySet<HookInput['event']['kind']> = new Set([
  ...(['call', 'outcome', 'batch', 'prompt', 'agent-start'] as const),
])

async function recordOnce(hook: GivenHook, input: HookInput): Promise<string | null> {
  const { event, session: id, agent } = input
  if (!beginning.has(event.kind) && (await hook.store.sessions(id)).length === 0) return null
  const parent = await openSession(hook, input, null)
  const child = agent === null ? null : await openSession(hook, input, agent)
  const live = child ?? parent
  switch (event.kind) {
    case 'call':
      // A todo tool's call is recorded once it has returned, for only then is it a fact.
      if (live.session.isTodoTool(event.call.name)) return gateRefusal(live, event.call)
      await (await turnOf(live.session)).recordCall(event.call)
      break
    case 'outcome':
      await recordOutcome(live, event.outcome)
      break
    case 'batch':
      await recordBatch(live, event.outcomes)
      break
    case 'prompt':
      await recordPrompt(live, event.text, event.prompt ?? hook.name)
      break
    case 'stop':
      await recordStop(live, event.text, event.complete)
      break
    case 'agent-start':
      if (child !== null) await recordAgentStart(parent, child)
      break
    case 'agent-stop':
      if (child !== null) await recordAgentStop(parent, child, event.text)
      break
    case 'compaction':
      await live.session.recordCompaction({ id: `compaction ${hook.name}` })
      break
    case 'cut':
      await endTurn(live)
      if (live.session.state.run.open) await live.session.endRun({ complete: false })
      break
    case 'nothing':
      break
  }
  return null
}

async function openSession(
  { store, gate, at }: GivenHook,
  { session: parent, transcript, event }: HookInput,
  agent: string | null,
): Promise<LiveSession> {
  const id = agent === null ? parent : `${parent}/${agent}`
  const judges = event.kind !== 'call'
  const session = await openLive(store, id, { gate, judges, parent: agent === null ? null : parent, at })
  return { session, store, transcript: new Transcript(fileOf(transcript, agent)), at }
}

/** A sub-agent is recorded in a file of its own beside that of its session. */
function fileOf(transcript: string | null, agent: string | null): string | null {
  if (transcript === null || agent === null) return transcript
  if (!/^[\w-]{1,100}$/.test(agent)) return null
  return join(transcript.replace(/\.jsonl$/, ''), 'subagents', `agent-${agent}.jsonl`)
}

/** A tool has returned. */
async function recordOutcome(live: LiveSession, outcome: HookOutcome): Promise<void> {
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
async function recordBatch(live: LiveSession, outcomes: readonly HookOutcome[]): Promise<void> {
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

/** An input came: what was under way is over, and a run begins. */
async function recordPrompt(live: LiveSession, text: string, prompt: string): Promise<void> {
  const { session } = live
  await endTurn(live)
  const { run } = session.state
  // A run without a turn may be this very input's: the same hook can stand in two settings.
  if (run.open && run.turns > 0) await session.endRun({ complete: false })
  const id = `prompt ${prompt} ${digestOf(text)}`
  await session.startRun({ trigger: isNotification(text) ? 'external' : 'user', text, id })
}

/** The agent has answered: its answer is a turn of its own, and the run is over. */
async function recordStop(live: LiveSession, text: string | null, complete: boolean): Promise<void> {
  const { session } = live
  const { run } = session.state
  if (!run.open) return
  // A run has one end: these names make it safe to come here again amid it.
  const id = `end of run ${run.number}`
  const answer = text === null ? null : await answerTurn(live, id)
  if (text !== null) await session.recordMessage({ text, id: `${id}, answer` })
  await answer?.end({ id: `${id}, turn` })
  await endTurn(live)
  await session.endRun({ complete, id: `${id}, run` })
}

async function answerTurn(live: LiveSession, id: string): Promise<Turn | null> {
  const { session } = live
  try {
    const turn = session.turn()
    const { turns } = session.state.run
    // A turn with calls is the one before the answer; without, it is the answer's, which was begun here before.
    const { otherCalls, todoCalls } = session.state.turn
    if (turn !== null && (otherCalls + todoCalls > 0 || turns === 0)) await endTurn(live)
    return await session.startTurn({ id })
  } catch (error) {
    if (error instanceof HostError && error.code === 'turn-over') return null
    throw error
  }
}

/** A sub-agent begins: in its own log, and in that of the session that it works for. */
async function recordAgentStart(parent: LiveSession, child: LiveSession): Promise<void> {
  const { id } = child.session
  const { agents, unanswered } = await recentCalls(parent)
  if (!agents.has(id)) {
    const linked = new Set(agents.values())
    const free = unanswered.filter(
      ({ data }) => (data.name === 'Agent' || data.name === 'Task') && !linked.has(data.call),
    )
    // Of several nobody can say which one it is, until the call returns.
    const call = free.length === 1 ? (free[0]?.data.call ?? null) : null
    await parent.session.startSubagent({ child: id, call, id: `start ${id}` })
  }
  if (!child.session.state.run.open) await child.session.startRun({ trigger: 'external', text: '' })
}

/** A sub-agent comes back. */
async function recordAgentStop(parent: LiveSession, child: LiveSession, text: string | null): Promise<void> {
  await recordStop(child, text, true)
  const { agents } = await recentCalls(parent)
  const call = agents.get(child.session.id) ?? null
  const { id } = child.session
  await parent.session.endSubagent({ child: id, call, id: `stop ${id} ${call}` })
}

/** A task in the background ended, or a peer wrote: no person typed it. */
function isNotification(text: string): boolean {
  return /^\s*<(?:task-notification|teammate-message)/.test(text.slice(0, 200))
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
