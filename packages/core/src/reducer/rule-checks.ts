/** What the rules in force say of the state that an event leads to. */

import type { RuleInForce, TodoEvent, Violation } from '../events.js'
import { oneUpdatePerTurn } from '../rules/one-update-per-turn.js'
import { type Rule, violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'

/** A rule in force with its options, the defaults filled in. */
interface RuleCheck {
  readonly rule: Rule
  readonly options: RuleInForce['options']
}

/** Which rules are to be checked: put together once for the rules in force, not for each event. */
export class RuleChecks {
  readonly #known: ReadonlyMap<string, Rule>
  readonly #checks = new WeakMap<readonly RuleInForce[], readonly RuleCheck[]>()
  #last: { readonly rules: readonly RuleInForce[]; readonly checks: readonly RuleCheck[] } = {
    rules: [],
    checks: [],
  }

  /** @param known the rules, by their ids */
  constructor(known: ReadonlyMap<string, Rule>) {
    this.#known = known
  }

  /** What the rules in force say of the state that an event leads to. */
  violations(next: SessionState, event: TodoEvent): readonly Violation[] {
    if (event.type !== 'todos.updated') return none
    const { changes, tool, query, edit, contradictions = {} } = event.data
    let violations = none
    for (const { rule, options } of this.#of(next.rules)) {
      // No call of the agent's.
      if (edit === true && rule.id === oneUpdatePerTurn.id) continue
      const breaches = rule.check(next, { options, changes, tool, query, contradictions })
      if (breaches.length > 0)
        violations = [...violations, ...breaches.map((breach) => violationOf(rule.id, breach))]
    }
    return violations
  }

  #of(rules: readonly RuleInForce[]): readonly RuleCheck[] {
    if (rules === this.#last.rules) return this.#last.checks
    const checks = this.#checks.get(rules) ?? this.#put(rules)
    this.#last = { rules, checks }
    return checks
  }

  #put(rules: readonly RuleInForce[]): readonly RuleCheck[] {
    const checks = rules.flatMap(({ id, mode, version, options }) => {
      const rule = this.#known.get(id)
      if (mode === 'off' || rule === undefined || rule.version !== version || rule.judges === 'input')
        return []
      return [{ rule, options: { ...rule.defaults, ...options } }]
    })
    this.#checks.set(rules, checks)
    return checks
  }
}

const none: readonly Violation[] = Object.freeze([])

/** What the event says was let pass when it was decided is no breach: a list taken over, a gate that let go. */
export function rejecting(
  violations: readonly Violation[],
  state: SessionState,
  event: TodoEvent,
): readonly Violation[] {
  if (violations.length === 0) return violations
  const modes = new Map(state.rules.map((rule) => [rule.id, rule.mode]))
  const waivedRules = event.type === 'todos.updated' ? (event.data.waivedRules ?? []) : []
  return violations.filter(({ rule }) => modes.get(rule) === 'reject' && !waivedRules.includes(rule))
}
