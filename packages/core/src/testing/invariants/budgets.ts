/** What the supervisor starts by itself is counted, and the count never passes the budget. */

import type { Invariant } from './invariant.js'

/**
 * Between two fresh inputs there are never more continuations than the policy's budget allows, nor more re-entries of
 * all kinds than the profile's wake budget. Counted from the events, not from what the policy says it used.
 */
export const budgetsKept: Invariant = {
  name: 'budgets-kept',
  summary: 'Between two fresh inputs there are never more continuations and nudges than the budget allows.',
  check({ events, promises }) {
    const { wakeBudget } = promises
    let continuations = 0
    let nudges = 0
    for (const event of events) {
      const { seq } = event
      if (event.type === 'run.started') {
        const { trigger } = event.data
        if (trigger === 'user' || trigger === 'external') continuations = nudges = 0
        if (trigger === 'reply' || trigger === 'subagent') nudges += 1
      }
      if (event.type === 'continuation.issued') {
        continuations += 1
        const { budget, used } = event.data
        if (budget !== null && (used > budget || continuations > budget)) {
          return { seq, message: `Continuation ${continuations} (${used} by its own count) of ${budget}` }
        }
        if (used < continuations) {
          return { seq, message: `Continuation ${continuations} says that ${used} were used` }
        }
      }
      if (wakeBudget !== null && continuations + nudges > wakeBudget) {
        return { seq, message: `Re-entry ${continuations + nudges} of a wake budget of ${wakeBudget}` }
      }
    }
    return null
  },
}
