/**
 * Copies that may be altered. Each names its parts: V8 gives what it spreads a hidden class of its own, a copy of a copy
 * another one, and after a few of them all code that reads items and states is many times slower.
 */

import type { Draft } from 'immer'
import type { RunState, SessionState, TurnState } from '../state.js'

/** A copy of a run. */
export function copyOfRun(run: Draft<RunState>): Draft<RunState> {
  return {
    number: run.number,
    trigger: run.trigger,
    open: run.open,
    turns: run.turns,
    work: run.work,
    answer: run.answer,
  }
}

/** A copy of a turn, to whose writers others can be added. */
export function copyOfTurn(turn: Draft<TurnState>): Draft<TurnState> {
  return {
    number: turn.number,
    own: turn.own,
    open: turn.open,
    todoCalls: turn.todoCalls,
    updates: turn.updates,
    rejections: turn.rejections,
    otherCalls: turn.otherCalls,
    writers: [...turn.writers],
    before: turn.before,
  }
}

/** A copy of a state, which shares all that lies deeper. */
export function copyOfState(state: Draft<SessionState>): Draft<SessionState> {
  return {
    session: state.session,
    profile: state.profile,
    rules: state.rules,
    recorded: state.recorded,
    goal: state.goal,
    items: state.items,
    phases: state.phases,
    phase: state.phase,
    seq: state.seq,
    at: state.at,
    actor: state.actor,
    others: state.others,
    runs: state.runs,
    turns: state.turns,
    run: state.run,
    turn: state.turn,
    turnsSinceUpdate: state.turnsSinceUpdate,
    turnsSinceCall: state.turnsSinceCall,
    turnsSinceCallInRun: state.turnsSinceCallInRun,
    lastUpdate: state.lastUpdate,
    updates: state.updates,
    rejections: state.rejections,
    closings: state.closings,
    unlisted: state.unlisted,
    nags: state.nags,
    continuations: state.continuations,
    guard: state.guard,
    undelivered: state.undelivered,
    yielded: state.yielded,
    compactions: state.compactions,
    keysUsed: state.keysUsed,
    idsUsed: state.idsUsed,
    disagreements: state.disagreements,
    skippedRules: state.skippedRules,
  }
}
