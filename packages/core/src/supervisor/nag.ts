/** When the supervisor reminds the model of its list. Pure functions of state. */

import { readEstimate } from '../estimate.js'
import type { EventDataByType } from '../events.js'
import { isOpen } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'

export type NagDecision = EventDataByType['nag.issued']

/** Decides, once a turn has ended, whether to remind the model. */
export type NagPolicy = (state: SessionState) => NagDecision | null

type Text = (state: SessionState) => string

const hasCalls = ({ turn }: SessionState) => turn.todoCalls + turn.otherCalls > 0

/** Turns of the actor since its last nag; null where there was none. */
const sinceNag = ({ turn, nags }: SessionState) => (nags.lastTurn === null ? null : turn.own - nags.lastTurn)

interface EveryTurnNag {
  readonly after: number
  readonly text: string
  readonly watcher: string | null
}

/**
 * The nag of `todo-manager` and `todo-write`: from the third turn of a run without a call of the tool, in every
 * turn, whether or not there is a list. A turn without tool calls ends the run and does not nag; a refused call
 * counts as a call. Source: docs/sources/todo-manager.md#the-nag.
 * @param settings.after the turn without a call from which on it comes, counted in a run
 */
export function everyTurnNag({ after, text, watcher }: EveryTurnNag): NagPolicy {
  return (state) => {
    const turns = state.turnsSinceCallInRun
    if (!hasCalls(state) || turns < after) return null
    return { policy: 'every-turn', level: 1, text, turnsSinceUpdate: turns, watcher }
  }
}

interface SpacedNag {
  readonly after: number
  readonly spacing: number
  readonly text: Text
}

/**
 * So many model turns since the update and since the last reminder. Before the first update nothing is stale.
 * @param settings.after turns since the last update; @param settings.spacing turns since the last nag
 */
export function spacedNag({ after, spacing, text }: SpacedNag): NagPolicy {
  return (state) => {
    const { updatedTurn } = state.nags
    if (updatedTurn === null || !hasCalls(state)) return null
    const turns = state.turn.own - updatedTurn
    if (turns < after || (sinceNag(state) ?? spacing) < spacing) return null
    return { policy: 'spaced', level: 1, text: text(state), turnsSinceUpdate: turns, watcher: null }
  }
}

interface StaleNag {
  readonly after: number
  readonly spacing: number
  readonly text: string
}

/**
 * The stale reminder of `todo-list-middleware`: after so many turns with tools and no call of the todo tool, refused or
 * not, while items are unfinished, and then again at the same distance. Source: docs/sources/todo-list-middleware.md#stale-todo-reminder.
 * @param settings.spacing turns between two of them, at the least
 */
export function staleNag({ after, spacing, text }: StaleNag): NagPolicy {
  return (state) => {
    const turns = state.turnsSinceCall
    if (!hasCalls(state) || turns < after || (sinceNag(state) ?? spacing) < spacing) return null
    if (!state.items.some(isOpen)) return null
    return { policy: 'stale', level: 1, text, turnsSinceUpdate: turns, watcher: null }
  }
}

interface AdaptiveNag {
  readonly start: number
  readonly lowest: number
  readonly highest: number
  /** Within so many turns an update heeds a nag. */
  readonly heededWithin: number
  /** The reminder of each level, from 1, gentlest first; there are as many levels. */
  readonly texts: readonly Text[]
}

/**
 * Comes when so many turns with tools have passed since the last update and something is open, and while the silence
 * goes on again and again: each time one turn earlier and one level firmer, down to the lowest threshold and up to the
 * last level. A nag that is heeded soon makes the next one gentle and the threshold one turn longer. Source: the
 * escalation that docs/sources/todo-manager.md#the-nag wishes; people's complaints are in docs/sources/todo-systems.md.
 */
export function adaptiveNag(settings: AdaptiveNag): NagPolicy {
  return (state) => {
    const { turnsSinceUpdate } = state
    if (!hasCalls(state) || !state.items.some(isOpen)) return null
    const { threshold, level } = next(state, settings)
    if (silenceOf(state).turns < Math.max(threshold, quietTurns)) return null
    const text = settings.texts[level - 1]?.(state) ?? ''
    return { policy: 'adaptive', level, text, turnsSinceUpdate, threshold, watcher: null }
  }
}

/** While nothing is updated the distance is that from the last nag. */
function silenceOf(state: SessionState) {
  const since = state.nags.answeredTurn === null ? sinceNag(state) : null
  return { isSilent: since !== null, turns: since ?? state.turnsSinceUpdate }
}

/** Nobody is reminded of a list that was just written, nor in two turns on end. */
const quietTurns = 2

function next({ nags }: SessionState, { start, lowest, highest, heededWithin, texts }: AdaptiveNag) {
  const { lastTurn, answeredTurn, threshold, level } = nags
  if (lastTurn === null) return { threshold: start, level: 1 }
  const heeded = answeredTurn !== null && answeredTurn - lastTurn <= heededWithin
  return {
    threshold: Math.min(highest, Math.max(lowest, (threshold ?? start) + (heeded ? 1 : -1))),
    level: heeded ? 1 : Math.min(texts.length, level + 1),
  }
}

interface ContextNag {
  /** So many calls that changed something, since the update or the last nag. */
  readonly writes: number
  readonly failedChecks: number
  readonly subagents: number
  /** An item in progress takes so many times its estimate. */
  readonly overdue: number
  readonly turns: number
  /** So many turns in which the same check failed, whether or not the list was updated meanwhile. */
  readonly stuck: number
  readonly stuckText: (check: string, turns: number) => string
  /** The reminder of each level, from 1, gentlest first. */
  readonly texts: readonly Text[]
}

/**
 * Comes when what happened since the last update, or the last nag, is likely to be news for the list: writes, failed
 * checks, a sub-agent that came back, an item far beyond its estimate; and after many turns in any case. One that was not
 * heeded makes the next one firmer. Of a check that fails turn after turn it tells whatever the list says.
 */
export function contextNag(settings: ContextNag): NagPolicy {
  return (state) => {
    const { nags, turn, turnsSinceUpdate, unlisted, failing } = state
    if (!hasCalls(state) || !state.items.some(isOpen)) return null
    const { stuck } = settings
    if (failing?.lastTurn === turn.own && failing.turns >= stuck && (sinceNag(state) ?? stuck) >= stuck) {
      const text = settings.stuckText(failing.check, failing.turns)
      return { policy: 'context', level: 1, text, turnsSinceUpdate, threshold: stuck, watcher: null }
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

/** A todo's text as it may stand between `<reminder>` and `</reminder>`: as it is, but a tag that would close that frame is defused. */
export function reminderText(text: string): string {
  return text.replace(/<(\s*\/\s*reminder\s*)>/giu, '‹$1›')
}
