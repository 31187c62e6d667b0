/** How turns are made of calls: a hook is given calls, not the model's responses. */

import type { Turn } from '@todo-ledger/core'
import type { LiveSession } from './live-session.js'
import { unlessTold } from './races.js'
import { type RecentCalls, recentCalls } from './recent-calls.js'

/**
 * The turn that a call belongs to: the one under way, or a new one. Where no hook reports the end of a response, the
 * next one begins once all calls of the turn are answered, unless the transcript says that it is the same response.
 */
export async function turnOf(live: LiveSession, call: string): Promise<Turn> {
  const { session } = live
  const open = session.turn()
  const judged = session.state.turn.number
  if (open !== null) {
    if (live.batches || (await isOfTurn(live, call))) return open
    // What was recorded meanwhile may show that another process has begun the next turn: this call is judged anew.
    if (session.state.turn.number !== judged) return turnOf(live, call)
    await endTurn(live)
  }
  if (!session.state.run.open) await session.startRun({ trigger: 'unknown', text: '' })
  return session.startTurn()
}

async function isOfTurn(live: LiveSession, call: string): Promise<boolean> {
  const { ofTurn, unanswered } = await recentCalls(live)
  if (ofTurn.includes(call)) return true
  const waiting = await recordToldResults(live, unanswered)
  if (waiting.length > 0) return true
  const { transcript } = live
  const response = transcript.responseOf(call)
  return response !== null && ofTurn.some((each) => transcript.responseOf(each) === response)
}

/** Ends the turn under way, if there is one: `interrupted` where a result is missing. */
export async function endTurn(live: LiveSession): Promise<void> {
  const { session, transcript } = live
  const turn = session.turn()
  if (turn === null) return
  const { ofTurn, unanswered } = await recentCalls(live)
  const missing = await recordToldResults(live, unanswered)
  const responses = new Set(ofTurn.flatMap((call) => transcript.responseOf(call) ?? []))
  for (const { id, text } of [...responses].flatMap((response) => transcript.textsOf(response))) {
    await session.recordMessage({ text, id: `said ${id}` })
  }
  await turn.end({ interrupted: missing.length > 0 })
}

/** Records the results that the transcript has and no hook reported; gives the calls that it does not have either. */
async function recordToldResults(
  { session, transcript }: LiveSession,
  unanswered: RecentCalls['unanswered'],
): Promise<RecentCalls['unanswered']> {
  const missing = []
  for (const event of unanswered) {
    const outcome = transcript.outcomeOf(event.data.call)
    if (outcome === null) missing.push(event)
    else await unlessTold(session.recordResult({ call: event.data.call, ...outcome }))
  }
  return missing
}
