/** Runs audit rules over a session. What a user's rule answers is looked at before anything is done with it. */

import { HostError } from '@todo-ledger/core'
import type { Finding, RuleFailure, Severity } from '../result.js'
import type { AuditedSession, AuditRule, Problem } from './audit-rule.js'

/** How grave the findings of rules are, or `off`, by the rules' ids. What is absent stays as the rule declares it. */
export type AuditRuleSettings = { readonly [rule: string]: Severity | 'off' }

/** A rule that comes from a module of its user. */
export interface OwnAuditRule {
  readonly rule: AuditRule
  /** What people know its module by, such as `./my-rule.mjs`. */
  readonly module: string
}

export type AuditRuleInForce = ReturnType<typeof rulesInForce>[number]

/**
 * The rules that are not off, in their order, with how grave their findings are; `module` is null for a built-in one.
 * @throws HostError `unknown-audit-rule` for a setting of a rule that is not there; `duplicate-audit-rule`, naming the
 * module, for an own rule with the id of another
 */
export function rulesInForce(
  rules: readonly AuditRule[],
  ownRules: readonly OwnAuditRule[] = [],
  settings: AuditRuleSettings = {},
) {
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
export function runRules(rules: readonly AuditRuleInForce[], session: AuditedSession) {
  const failures: RuleFailure[] = []
  const findings = rules.flatMap(({ rule, module, severity }) => {
    const { id, meta } = rule
    try {
      const answer = rule.check(session)
      const problems = module === null ? answer : problemsFrom(answer)
      return problems.map((problem): Finding => {
        // What the rule itself finds milder than usual becomes no graver by how it is set.
        const isMilder = problem.severity !== meta.severity && graver(severity, problem.severity)
        return { rule: id, ...problem, severity: isMilder ? problem.severity : severity }
      })
    } catch (error) {
      if (module === null) throw error
      const isError = error instanceof Error
      const message = isError ? String(error).replace(/^Error: /, '') : 'it threw something that is no error'
      failures.push({ rule: id, module, message })
      return []
    }
  })
  return { findings: findings.sort((one, other) => one.seq - other.seq), failures }
}

const gravity: readonly unknown[] = ['info', 'warning', 'error']

function graver(one: Severity, other: Severity): boolean {
  return gravity.indexOf(one) > gravity.indexOf(other)
}

/** The problems in what a user's rule answered. @throws Error where it is no list of problems */
function problemsFrom(answer: unknown): readonly Problem[] {
  if (answer instanceof Promise) answer.catch(() => undefined) // what becomes of it is nobody's matter any more
  if (!Array.isArray(answer)) throw new Error('it must answer at once with a list of problems')
  return answer.map((value: unknown, index) => {
    if (isProblem(value)) return value
    throw new Error(
      `problem ${index + 1} must be { severity, item, turn, seq, message, evidence }, as problemOf makes it`,
    )
  })
}

function isProblem(value: unknown): value is Problem {
  const fields: { readonly [name: string]: unknown } = { ...Object(value) }
  const { severity, item, turn, seq, message, evidence, source = { line: 1 } } = fields
  return (
    gravity.includes(severity) &&
    (item === null || typeof item === 'string') &&
    typeof message === 'string' &&
    Array.isArray(evidence) &&
    [turn, seq, ...evidence, Object(source).line].every(Number.isSafeInteger)
  )
}
