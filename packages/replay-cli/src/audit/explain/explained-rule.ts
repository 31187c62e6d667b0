/** What `audit --explain RULE` says of a rule. */

import {
  type AuditRule,
  type AuditRuleSettings,
  type OwnAuditRule,
  rulesInForce,
  type Severity,
} from '@todo-ledger/audit'
import type { JsonValue } from '@todo-ledger/core'
import type { AuditSetup } from '../../config/audit-setup.js'
import { Failure } from '../../failure.js'
import { didYouMean } from '../../text/did-you-mean.js'

/** A rule as it is explained, and as `--json` prints it. */
export interface ExplainedRule {
  /** Its id. */
  readonly rule: string
  /** The module that it comes from, or null for one of the program. */
  readonly module: string | null
  /** How grave its findings are as it declares. */
  readonly severity: Severity
  /** How it is set: its severity in force, or `off`. */
  readonly setTo: Severity | 'off'
  /** What it means. */
  readonly means: string
  /** What it spares; null where it does not say. */
  readonly spares: string | null
  /** Its options. */
  readonly options: readonly ExplainedOption[]
  /** A session in which it speaks, and what it says; null where it has none. */
  readonly example: { readonly session: readonly string[]; readonly says: string } | null
}

/** An option of a rule as it is explained. */
export interface ExplainedOption {
  /** Its name. */
  readonly name: string
  /** What it means. */
  readonly doc: string
  /** Its value where nothing else is set. */
  readonly default: JsonValue
  /** Its value in force. */
  readonly value: JsonValue
}

/**
 * Explains a rule as it is set up.
 * @throws Failure `unknown-audit-rule`
 */
export function explainedRule(id: string, { rules, audit }: AuditSetup): ExplainedRule {
  const { settings = {} } = audit
  const rule = rules.find((known) => known.id === id)
  if (rule === undefined) {
    const known = rules.map((each) => each.id)
    throw new Failure(
      'unknown-audit-rule',
      `There is no rule ${JSON.stringify(id)}.${didYouMean(id, known)} There are ${known.join(', ')}.`,
    )
  }
  const { docs, severity, example } = rule.meta
  const [, means = docs, spares = null] = /^(.*?)\s*Spared: (.*)$/s.exec(docs) ?? []
  const { session, says } = example
  return {
    rule: rule.id,
    module: moduleOf(rule, audit.ownRules ?? []),
    severity,
    setTo: settingOf(rule, settings) ?? severity,
    means,
    spares: spares === null ? null : `${spares.slice(0, 1).toUpperCase()}${spares.slice(1)}`,
    options: optionsOf(rule, settings),
    example: session.length === 0 ? null : { session, says },
  }
}

function moduleOf(rule: AuditRule, ownRules: readonly OwnAuditRule[]): string | null {
  return ownRules.find((own) => own.rule === rule)?.module ?? null
}

function settingOf({ id }: AuditRule, settings: AuditRuleSettings): Severity | 'off' | undefined {
  return Object.hasOwn(settings, id) ? settings[id]?.severity : undefined
}

function optionsOf(rule: AuditRule, settings: AuditRuleSettings): readonly ExplainedOption[] {
  const given = Object.hasOwn(settings, rule.id) ? (settings[rule.id]?.options ?? {}) : {}
  const [inForce] = rulesInForce([rule], { [rule.id]: { options: given } })
  return Object.entries(rule.meta.options).map(([name, option]) => ({
    name,
    doc: option.docs,
    default: option.default,
    value: inForce?.options[name] ?? option.default,
  }))
}
