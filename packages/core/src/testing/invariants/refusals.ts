/** What a refused call may do: nothing; and who may refuse: a rule set to `reject`. */

import type { Invariant } from './invariant.js'
import { promisedMode } from './promised-rules.js'

/** A refused call, and one that only asks, leave items, goal and times as the very same objects. */
export const refusedChangesNothing: Invariant = {
  name: 'refused-changes-nothing',
  summary: 'A refused call and a query leave the list and the goal as they were.',
  check(run) {
    for (const [index, event] of run.events.entries()) {
      const before = run.states[index - 1]
      const after = run.states[index]
      const refused = event.type === 'todos.rejected' || (event.type === 'todos.updated' && event.data.query)
      if (!refused || before === undefined || after === undefined) continue
      for (const part of ['items', 'goal', 'phase', 'lastUpdate', 'keysUsed', 'idsUsed'] as const) {
        if (before[part] !== after[part]) {
          return { seq: event.seq, message: `${event.type} changed the state's ${part}` }
        }
      }
    }
    return null
  },
}

/** What a profile only flags, or leaves off, refuses no call. */
export const flagsNeverRefuse: Invariant = {
  name: 'flags-never-refuse',
  summary: 'A call is refused by rules that are set to reject alone.',
  check(run) {
    for (const event of run.events) {
      if (event.type !== 'todos.rejected') continue
      if (event.data.violations.length === 0) {
        return { seq: event.seq, message: 'A call was refused without a violation' }
      }
      const wrong = event.data.violations.find(({ rule }) => promisedMode(run, rule) !== 'reject')
      if (wrong !== undefined) {
        const mode = promisedMode(run, wrong.rule)
        return { seq: event.seq, message: `${wrong.rule} is set to ${mode} and refused a call` }
      }
    }
    return null
  },
}
