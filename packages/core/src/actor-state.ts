/** What a state holds of each of several who work on one list. */

import { isSameActor } from './actors.js'
import type { Actor } from './events.js'
import { type ActorState, initialState, type SessionState } from './state.js'

/** What is kept of the current actor, whom the last event was about. */
export function currentActorState(state: ActorState): ActorState {
  const { actor, run, turn, turnsSinceUpdate, turnsSinceCall, turnsSinceCallInRun } = state
  const { unlisted, failing, nags, continuations, guard, undelivered, yielded, unshown, looked } = state
  return {
    ...{ actor, run, turn, turnsSinceUpdate, turnsSinceCall, turnsSinceCallInRun },
    ...{ unlisted, failing, nags, continuations, guard, undelivered, yielded, unshown, looked },
  }
}

/** What is known of somebody who has done nothing yet. */
export function newActor(actor: Actor | null, state: SessionState): ActorState {
  const start = structuredClone(currentActorState(initialState))
  const { undelivered, unshown, updates, seq: looked } = state
  // What was to be told before anybody had begun is told to who begins.
  if (hasDoneNothing(state)) return { ...start, actor, undelivered, unshown, looked }
  return { ...start, actor, unshown: updates > 0 ? 0 : null, looked }
}

/** True where no run was begun and no turn: nobody is known by it. */
export function hasDoneNothing({ run, turn }: Pick<ActorState, 'run' | 'turn'>): boolean {
  return run.number === 0 && turn.number === 0
}

export function actorIn(state: SessionState, actor: Actor | null): ActorState {
  if (isSameActor(actor, state.actor)) return currentActorState(state)
  return state.otherActors.find((other) => isSameActor(other.actor, actor)) ?? newActor(actor, state)
}

/** The state as somebody sees it: what is counted of one is counted of that one. Nothing else differs. */
export function stateOf(state: SessionState, actor: Actor | null): SessionState {
  return isSameActor(actor, state.actor) ? state : { ...state, ...actorIn(state, actor) }
}

/** All who work on the list, the current actor last. */
export function everyActor(state: SessionState): readonly ActorState[] {
  return [...state.otherActors, currentActorState(state)]
}

/** All whose turn is under way. */
export function openTurns(state: SessionState): readonly ActorState[] {
  return everyActor(state).filter(({ turn }) => turn.open)
}

/** True while a run of anybody's is under way. */
export function someRunIsOpen({ run, otherActors }: SessionState): boolean {
  return run.open || otherActors.some((other) => other.run.open)
}
