/** Records where runs begin and end, and what happens to the conversation, as hooks report it. */

import { createHash } from 'node:crypto'
import { HostError, type Turn } from '@todo-ledger/core'
import { endTurn, type LiveSession, recentCalls } from './live-session.js'

/** An input came: what was under way is over, and a run begins. */
export async function recordPrompt(live: LiveSession, text: string, prompt: string): Promise<void> {
  const { session } = live
  await endTurn(live)
  const { run } = session.state
  // A run without a turn may be this very input's: the same hook can stand in two settings.
  if (run.open && run.turns > 0) await session.endRun({ complete: false })
  const id = `prompt ${prompt} ${digestOf(text)}`
  await session.startRun({ trigger: isNotification(text) ? 'external' : 'user', text, id })
}

/** The agent has answered: its answer is a turn of its own, and the run is over. */
export async function recordStop(live: LiveSession, text: string | null, complete: boolean): Promise<void> {
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

/** The program begins anew, or ends: what is under way was cut off. */
export async function recordCut(live: LiveSession): Promise<void> {
  await endTurn(live)
  if (live.session.state.run.open) await live.session.endRun({ complete: false })
}

/** The conversation is being compacted. */
export async function recordCompaction({ session }: LiveSession, name: string): Promise<void> {
  await session.recordCompaction({ id: `compaction ${name}` })
}

/** A sub-agent begins: in its own log, and in that of the session that it works for. */
export async function recordAgentStart(parent: LiveSession, child: LiveSession): Promise<void> {
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
export async function recordAgentStop(
  parent: LiveSession,
  child: LiveSession,
  text: string | null,
): Promise<void> {
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
