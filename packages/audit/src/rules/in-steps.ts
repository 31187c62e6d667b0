/** Asks rules completion by completion, and those that are told the completions one after the other all at once. */

import type {
  AroundCompletions,
  AuditedSession,
  AuditRule,
  AuditRuleOptions,
  RuleSteps,
  SteppedRule,
} from './audit-rule.js'

const beginnings = new WeakMap<AuditRule, SteppedRule>()

/** The rule as any other: it can be asked of a whole session, too. */
export function inSteps(rule: SteppedRule): AuditRule {
  const { begin, ...rest } = rule
  const whole: AuditRule = Object.freeze({
    ...rest,
    check: ({ completions, ...around }: AuditedSession, options: AuditRuleOptions) => {
      const marked = completions.map(({ completion }) => completion)
      const steps = begin({ ...around, marked }, options)
      const said = completions.flatMap((judged) => steps.completion?.(judged) ?? [])
      return [...said, ...(steps.end?.() ?? [])]
    },
  })
  beginnings.set(whole, rule)
  return whole
}

/** Begins with a session; null for a rule that must be told all completions at once. */
export function stepsOf(
  rule: AuditRule,
  session: AroundCompletions,
  options: AuditRuleOptions,
): RuleSteps | null {
  return beginnings.get(rule)?.begin(session, options) ?? null
}
