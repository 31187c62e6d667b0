/** No accepted update breaks a rule that the profile promises, by the rule's own check. */

import { evidenceRequired } from '../../rules/evidence-required.js'
import { checkRule } from '../../rules/rule.js'
import type { Invariant } from './invariant.js'
import { promisedRules } from './promised-rules.js'

/** A rule set to `reject` is never broken in any state. */
export const rulesKept: Invariant = {
  name: 'rules-kept',
  summary: 'No accepted update breaks a rule that is set to reject.',
  check(run) {
    const promised = promisedRules(run).filter(({ rule }) => rule.judges === 'state')
    for (const [index, event] of run.events.entries()) {
      const state = run.states[index]
      if (event.type !== 'todos.updated' || state === undefined) continue
      const { changes, tool, query, support = {}, letPass = [] } = event.data
      for (const { rule, options } of promised) {
        // The gate lets go, and says so; no other rule does.
        if (rule.id === evidenceRequired.id && letPass.includes(rule.id)) continue
        const [first] = checkRule(rule, state, { options, changes, tool, query, support })
        if (first !== undefined) return { seq: event.seq, message: `${rule.id} is broken: ${first.message}` }
      }
      const [noted] = state.disagreements
      if (noted !== undefined) {
        return { seq: event.seq, message: `The state itself notes a broken rule at event ${noted.seq}` }
      }
    }
    return null
  },
}
