/** What a rule is. A rule is one named check on an update; a profile sets it to `reject`, `flag` or `off`. */

import type { Change, JsonValue, StatedFact, Violation } from '../events.js'
import type { SessionState } from '../state.js'

/** What a rule knows of the update beside the state that it leads to. */
export interface RuleContext {
  /** The rule's options, the defaults filled in. */
  readonly options: { readonly [key: string]: JsonValue }
  readonly changes: readonly Change[]
  readonly tool: string
  readonly query: boolean
  /** What tools stated against the update's completions, by item key, where a gate is on. */
  readonly contradictions: { readonly [key: string]: readonly StatedFact[] }
}

export interface Breach {
  readonly message: string
  /** The id of the item that is wrong; absent where no single item is. */
  readonly item?: string | null | undefined
  readonly expected?: JsonValue
  readonly received?: JsonValue
  readonly fix: string
}

export interface Rule {
  readonly id: string
  /** Raised when the check's meaning changes; a log says which version it was kept by. */
  readonly version: number
  /** One sentence for people: what holds in every list that keeps the rule. */
  readonly summary: string
  /** The options that hold where a profile names none. */
  readonly defaults: { readonly [key: string]: JsonValue }
  /**
   * Where the rule is judged: on the state that an update leads to, or on the raw input when it is read (a status
   * that does not exist can be said of the input alone).
   */
  readonly judges: 'state' | 'input'
  /** Every breach that `next`, the state after the update, holds. Pure. */
  check(next: SessionState, context: RuleContext): readonly Breach[]
}

/** What a rule author writes; `version` is 1 when absent, `summary` the id. An input's rule has no check. */
export type RuleDefinition = Pick<Rule, 'id'> & Partial<Rule>

export function defineRule(definition: RuleDefinition): Rule {
  const { id, version = 1, summary = id, judges = 'state', check = () => [] } = definition
  const defaults = Object.freeze({ ...definition.defaults })
  return Object.freeze({ ...definition, version, summary, defaults, judges, check })
}

export function violationOf(rule: string, breach: Breach): Violation {
  const { message, item = null, expected = null, received = null, fix } = breach
  return { rule, message, item, expected, received, fix }
}

export function checkRule(rule: Rule, next: SessionState, context: RuleContext): readonly Violation[] {
  const options = { ...rule.defaults, ...context.options }
  return rule.check(next, { ...context, options }).map((breach) => violationOf(rule.id, breach))
}

/** A rule's option that is a number; `fallback` where it is none. */
export function numberOption(context: RuleContext, name: string, fallback: number): number {
  const value = context.options[name]
  return typeof value === 'number' ? value : fallback
}
