/** What a rule is. A rule is one named check on an update; a profile sets it to `reject`, `flag` or `off`. */

import type { Change, JsonValue, StatedFact, Violation } from '../events.js'
import type { SessionState } from '../state.js'

/** What a rule knows of the update beside the state that it leads to. */
export interface RuleContext {
  /** The rule's options, the defaults filled in. */
  readonly options: { readonly [key: string]: JsonValue }
  /** What the update does to the list. */
  readonly changes: readonly Change[]
  /** The tool that was called. */
  readonly tool: string
  /** True where the tool only reads the list. */
  readonly query: boolean
  /** What tools stated against the update's completions, by item key, where a gate is on. */
  readonly contradictions: { readonly [key: string]: readonly StatedFact[] }
}

/** One breach of a rule, as its check gives it. */
export interface Breach {
  /** What is wrong, in one sentence. */
  readonly message: string
  /** The id of the item that is wrong; absent where no single item is. */
  readonly item?: string | null | undefined
  readonly expected?: JsonValue
  /** What the update held instead. */
  readonly received?: JsonValue
  /** One sentence that says how to mend the call. */
  readonly fix: string
}

/** One named check on an update. */
export interface Rule {
  /** Such as `single-in-progress`. */
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

/** Makes a rule of its definition. */
export function defineRule(definition: RuleDefinition): Rule {
  const { id, version = 1, summary = id, judges = 'state', check = () => [] } = definition
  const defaults = Object.freeze({ ...definition.defaults })
  return Object.freeze({ ...definition, version, summary, defaults, judges, check })
}

/** A breach as the violation of a rule. */
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
