/** Whoever an event is about becomes the current actor: the run, the turn and the counters of a state are those of one. */

import { castDraft, type Draft } from 'immer'
import { currentActorState, hasDoneNothing, newActor } from '../actor-state.js'
import { isFromOutside, isSameActor } from '../actors.js'
import type { Actor, TodoEvent } from '../events.js'
import type { ActorState, SessionState } from '../state.js'
import { asItWas } from './apply-changes.js'

/** Makes whom an event is about the current actor. Where nobody is named, as in most sessions, nothing is to be done. */
export function changeActor(state: Draft<SessionState>, event: TodoEvent): void {
  const before = asItWas(state)
  const isAlone = before.actor === null && before.otherActors.length === 0
  if (isAlone && event.actor === undefined && event.type !== 'run.started') return
  const actor = whomItIsAbout(before, event)
  if (actor === undefined || isSameActor(actor, before.actor)) return
  const place = state.otherActors.findIndex((other) => isSameActor(other.actor, actor))
  const [next = castDraft(newActor(actor, state))] = place < 0 ? [] : state.otherActors.splice(place, 1)
  if (!hasDoneNothing(state)) {
    // Nobody goes back to the list of before a turn that is over.
    if (!state.turn.open && state.turn.before !== null) state.turn.before = null
    state.otherActors.push(castDraft(currentActorState(state)))
    forgetIdle(state)
  }
  Object.assign(state, currentActorState(next))
}

/** So many sub-agents are known that are not at work. */
const mostIdle = 50

/** Sub-agents are sent by the hundred and seldom come back: who worked longest ago is let go of, and counted anew then. */
function forgetIdle({ otherActors }: Draft<SessionState>): void {
  if (otherActors.length <= mostIdle) return
  const isIdle = ({ actor, run, turn }: ActorState) => actor?.kind === 'sub-agent' && !run.open && !turn.open
  if (otherActors.filter(isIdle).length > mostIdle) otherActors.splice(otherActors.findIndex(isIdle), 1)
}

/** Null: the session's one agent, where nobody is named. Undefined: nobody in particular, so the current actor stays. */
function whomItIsAbout(state: SessionState, event: TodoEvent): Actor | null | undefined {
  switch (event.type) {
    case 'session.redacted':
    case 'completion.read':
    case 'context.compacted':
    case 'event.erased':
      return undefined
    case 'run.started':
      return event.data.agent ?? null
    case 'turn.started':
      return event.actor ?? null
    case 'session.opened':
      return isFromOutside(event) ? null : (event.actor ?? null)
    case 'message.recorded':
      return event.data.role === 'user' ? undefined : workerOf(state, event)
    case 'todos.updated':
    case 'todos.rejected':
      return event.data.edit === true ? undefined : workerOf(state, event)
    default:
      return workerOf(state, event)
  }
}

/** A person or a program works where it has a turn or a run; else what it did was done in the turn of another. */
function workerOf(state: SessionState, event: TodoEvent): Actor | null {
  const { actor = null, turn } = event
  if (actor === null || !isFromOutside(event)) return actor
  if (isSameActor(actor, state.actor)) return actor
  if (state.otherActors.some((other) => isSameActor(other.actor, actor))) return actor
  if (state.turn.number === turn) return state.actor
  return state.otherActors.find((other) => other.turn.number === turn)?.actor ?? null
}
