/** What a state holds of each of several who work on one list, and how one of them comes to stand in front. */

import { isSameActor } from './actors.js'
import type { Actor } from './events.js'
import { type ActorState, initialState, type SessionState } from './state.js'

/** What is kept of the one who stands in front. */
export function actorInFront(state: SessionState): ActorState {
  const { actor, run, turn, undelivered, yielded } = state
  const { turnsSinceUpdate, turnsSinceCall, turnsSinceCallInRun, unlisted, nags, continuations, guard } =
    state
  const counters = {
    turnsSinceUpdate,
    turnsSinceCall,
    turnsSinceCallInRun,
    unlisted,
    nags,
    continuations,
    guard,
  }
  return { actor, run, turn, ...counters, undelivered, yielded }
}

/** What is known of somebody who has done nothing yet. */
export function newActor(actor: Actor | null, state: SessionState): ActorState {
  const start = { ...actorInFront(initialState), actor }
  // What was to be told before anybody had begun is told to who begins.
  return hasDoneNothing(state) ? { ...start, undelivered: state.undelivered } : start
}

/** True where nobody is known by what stands in front: no run was begun and no turn. */
export function hasDoneNothing({ run, turn }: Pick<ActorState, 'run' | 'turn'>): boolean {
  return run.number === 0 && turn.number === 0
}

/** What is kept of somebody. */
export function actorIn(state: SessionState, actor: Actor | null): ActorState {
  if (isSameActor(actor, state.actor)) return actorInFront(state)
  return state.others.find((other) => isSameActor(other.actor, actor)) ?? newActor(actor, state)
}

/** The state as somebody sees it: what is counted of one is counted of that one. Nothing else differs. */
export function stateOf(state: SessionState, actor: Actor | null): SessionState {
  return isSameActor(actor, state.actor) ? state : { ...state, ...actorIn(state, actor) }
}

/** All whose turn is under way. */
export function openTurns(state: SessionState): readonly ActorState[] {
  const open = state.others.filter(({ turn }) => turn.open)
  return state.turn.open ? [...open, actorInFront(state)] : open
}

/** True while a run of anybody's is under way. */
export function someRunIsOpen({ run, others }: SessionState): boolean {
  return run.open || others.some((other) => other.run.open)
}
