/** What the end of a session's log says of its calls. */

import type { EventOf } from '@todo-ledger/core'
import type { LiveSession } from './live-session.js'

/** As many events back are looked at. */
const recentEvents = 400

/** What the last events of a session say of its calls. */
export interface RecentCalls {
  /** The calls that were recorded, of todo tools and others. */
  readonly known: ReadonlySet<string>
  /** Those of the turn under way, or of the last one. */
  readonly ofTurn: readonly string[]
  /** Those of it whose result was not recorded. */
  readonly unanswered: readonly EventOf<'tool.called'>[]
  /** The calls that a sub-agent was recorded for, by its session; null where the call is not known. */
  readonly agents: ReadonlyMap<string, string | null>
}

/** Reads the last events of a session. */
export async function recentCalls({ session, store }: LiveSession): Promise<RecentCalls> {
  const { seq, turn } = session.state
  const known = new Set<string>()
  const ofTurn: string[] = []
  const open = new Map<string, EventOf<'tool.called'>>()
  const agents = new Map<string, string | null>()
  for await (const event of store.read(session.id, { from: Math.max(1, seq - recentEvents) })) {
    if (event.type === 'subagent.started') agents.set(event.data.child, event.data.call)
    else if (event.type === 'tool.returned') open.delete(event.data.call)
    else if (
      event.type === 'tool.called' ||
      event.type === 'todos.updated' ||
      event.type === 'todos.rejected'
    ) {
      const { call } = event.data
      known.add(call)
      if (event.turn === turn.number) ofTurn.push(call)
      if (event.turn === turn.number && event.type === 'tool.called') open.set(call, event)
    }
  }
  return { known, ofTurn, unanswered: [...open.values()], agents }
}
