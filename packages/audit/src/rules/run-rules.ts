/** Runs audit rules over a session. What a user's rule answers is looked at before anything is done with it. */

import { HostError } from '@todo-ledger/core'
import type { Finding, RuleFailure, Severity } from '../result.js'
import type { AuditedSession, AuditRule, Problem } from './audit-rule.js'

/** How grave the findings of rules are, or `off`, by the rules' ids. What is absent stays as the rule declares it. */
export type AuditRuleSettings = { readonly [rule: string]: Severity | 'off' }

/** A rule as it runs. */
export interface AuditRuleInForce {
  readonly rule: AuditRule
  /** What people know its module by; null for a built-in one. */
  readonly module: string | null
  /** How grave its findings are, as a rule. */
  readonly severity: Severity
}

/** A rule that comes from a module of its user. */
export interface OwnAuditRule {
  readonly rule: AuditRule
  /** What people know its module by, such as `./my-rule.mjs`. */
  readonly module: string
}

/**
 * The rules that are not off, in their order, with their settings.
 * @throws HostError `unknown-audit-rule` for a setting of a rule that is not there; `duplicate-audit-rule`, naming the
 * module, for an own rule with the id of another
 */
export function rulesInForce(
  rules: readonly AuditRule[],
  ownRules: readonly OwnAuditRule[] = [],
  settings: AuditRuleSettings = {},
): readonly AuditRuleInForce[] {
  const ids = new Set(rules.map(({ id }) => id))
  for (const { rule, module } of ownRules) {
    if (ids.has(rule.id))
      throw new HostError(
        'duplicate-audit-rule',
        `The audit rule ${JSON.stringify(rule.id)} of ${module} has the id of another rule. Give it one of its own.`,
      )
    ids.add(rule.id)
  }
  const unknown = Object.keys(settings).find((id) => !ids.has(id))
  if (unknown !== undefined)
    throw new HostError(
      'unknown-audit-rule',
      `There is no audit rule ${JSON.stringify(unknown)}. The rules are: ${[...ids].join(', ')}.`,
    )
  return [...rules.map((rule) => ({ rule, module: null })), ...ownRules].flatMap(({ rule, module }) => {
    const set = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined
    const severity = set ?? rule.meta.severity
    return severity === 'off' ? [] : [{ rule, module, severity }]
  })
}

/**
 * What the rules report, in the order of the places and, at one place, of the rules. A user's rule that fails reports
 * nothing, and keeps no other from reporting.
 */
export function runRules(
  rules: readonly AuditRuleInForce[],
  session: AuditedSession,
): { readonly findings: readonly Finding[]; readonly failures: readonly RuleFailure[] } {
  const failures: RuleFailure[] = []
  const findings = rules.flatMap((inForce) => {
    const { rule, module } = inForce
    try {
      const answer = rule.check(session)
      const problems = module === null ? answer : problemsFrom(answer)
      return problems.map((problem) => findingOf(inForce, problem))
    } catch (error) {
      if (module === null) throw error
      const message = error instanceof Error ? error.message : 'it threw something that is no error'
      const name = error instanceof Error && !(error instanceof BadAnswer) ? `${error.name}: ` : ''
      failures.push({ rule: rule.id, module, message: name + message })
      return []
    }
  })
  return { findings: findings.sort((one, other) => one.seq - other.seq), failures }
}

const gravity: readonly Severity[] = ['info', 'warning', 'error']

/** As grave as the rule is set; what the rule itself finds milder than usual becomes no graver by it. */
function findingOf({ rule, severity: set }: AuditRuleInForce, problem: Problem): Finding {
  const isMilder = gravity.indexOf(problem.severity) < gravity.indexOf(set)
  const severity = problem.severity !== rule.meta.severity && isMilder ? problem.severity : set
  return { rule: rule.id, ...problem, severity }
}

/** The answer of a rule is no list of problems. */
class BadAnswer extends Error {}

/** The problems in what a user's rule answered. */
function problemsFrom(answer: unknown): readonly Problem[] {
  if (answer instanceof Promise) {
    answer.catch(() => undefined) // what becomes of it is nobody's matter any more
    throw new BadAnswer('it must answer at once with a list of problems, not with a promise')
  }
  if (!Array.isArray(answer)) throw new BadAnswer('it must answer with a list of problems')
  return answer.map((value: unknown, index) => {
    if (isProblem(value)) return value
    throw new BadAnswer(
      `problem ${index + 1} must be { severity, item, turn, seq, message, evidence }, as problemOf makes it`,
    )
  })
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  const { severity, item, turn, seq, message, evidence, source }: { readonly [name: string]: unknown } = {
    ...value,
  }
  return (
    gravity.some((each) => each === severity) &&
    (item === null || typeof item === 'string') &&
    isCount(turn) &&
    isCount(seq) &&
    typeof message === 'string' &&
    message !== '' &&
    Array.isArray(evidence) &&
    evidence.every(isCount) &&
    (source === undefined ||
      (typeof source === 'object' && source !== null && 'line' in source && isCount(source.line)))
  )
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
