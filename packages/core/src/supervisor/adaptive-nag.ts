/** The nag of `recommended`: it escalates while it is not heeded, and learns how patient it should be. */

import { isOpen, type SessionState } from '../state.js'
import type { NagDecision, NagPolicy } from './nag.js'

/** Settings of a nag that escalates and adapts. */
export interface AdaptiveNag {
  /** The threshold in turns that it starts with. */
  readonly start: number
  /** The lowest threshold. */
  readonly lowest: number
  /** The highest threshold. */
  readonly highest: number
  /** Within so many turns an update heeds a nag. */
  readonly heededWithin: number
  /** The reminder of each level, from 1, gentlest first; the last one is used for all above. */
  readonly texts: readonly ((state: SessionState) => string)[]
}

/**
 * Comes once in each silence, when so many turns with tools have passed since the last update and something is open.
 * A nag that is heeded soon makes the next one gentle and the threshold one turn longer; one that is not makes the next
 * one firmer and the threshold one turn shorter. Source: the project's own; people's complaints are in docs/sources/todo-systems.md.
 */
export function adaptiveNag(settings: AdaptiveNag): NagPolicy {
  return (state): NagDecision | null => {
    const { nags, turn, turnsSinceUpdate } = state
    if (turn.todoCalls + turn.otherCalls === 0 || !state.items.some(isOpen)) return null
    // Nothing was updated since the last nag: this is still the same silence.
    if (nags.lastTurn !== null && nags.answeredTurn === null) return null
    const { threshold, level } = next(state, settings)
    if (turnsSinceUpdate < Math.max(threshold, quietTurns)) return null
    const text = settings.texts[Math.min(level, settings.texts.length) - 1]?.(state) ?? ''
    return { policy: 'adaptive', level, text, turnsSinceUpdate, threshold, watcher: null }
  }
}

/** Nobody is reminded of a list that was just written. */
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
