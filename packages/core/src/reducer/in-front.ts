/** Whoever an event is about comes to stand in front: the run, the turn and the counters of a state are those of one. */

import { castDraft } from 'immer'
import { actorInFront, hasDoneNothing, newActor } from '../actor-state.js'
import { isFromOutside, isSameActor } from '../actors.js'
import type { Actor, TodoEvent } from '../events.js'
import type { ActorState, SessionState } from '../state.js'
import { copyOfRun, copyOfTurn } from './copies.js'
import type { WorkingCopy } from './working-copy.js'

/** Brings whom an event is about to the front. Where nobody is named, as in most sessions, nothing is to be done. */
export function bringToFront(copy: WorkingCopy, event: TodoEvent): void {
  const { state } = copy
  const isAlone = state.actor === null && state.others.length === 0
  if (isAlone && event.actor === undefined && event.type !== 'run.started') return
  const actor = whomItIsAbout(state, event)
  if (actor === undefined || isSameActor(actor, state.actor)) return
  const known = state.others.find((other) => isSameActor(other.actor, actor))
  const next = castDraft(known ?? newActor(actor, state))
  const left = actorInFront(state)
  const others = known === undefined ? state.others : state.others.filter((other) => other !== known)
  state.others = castDraft(hasDoneNothing(left) ? others : withoutForgotten([...others, put(left)]))
  state.actor = next.actor
  state.run = copyOfRun(next.run)
  state.turn = copyOfTurn(next.turn)
  state.turnsSinceUpdate = next.turnsSinceUpdate
  state.turnsSinceCall = next.turnsSinceCall
  state.turnsSinceCallInRun = next.turnsSinceCallInRun
  state.unlisted = next.unlisted
  state.nags = next.nags
  state.continuations = next.continuations
  state.guard = next.guard
  state.undelivered = next.undelivered
  state.yielded = next.yielded
}

/** So many sub-agents are known that are not at work. */
const mostIdle = 50

/** Sub-agents are sent by the hundred and seldom come back: who was in front longest ago is let go of, and counted anew then. */
function withoutForgotten(others: readonly ActorState[]): readonly ActorState[] {
  const idle = others.filter(({ actor, run, turn }) => actor?.kind === 'sub-agent' && !run.open && !turn.open)
  return idle.length > mostIdle ? others.filter((other) => other !== idle[0]) : others
}

/** Nobody goes back to the list of before a turn that is over. */
function put(left: ActorState): ActorState {
  const { turn } = left
  return turn.open || turn.before === null ? left : { ...left, turn: { ...turn, before: null } }
}

/** Null: the session's one agent, where nobody is named. Undefined: nobody in particular, so whoever stands in front stays. */
function whomItIsAbout(state: SessionState, event: TodoEvent): Actor | null | undefined {
  switch (event.type) {
    case 'session.redacted':
    case 'completion.read':
    case 'conversation.changed':
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
  if (state.others.some((other) => isSameActor(other.actor, actor))) return actor
  if (state.turn.number === turn) return state.actor
  return state.others.find((other) => other.turn.number === turn)?.actor ?? null
}
