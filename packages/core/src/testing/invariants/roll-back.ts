/** A turn whose updates are void leaves the list as it was before the turn. */

import { isDeepStrictEqual } from 'node:util'
import type { Invariant } from './invariant.js'

/**
 * A refusal by a rule that voids its turn is followed by a roll-back where the turn had an accepted update, and the
 * roll-back restores items and goal from before the turn exactly, times and all.
 */
export const rollBackRestores: Invariant = {
  name: 'roll-back-restores',
  summary: 'A turn that is void is rolled back, and the list is exactly what it was before the turn.',
  check({ events, states, promises }) {
    let start = 0
    let updated = false
    for (const [index, event] of events.entries()) {
      const { seq } = event
      if (event.type === 'turn.started') [start, updated] = [index, false]
      if (event.type === 'todos.updated' && !event.data.query) updated = true
      if (event.type === 'todos.rejected' && updated) {
        const voids = event.data.violations.some(({ rule }) => promises.rollsBackOn.includes(rule))
        if (voids && events[index + 1]?.type !== 'todos.rolled-back') {
          return { seq, message: 'The refusal voids the turn, and its update was not rolled back' }
        }
      }
      if (event.type !== 'todos.rolled-back') continue
      updated = false
      const [before, after] = [states[start], states[index]]
      if (!isDeepStrictEqual(before?.items, after?.items)) {
        return { seq, message: 'The items are not those from before the turn' }
      }
      if (before?.goal !== after?.goal)
        return { seq, message: 'The goal is not the one from before the turn' }
    }
    return null
  },
}
