/** When a reminder may come. */

import type { Profile } from '../../profiles/profile.js'
import type { Invariant } from './invariant.js'

/** The distances that a profile's reminders keep at least. */
export interface NagDistance {
  /** Turns since the last accepted update, or since the beginning. */
  readonly after: number
  /** Turns since the last reminder. */
  readonly spacing: number
}

/** The distances as the profile's settings name them (`nagAfter`, `nagSpacing`, `staleAfter`, `staleSpacing`); else 1. */
export function nagDistanceOf({ settings }: Profile): NagDistance {
  const setting = (...names: readonly string[]) =>
    names.map((name) => settings[name]).find((value) => typeof value === 'number') ?? 1
  return { after: setting('nagAfter', 'staleAfter'), spacing: setting('nagSpacing', 'staleSpacing') }
}

/** A reminder comes once a turn at most, right after a turn with tool calls that was not cut off. */
export const nagsFollowWork: Invariant = {
  name: 'nags-follow-work',
  summary: 'A reminder comes at most once a turn, right at the end of a turn with tool calls.',
  check({ events, states }) {
    for (const [index, event] of events.entries()) {
      if (event.type !== 'nag.issued') continue
      const { seq } = event
      if (events[index - 1]?.type !== 'turn.ended')
        return { seq, message: 'It does not come at a turn’s end' }
      const turn = states[index]?.turn
      if (turn === undefined || turn.todoCalls + turn.otherCalls === 0) {
        return { seq, message: `Turn ${event.turn} had no tool call and was reminded` }
      }
    }
    return null
  },
}

/**
 * Makes the invariant that reminders keep these distances; without any, those of the profile's settings. A policy that
 * adapts says in each reminder at which threshold it came: that one is kept, and the same silence is broken only once.
 */
export function nagsKeepDistance(distance?: NagDistance): Invariant {
  return {
    name: 'nags-keep-distance',
    summary: 'A reminder keeps its distance from the last update and from the last reminder.',
    check({ events, promises }) {
      const fixed = distance ?? nagDistanceOf(promises)
      let lastUpdate = 0
      let lastNag: number | null = null
      for (const event of events) {
        const { seq, turn } = event
        if (event.type === 'todos.updated' && !event.data.query) lastUpdate = turn
        if (event.type !== 'nag.issued') continue
        if (promises.nag === null) return { seq, message: 'The profile never reminds' }
        const { threshold } = event.data
        const { after, spacing } = threshold === undefined ? fixed : { after: threshold, spacing: 1 }
        if (threshold !== undefined && lastNag !== null && lastNag >= lastUpdate) {
          return { seq, message: `A second reminder in the silence since turn ${lastUpdate}` }
        }
        if (turn - lastUpdate < after) {
          return { seq, message: `A reminder ${turn - lastUpdate} turns after the update, not ${after}` }
        }
        if (lastNag !== null && turn - lastNag < spacing) {
          return { seq, message: `A reminder ${turn - lastNag} turns after the last one, not ${spacing}` }
        }
        lastNag = turn
      }
      return null
    },
  }
}
