/** When the supervisor reminds the model of its list. Pure functions of state. */

import { readEstimate } from '../estimate.js'
import type { EventDataByType } from '../events.js'
import { isOpen } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'

export type NagDecision = EventDataByType['nag.issued']

/** Decides, once a turn has ended, whether to remind the model. */
export type NagPolicy = (state: SessionState) => NagDecision | null

interface EveryTurnNag {
  /** The turn without a call from which on it comes, counted in a run. */
  readonly after: number
  readonly text: string
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

interface SpacedNag {
  /** Turns since the last update from which on it comes. */
  readonly after: number
  /** Turns since the last nag from which on it comes again. */
  readonly spacing: number
  readonly text: (state: SessionState) => string
}

/**
 * So many model turns since the update and since the last reminder. Before the first
 * update nothing is stale.
 */
export function spacedNag({ after, spacing, text }: SpacedNag): NagPolicy {
  return (state) => {
    const { updatedTurn } = state.nags
    const { own, todoCalls, otherCalls } = state.turn
    if (updatedTurn === null || todoCalls + otherCalls === 0) return null
    const turns = own - updatedTurn
    const sinceNag = state.nags.lastTurn === null ? spacing : own - state.nags.lastTurn
    if (turns < after || sinceNag < spacing) return null
    return { policy: 'spaced', level: 1, text: text(state), turnsSinceUpdate: turns, watcher: null }
  }
}

interface StaleNag {
  /** Turns with tool calls and no call of the todo tool from which on it comes. */
  readonly after: number
  /** Turns between two of them, at the least. */
  readonly spacing: number
  readonly text: string
}

/**
 * The stale reminder of `todo-list-middleware`: after so many turns with tools and no call of the todo tool, refused or
 * not, while items are unfinished, and then again at the same distance. Source: docs/sources/todo-list-middleware.md#stale-todo-reminder.
 */
export function staleNag({ after, spacing, text }: StaleNag): NagPolicy {
  return (state) => {
    const turns = state.turnsSinceCall
    const { own, todoCalls, otherCalls } = state.turn
    const sinceNag = state.nags.lastTurn === null ? spacing : own - state.nags.lastTurn
    if (todoCalls + otherCalls === 0 || turns < after || sinceNag < spacing) return null
    if (!state.items.some(isOpen)) return null
    return { policy: 'stale', level: 1, text, turnsSinceUpdate: turns, watcher: null }
  }
}

interface AdaptiveNag {
  /** The threshold in turns that it starts with. */
  readonly start: number
  readonly lowest: number
  readonly highest: number
  /** Within so many turns an update heeds a nag. */
  readonly heededWithin: number
  /** The reminder of each level, from 1, gentlest first; there are as many levels. */
  readonly texts: readonly ((state: SessionState) => string)[]
}

/**
 * Comes when so many turns with tools have passed since the last update and something is open, and while the silence
 * goes on again and again: each time one turn earlier and one level firmer, down to the lowest threshold and up to the
 * last level. A nag that is heeded soon makes the next one gentle and the threshold one turn longer. Source: the
 * escalation that docs/sources/todo-manager.md#the-nag wishes; people's complaints are in docs/sources/todo-systems.md.
 */
export function adaptiveNag(settings: AdaptiveNag): NagPolicy {
  return (state): NagDecision | null => {
    const { turn, turnsSinceUpdate } = state
    if (turn.todoCalls + turn.otherCalls === 0 || !state.items.some(isOpen)) return null
    const { threshold, level } = next(state, settings)
    const { turns } = silenceOf(state)
    if (turns < Math.max(threshold, quietTurns)) return null
    const text = settings.texts[level - 1]?.(state) ?? ''
    return { policy: 'adaptive', level, text, turnsSinceUpdate, threshold, watcher: null }
  }
}

/** While nothing is updated the distance is that from the last nag. */
function silenceOf({ nags: { lastTurn, answeredTurn }, turn, turnsSinceUpdate }: SessionState) {
  const isSilent = lastTurn !== null && answeredTurn === null
  return { isSilent, turns: isSilent ? turn.own - lastTurn : turnsSinceUpdate }
}

/** Nobody is reminded of a list that was just written, nor in two turns on end. */
const quietTurns = 2

function next(
  state: SessionState,
  settings: AdaptiveNag,
): { readonly threshold: number; readonly level: number } {
  const { lastTurn, answeredTurn, threshold, level } = state.nags
  if (lastTurn === null) return { threshold: settings.start, level: 1 }
  const heeded = answeredTurn !== null && answeredTurn - lastTurn <= settings.heededWithin
  const moved = (threshold ?? settings.start) + (heeded ? 1 : -1)
  return {
    threshold: Math.min(settings.highest, Math.max(settings.lowest, moved)),
    level: heeded ? 1 : Math.min(settings.texts.length, level + 1),
  }
}

interface ContextNag {
  /** So many calls that changed something, since the update or the last nag. */
  readonly writes: number
  readonly failedChecks: number
  readonly subagents: number
  /** An item in progress takes so many times its estimate. */
  readonly overdue: number
  /** So many turns with tools, whatever happened. */
  readonly turns: number
  /** So many turns in which the same check failed, whether or not the list was updated meanwhile. */
  readonly stuck: number
  /** The reminder of such a check. */
  readonly stuckText: (check: string, turns: number) => string
  /** The reminder of each level, from 1, gentlest first. */
  readonly texts: readonly ((state: SessionState) => string)[]
}

/**
 * Comes when what happened since the last update, or the last nag, is likely to be news for the list: writes, failed
 * checks, a sub-agent that came back, an item far beyond its estimate; and after many turns in any case. One that was not
 * heeded makes the next one firmer. Of a check that fails turn after turn it tells whatever the list says.
 */
export function contextNag(settings: ContextNag): NagPolicy {
  return (state): NagDecision | null => {
    const { nags, turn, turnsSinceUpdate, unlisted, failing } = state
    if (turn.todoCalls + turn.otherCalls === 0 || !state.items.some(isOpen)) return null
    const sinceNag = nags.lastTurn === null ? settings.stuck : turn.own - nags.lastTurn
    if (failing?.lastTurn === turn.own && failing.turns >= settings.stuck && sinceNag >= settings.stuck) {
      const text = settings.stuckText(failing.check, failing.turns)
      return { policy: 'context', level: 1, text, turnsSinceUpdate, threshold: settings.stuck, watcher: null }
    }
    const { isSilent, turns } = silenceOf(state)
    if (turns < quietTurns) return null
    const isNews =
      unlisted.writes >= settings.writes ||
      unlisted.failedChecks >= settings.failedChecks ||
      unlisted.subagents >= settings.subagents ||
      // Of that one is told once in a silence.
      (!isSilent && state.items.some((item) => isOverdue(item, state.at, settings.overdue)))
    if (!isNews && turns < settings.turns) return null
    const level = isSilent ? Math.min(settings.texts.length, nags.level + 1) : 1
    const text = settings.texts[level - 1]?.(state) ?? ''
    return { policy: 'context', level, text, turnsSinceUpdate, threshold: quietTurns, watcher: null }
  }
}

function isOverdue({ status, started, estimate }: TodoItem, now: number, factor: number): boolean {
  if (status !== 'in_progress' || started === null || estimate === null) return false
  const read = readEstimate(estimate)
  return read?.unit === 'minutes' && now - started.at > factor * read.amount * 60_000
}
