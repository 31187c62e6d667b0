/** Nobody can change a state that a session gave out. */

import type { Invariant } from './invariant.js'

/** Every state, and all that it holds, is frozen. */
export const stateFrozen: Invariant = {
  name: 'state-frozen',
  summary: 'Every state is frozen, with all that it holds.',
  check({ states }) {
    const seen = new Set<object>()
    for (const state of states) {
      const open: object[] = [state]
      for (let value = open.pop(); value !== undefined; value = open.pop()) {
        if (seen.has(value)) continue
        seen.add(value)
        if (!Object.isFrozen(value)) return { seq: state.seq, message: 'A part of the state can be changed' }
        for (const each of Object.values(value))
          if (typeof each === 'object' && each !== null) open.push(each)
      }
    }
    return null
  },
}
