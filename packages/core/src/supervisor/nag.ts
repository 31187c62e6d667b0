/** When the supervisor reminds the model of its list. Pure functions of state. */

import { isOpen, type SessionState } from '../state.js'

/** A reminder to issue. */
export interface NagDecision {
  /** The policy's name. */
  readonly policy: string
  /** How strong it is, from 1. */
  readonly level: number
  /** The reminder as the model reads it. */
  readonly text: string
  /** Turns since the last update. */
  readonly turnsSinceUpdate: number
  /** The threshold in turns that it comes at, where the policy adapts it. */
  readonly threshold?: number
  /** The line for the person who watches, or null. */
  readonly watcher: string | null
}

/** Decides, once a turn has ended, whether to remind the model. */
export type NagPolicy = (state: SessionState) => NagDecision | null

/** Settings of a nag that comes in every turn from the n-th without a call of the todo tool on. */
export interface EveryTurnNag {
  /** The turn without a call from which on it comes, counted in a run. */
  readonly after: number
  /** The reminder as the model reads it. */
  readonly text: string
  /** The line for the person who watches, or null. */
  readonly watcher: string | null
}

/**
 * The nag of `todo-manager` and `todo-write`: from the third turn of a run without a call of the tool, in every
 * turn, whether or not there is a list. A turn without tool calls ends the run and does not nag; a refused call
 * counts as a call. Source: docs/sources/todo-manager.md#the-nag.
 */
export function everyTurnNag({ after, text, watcher }: EveryTurnNag): NagPolicy {
  return (state) => {
    const turns = state.turnsSinceCallInRun
    if (state.turn.todoCalls + state.turn.otherCalls === 0 || turns < after) return null
    return { policy: 'every-turn', level: 1, text, turnsSinceUpdate: turns, watcher }
  }
}

/** Settings of a nag that keeps a distance from the last update and from the last nag. */
export interface SpacedNag {
  /** Turns since the last update from which on it comes. */
  readonly after: number
  /** Turns since the last nag from which on it comes again. */
  readonly spacing: number
  /** The reminder as the model reads it. */
  readonly text: (state: SessionState) => string
}

/**
 * The nag of `claude-code`: so many model turns since the update and since the last reminder. Before the first
 * update nothing is stale. Source: docs/sources/claude-code.md#reminders.
 */
export function spacedNag({ after, spacing, text }: SpacedNag): NagPolicy {
  return (state) => {
    if (state.lastUpdate === null || state.turn.todoCalls + state.turn.otherCalls === 0) return null
    const turns = state.turn.number - state.lastUpdate.turn
    const sinceNag = state.nags.lastTurn === null ? spacing : state.turn.number - state.nags.lastTurn
    if (turns < after || sinceNag < spacing) return null
    return { policy: 'spaced', level: 1, text: text(state), turnsSinceUpdate: turns, watcher: null }
  }
}

/** Settings of a nag that repeats at a fixed distance while nothing is updated. */
export interface StaleNag {
  /** Turns with tool calls and no update from which on it comes. */
  readonly after: number
  /** Turns between two of them, at the least. */
  readonly spacing: number
  /** The reminder as the model reads it. */
  readonly text: string
}

/**
 * The stale reminder of `todo-list-middleware`: after so many turns with tools and no accepted update, while items are
 * unfinished, and then again at the same distance, whatever was updated in between. Source: docs/sources/todo-list-middleware.md.
 */
export function staleNag({ after, spacing, text }: StaleNag): NagPolicy {
  return (state) => {
    const turns = state.turnsSinceUpdate
    const { number, todoCalls, otherCalls } = state.turn
    const sinceNag = state.nags.lastTurn === null ? spacing : number - state.nags.lastTurn
    if (todoCalls + otherCalls === 0 || turns < after || sinceNag < spacing) return null
    if (!state.items.some(isOpen)) return null
    return { policy: 'stale', level: 1, text, turnsSinceUpdate: turns, watcher: null }
  }
}
