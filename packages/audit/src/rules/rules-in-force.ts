/** Which audit rules run, how grave their findings are, and with which options. */

import type { JsonValue } from '@todo-ledger/core'
import { HostError } from '@todo-ledger/core'
import type { Finding, Severity } from '../result.js'
import type { AuditRule, AuditRuleOptions, Problem } from './audit-rule.js'

/** How one rule is set; what is absent stays as the rule declares it. */
export interface AuditRuleSetting {
  /** How grave its findings are, or `off`. What the rule itself finds milder than usual becomes no graver by it. */
  readonly severity?: Severity | 'off'
  /** Values of its options, by name. */
  readonly options?: AuditRuleOptions
}

/** How rules are set, by their ids. */
export type AuditRuleSettings = { readonly [rule: string]: AuditRuleSetting }

/** A rule as it runs. */
export interface AuditRuleInForce {
  /** The rule. */
  readonly rule: AuditRule
  /** How grave its findings are, as a rule. */
  readonly severity: Severity
  /** The values of all of its options. */
  readonly options: AuditRuleOptions
}

/**
 * The rules that are not off, in their order, with their settings.
 * @throws HostError `unknown-audit-rule` for a setting of a rule that is not there; `bad-audit-rule-option` for an option that the
 * rule does not have, or a value of another JSON type than its default
 */
export function rulesInForce(
  rules: readonly AuditRule[],
  settings: AuditRuleSettings = {},
): readonly AuditRuleInForce[] {
  const ids = rules.map(({ id }) => id)
  for (const id of Object.keys(settings)) {
    if (!ids.includes(id))
      throw new HostError(
        'unknown-audit-rule',
        `There is no audit rule ${JSON.stringify(id)}. The rules are: ${ids.join(', ')}.`,
      )
  }
  return rules.flatMap((rule) => {
    const setting = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined
    const options = optionsOf(rule, setting?.options ?? {})
    const severity = setting?.severity ?? rule.meta.severity
    return severity === 'off' ? [] : [{ rule, severity, options }]
  })
}

/** What a rule reports as a finding, as grave as the rule is set. */
export function findingOf({ rule, severity }: AuditRuleInForce, problem: Problem): Finding {
  return {
    rule: rule.id,
    ...problem,
    severity: problem.severity === rule.meta.severity ? severity : milder(problem.severity, severity),
  }
}

const gravity: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 }

function milder(one: Severity, other: Severity): Severity {
  return gravity[one] < gravity[other] ? one : other
}

function optionsOf(rule: AuditRule, given: AuditRuleOptions): AuditRuleOptions {
  const values = new Map(Object.entries(rule.meta.options).map(([name, option]) => [name, option.default]))
  for (const [name, value] of Object.entries(given)) {
    const usual = values.get(name)
    if (usual === undefined) {
      const known = values.size === 0 ? 'it has none' : `it has ${[...values.keys()].join(', ')}`
      throw new HostError(
        'bad-audit-rule-option',
        `The audit rule ${rule.id} has no option ${JSON.stringify(name)}: ${known}.`,
      )
    }
    if (kindOf(value) !== kindOf(usual))
      throw new HostError(
        'bad-audit-rule-option',
        `The option ${name} of the audit rule ${rule.id} must be ${kindOf(usual)}, not ${kindOf(value)}.`,
      )
    values.set(name, value)
  }
  return Object.fromEntries(values)
}

/** The JSON type of a value, in words. */
function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
