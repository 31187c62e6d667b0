/** What the log says is what the session lived. */

import { isDeepStrictEqual } from 'node:util'
import { createReducer } from '../../reducer.js'
import { initialState, type SessionState } from '../../state.js'
import type { SessionRun } from '../run/session-run.js'
import type { Breakage, Invariant } from './invariant.js'

/** The fold of the log, event by event and in bulk from several prefixes, gives the states that the session had. */
export const replayEqualsLive: Invariant = {
  name: 'replay-equals-live',
  summary: 'Replaying the log, from any prefix of it, gives the states that the live session had.',
  check: (run) => foldedDiffers(run) ?? bulkDiffers(run),
}

function foldedDiffers({ events, states, rules }: SessionRun): Breakage | null {
  const reducer = createReducer(rules)
  let folded = initialState
  for (const [index, event] of events.entries()) {
    folded = reducer.reduce(folded, event)
    const differs = difference(folded, states[index])
    if (differs !== null)
      return { seq: event.seq, message: `The fold's ${differs} differs from the session's` }
  }
  return null
}

/** Bulk replay from the beginning, and from a place in the middle that is another one in each log. */
function bulkDiffers({ events, states, rules }: SessionRun): Breakage | null {
  const reducer = createReducer(rules)
  const middle = Math.floor((events.length * 2) / 3)
  for (const prefix of new Set([0, middle])) {
    const replay = reducer.replay(prefix === 0 ? initialState : states[prefix - 1])
    for (const event of events.slice(prefix)) replay.apply(event)
    const differs = difference(replay.finish(), states.at(-1))
    if (differs !== null) {
      const message = `Bulk replay from event ${prefix + 1} on gives another ${differs} than the session`
      return { seq: events.length, message }
    }
  }
  return null
}

/** The first part of the state that differs, or null. */
function difference(one: SessionState, other: SessionState | undefined): string | null {
  if (other === undefined) return 'state'
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const mine = new Map(Object.entries(one))
  const theirs = new Map(Object.entries(other))
  for (const name of names) if (!isDeepStrictEqual(mine.get(name), theirs.get(name))) return name
  return null
}
