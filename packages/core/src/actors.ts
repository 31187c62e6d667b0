/** Who did what a session's events say. */

import type { Actor, EventOf, TodoEvent } from './events.js'
import { type ActorState, initialState, type SessionState } from './state.js'

/** The one agent of a session whose host names nobody. */
const soleAgent: Actor = Object.freeze({ kind: 'agent', id: 'agent' })
const soleUser: Actor = Object.freeze({ kind: 'person', id: 'user' })
const host: Actor = Object.freeze({ kind: 'program', id: 'host' })

/** Who did an event; where nobody is named, whom its type means: the one agent, or of an input the user or the host. */
export function actorOf(event: TodoEvent): Actor {
  if (event.actor !== undefined) return event.actor
  switch (event.type) {
    case 'run.started':
      return event.data.trigger === 'user' || event.data.trigger === 'reply' ? soleUser : host
    case 'message.recorded':
      return event.data.role === 'user' ? soleUser : soleAgent
    case 'session.opened':
    case 'session.redacted':
    case 'completion.read':
    case 'event.erased':
      return host
    default:
      return soleAgent
  }
}

/** True where no agent did it but a person or another program: it is no claim of a model's, and no work of it. */
export function isFromOutside({ actor }: Pick<TodoEvent, 'actor'>): boolean {
  return actor !== undefined && (actor.kind === 'person' || actor.kind === 'program')
}

/** What an update is called by: its tool, or who made it where that was no agent. */
export function calledBy(event: EventOf<'todos.updated' | 'todos.rejected'>): string {
  return (isFromOutside(event) ? event.actor?.id : undefined) ?? event.data.tool
}

/** True where both are the same one, or nobody is named in either. */
export function isSameActor(one: Actor | null | undefined, other: Actor | null | undefined): boolean {
  return one === other || (one?.kind === other?.kind && one?.id === other?.id)
}

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
function everyActor(state: SessionState): readonly ActorState[] {
  return [...state.otherActors, state]
}

/** All whose turn is under way. */
export function openTurns(state: SessionState): readonly ActorState[] {
  return everyActor(state).filter(({ turn }) => turn.open)
}

/** True while a run of anybody's is under way. */
export function someRunIsOpen({ run, otherActors }: SessionState): boolean {
  return run.open || otherActors.some((other) => other.run.open)
}
