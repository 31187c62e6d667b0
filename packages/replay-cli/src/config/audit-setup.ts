/** How an audit is set up: the config file, own rules and the baseline, from the options of a call. */

import {
  type AuditOptions,
  type AuditRule,
  type AuditRuleInForce,
  type AuditRuleSettings,
  auditRules,
  type OwnAuditRule,
  type OwnCheck,
  rulesInForce,
  SessionAuditor,
  type Severity,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { type OptionDeclaration, text, texts } from '../options.js'
import { type AuditConfig, readConfig } from './config-file.js'
import { loadOwnRules } from './own-rules.js'

/** How an audit is set up. */
export interface AuditSetup {
  readonly audit: AuditOptions
  /** All rules that there are, those that are off too. */
  readonly rules: readonly AuditRule[]
  /** Those that are asked, as they are set. */
  readonly inForce: readonly AuditRuleInForce[]
  /** The file of the baseline. */
  readonly baseline: string | undefined
  /** Who reads each completion by the settings. */
  readonly reader: string | undefined
  /** What the settings make milder than it is without them; null where nothing. */
  readonly lowered: Lowered | null
}

/** What named settings make milder. */
export interface Lowered {
  /** The settings file. */
  readonly by: string
  readonly rules: readonly { readonly rule: string; readonly from: Severity; readonly to: Severity | 'off' }[]
  /** Commands that count as checks. */
  readonly checks: readonly OwnCheck[]
}

/** The options that say how an audit is set up. */
export const auditOptions: {
  readonly config: OptionDeclaration<string | undefined>
  readonly rules: OptionDeclaration<readonly string[]>
} = {
  config: text('--config <file>', 'settings of the audit: rules, checks, a baseline, todos, a reader'),
  rules: texts('--rules <module>', 'also use the rules of this module; repeatable'),
}

/** `--baseline`. @param description what it does, for the help */
export function baselineOption(description: string): {
  readonly baseline: OptionDeclaration<string | undefined>
} {
  return {
    baseline: text('--baseline <file>', description),
  }
}

/** How a call asks an audit to be set up. */
export interface AuditSetupChoice {
  /** The config file. */
  readonly config: string | undefined
  /** Modules of own rules. */
  readonly rules: readonly string[]
  /** The file of accepted findings, in place of that of the settings. */
  readonly baseline?: string | undefined
}

/**
 * Sets an audit up.
 * @throws Failure `bad-config`, `bad-own-rule`, `usage`, and those of a file that can't be read
 */
export async function auditSetup({ options }: Pick<Call<AuditSetupChoice>, 'options'>): Promise<AuditSetup> {
  const config = options.config === undefined ? undefined : readConfig(options.config)
  const ownRules: OwnAuditRule[] = []
  for (const module of new Set(options.rules)) ownRules.push(...(await loadOwnRules(module)))
  checkIds(ownRules)
  const rules = [...auditRules, ...ownRules.map(({ rule }) => rule)]
  const settings = config?.ruleSettings(rules) ?? {}
  return {
    audit: { ownRules, settings, evidence: config?.evidence ?? {} },
    rules,
    inForce: rulesInForce(rules, settings),
    baseline: options.baseline ?? config?.baseline,
    reader: config?.reader,
    lowered: loweredBy(options.config, config, rules, settings),
  }
}

const severities: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error']

function loweredBy(
  file: string | undefined,
  config: AuditConfig | undefined,
  known: readonly AuditRule[],
  settings: AuditRuleSettings,
): Lowered | null {
  if (file === undefined || config === undefined) return null
  const rules = known.flatMap(({ id, meta: { severity: from } }) => {
    const to = settings[id]
    return to !== undefined && severities.indexOf(to) < severities.indexOf(from)
      ? [{ rule: id, from, to }]
      : []
  })
  const { checks = [] } = config.evidence
  return rules.length === 0 && checks.length === 0 ? null : { by: file, rules, checks }
}

function checkIds(ownRules: readonly OwnAuditRule[]): void {
  try {
    new SessionAuditor({ ownRules })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    throw new Failure('bad-own-rule', error.message, { cause: error })
  }
}
