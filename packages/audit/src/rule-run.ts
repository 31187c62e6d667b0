/** Asks the rules in force of one session, while its completions are judged one after the other. */

import type { Finding, RuleFailure } from './audit-result.js'
import { type OwnAuditRule, OwnRuleDesk } from './own-rules.js'
import type {
  AroundCompletions,
  AuditedSession,
  AuditRule,
  Complaint,
  JudgedCompletion,
  RuleSteps,
} from './rules/audit-rule.js'
import { stepsOf } from './rules/in-steps.js'
import { type AuditRuleInForce, findingsOf } from './rules-in-force.js'

/** A rule that is told one completion after the other, and what it said so far. */
interface SteppedRun {
  readonly steps: RuleSteps
  readonly said: Complaint[]
}

/** One session as it is put to the rules. Judged completions are kept only where a rule must see all of them at once. */
export class RuleRun {
  readonly #rules: readonly AuditRuleInForce[]
  readonly #ownRules: readonly OwnAuditRule[]
  readonly #around: AroundCompletions
  readonly #runs = new Map<AuditRule, SteppedRun>()
  readonly #kept: JudgedCompletion[] | null

  /** @param rules the rules in force; @param ownRules those of them that are not of this package */
  constructor(
    rules: readonly AuditRuleInForce[],
    ownRules: readonly OwnAuditRule[],
    around: AroundCompletions,
  ) {
    this.#rules = rules
    this.#ownRules = ownRules
    this.#around = around
    for (const { rule, options } of rules) {
      const steps = stepsOf(rule, around, options)
      if (steps !== null) this.#runs.set(rule, { steps, said: [] })
    }
    this.#kept = rules.every(({ rule }) => this.#runs.has(rule)) ? null : []
  }

  /** Tells the rules of the next completion. */
  completion(judged: JudgedCompletion): void {
    for (const { steps, said } of this.#runs.values()) said.push(...(steps.completion?.(judged) ?? []))
    this.#kept?.push(judged)
  }

  /** What the rules say, when all completions were told. */
  end(): { readonly findings: readonly Finding[]; readonly failures: readonly RuleFailure[] } {
    const { marked: _, ...around } = this.#around
    const session: AuditedSession = { ...around, completions: this.#kept ?? [] }
    const desk = new OwnRuleDesk(this.#ownRules, session)
    const findings = findingsOf(this.#rules, (rule, options) => {
      const run = this.#runs.get(rule)
      return run === undefined ? desk.ask(rule, options) : [...run.said, ...(run.steps.end?.() ?? [])]
    })
    return { findings, failures: desk.failures }
  }
}
