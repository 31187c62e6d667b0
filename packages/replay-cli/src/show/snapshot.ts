/** The state of a session at a moment. */

import type { SessionState } from '@todo-ledger/core'
import { followMoment, type SessionMoment } from '@todo-ledger/core/history'
import type { Failure } from '../failure.js'
import type { SourceSession } from '../sources/source-session.js'
import { missingMoment } from './missing-moment.js'

/** A session's state at a moment. */
export interface Snapshot {
  /** The session's id. */
  readonly session: string
  /** The state; null where the session never came to the moment. */
  readonly state: SessionState | null
  /** How many events there were of the type that the moment stands before. */
  readonly happened: number
  /** The turns that were seen. */
  readonly turns: number
  /** Says why there is no such moment in the session. */
  missing(): Failure
}

/** Takes the state of a session at a moment; of what the moment is named by, all are counted. */
export async function snapshotAt(session: SourceSession, moment: SessionMoment): Promise<Snapshot> {
  const { state, reached, happened } =
    moment !== 'end' && 'before' in moment
      ? await stateBefore(session, moment)
      : { ...(await session.stateAt(moment)), happened: 0 }
  const { id, opened } = session
  const turns = state?.turn.number ?? 0
  const seen = { session: id, began: opened.at, turns, seq: state?.seq ?? 0, happened }
  return {
    session: id,
    state: reached ? state : null,
    happened,
    turns,
    missing: () => missingMoment(moment, seen),
  }
}

async function stateBefore(
  { events }: SourceSession,
  moment: Extract<SessionMoment, { readonly before: unknown }>,
): Promise<{ readonly state: SessionState | null; readonly reached: boolean; readonly happened: number }> {
  const follower = followMoment(moment)
  let last: SessionState | null = null
  let happened = 0
  let isOver = false
  for await (const { event, state } of events) {
    if (event.type === moment.before) happened += 1
    isOver ||= follower.isBefore(event)
    if (isOver) continue
    last = state
    isOver = follower.isAt(event)
  }
  return { state: last, reached: follower.reached, happened }
}
