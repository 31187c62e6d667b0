/** The state of a session at a moment. */

import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { Reached, type SessionMoment } from '@todo-ledger/core/history'
import type { Failure } from '../failure.js'
import { type SessionFollower, type SourceSession, stateFollower } from '../sources/source-session.js'
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

/**
 * Takes the state of a session at a moment; of what the moment is named by, all are counted.
 * @param observe gets the events up to the moment; without it, only as much is read as the state needs
 */
export function snapshotAt(
  session: SourceSession,
  moment: SessionMoment,
  observe?: (event: TodoEvent) => void,
): SessionFollower<Promise<Snapshot>> {
  if (observe !== undefined || (moment !== 'end' && 'before' in moment))
    return snapshotAmong(session, moment, observe)
  const { take, finish } = stateFollower(session, moment)
  return {
    ...(take === undefined ? {} : { take }),
    async finish() {
      const { state, reached } = await finish()
      return snapshotOf(session, moment, { state, reached, happened: 0 })
    },
  }
}

function snapshotAmong(
  session: SourceSession,
  moment: SessionMoment,
  observe?: (event: TodoEvent) => void,
): SessionFollower<Promise<Snapshot>> {
  const follower = new Reached(moment)
  const type = moment !== 'end' && 'before' in moment ? moment.before : null
  let last: SessionState | null = null
  let happened = 0
  let isOver = false
  return {
    take({ event, state }) {
      if (event.type === type) happened += 1
      isOver ||= follower.isBefore(event)
      if (isOver) return
      last = state
      observe?.(event)
      isOver = follower.isAt(event)
    },
    finish: async () =>
      snapshotOf(session, moment, { state: last, reached: follower.reached && last !== null, happened }),
  }
}

function snapshotOf(
  { id, opened }: SourceSession,
  moment: SessionMoment,
  found: { readonly state: SessionState | null; readonly reached: boolean; readonly happened: number },
): Snapshot {
  const { state, reached, happened } = found
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
