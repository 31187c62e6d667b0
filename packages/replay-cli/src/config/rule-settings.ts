/** How a config file sets rules: `"instant-flip": "error"`, or `["warning", { "atLeast": 3 }]`. */

import {
  type AuditRule,
  type AuditRuleOptions,
  type AuditRuleSetting,
  type AuditRuleSettings,
  rulesInForce,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { didYouMean } from '../text/did-you-mean.js'
import type { Field } from './field.js'

const severities = ['off', 'info', 'warning', 'error'] as const
const expected = '"off", "info", "warning", "error", or one of them with options, as in ["warning", { … }]'

/**
 * The settings of rules.
 * @param field the part of the file that holds them
 * @param rules all rules that can be set
 * @throws Failure `bad-config` naming file, line and field
 */
export function ruleSettings(field: Field, rules: readonly AuditRule[]): AuditRuleSettings {
  const entries = field.entries
  if (entries === undefined) throw field.wrong('rules and how they are set')
  return Object.fromEntries(
    entries.map(({ key, field: setting }) => {
      const rule = rules.find(({ id }) => id === key)
      if (rule === undefined) {
        const known = rules.map(({ id }) => id)
        const meant = didYouMean(key, known)
        throw setting.failure(
          `there is no rule ${JSON.stringify(key)}.${meant} There are ${known.join(', ')}.`,
        )
      }
      return [key, settingFrom(setting, rule)]
    }),
  )
}

function settingFrom(field: Field, rule: AuditRule): AuditRuleSetting {
  const list = field.list
  if (list === undefined) return { severity: severityFrom(field) }
  const [severity, options, more] = list
  if (severity === undefined || more !== undefined) throw field.wrong(expected)
  if (options === undefined) return { severity: severityFrom(severity) }
  return { severity: severityFrom(severity), options: optionsFrom(options, rule) }
}

function severityFrom(field: Field): NonNullable<AuditRuleSetting['severity']> {
  const text = field.text
  const severity = severities.find((known) => known === text)
  if (severity === undefined) throw field.wrong(expected)
  return severity
}

function optionsFrom(field: Field, rule: AuditRule): AuditRuleOptions {
  const entries = field.entries
  if (entries === undefined) throw field.wrong('options and their values')
  return Object.fromEntries(
    entries.map(({ key, field: option }) => {
      const value = option.json
      try {
        rulesInForce([rule], { [rule.id]: { options: { [key]: value } } })
      } catch (error) {
        if (!(error instanceof HostError)) throw error
        throw option.failure(error.message, 'bad-config', error)
      }
      return [key, value]
    }),
  )
}
