/** How an audit is set up: the config file, own rules and the baseline, from the options of a call. */

import { homedir } from 'node:os'
import {
  type AuditOptions,
  type AuditRule,
  type AuditRuleInForce,
  type AuditRuleSettings,
  auditRules,
  type OwnAuditRule,
  rulesInForce,
  SessionAuditor,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import type { Command } from 'commander'
import { Failure } from '../failure.js'
import { type Options, severalTexts } from '../options.js'
import type { Output } from '../output.js'
import { printable } from '../text/printable.js'
import { type AuditConfig, readConfig } from './config-file.js'
import { findConfig } from './find-config.js'
import { loadOwnRules } from './own-rules.js'
import { ruleSettings } from './rule-settings.js'

/** How an audit is set up. */
export interface AuditSetup {
  /** What each session is audited with. */
  readonly audit: AuditOptions
  /** The modules of own rules, in the order in which they were loaded. */
  readonly modules: readonly string[]
  /** All rules that there are, those that are off too. */
  readonly rules: readonly AuditRule[]
  /** Those that are asked, as they are set. */
  readonly inForce: readonly AuditRuleInForce[]
  /** How rules are set. */
  readonly settings: AuditRuleSettings
  /** The baseline that is to be read, or undefined. */
  readonly baseline: string | undefined
}

/** Adds the options that say how an audit is set up. */
export function addAuditSetup(command: Command): Command {
  return command
    .option(
      '--config <file>',
      'settings of rules and words; without it todo-replay.config.json or .yaml is looked for',
    )
    .option('--no-config', 'look for no settings')
    .option('--rules <module>', 'also ask the rules of this module; may be given again', severalTexts)
}

/**
 * Sets an audit up. A config file that was found, not named, is told as a message.
 * @throws Failure `bad-config`, `bad-own-rule`, `usage`, and those of a file that can't be read
 */
export async function auditSetup(options: Options, output: Output): Promise<AuditSetup> {
  const config = configOf(options, output)
  const modules = [
    ...new Set([...(config?.ownRules.map(({ module }) => module) ?? []), ...options.texts('rules')]),
  ]
  const ownRules: OwnAuditRule[] = []
  for (const module of modules) ownRules.push(...(await loadOwnRules(module)))
  checkIds(ownRules)
  const rules = [...auditRules, ...ownRules.map(({ rule }) => rule)]
  const settings = config?.rules === undefined ? {} : ruleSettings(config.rules, rules)
  return {
    audit: { ownRules, settings, evidence: config?.evidence ?? {} },
    modules,
    rules,
    inForce: rulesInForce(rules, settings),
    settings,
    baseline: options.isOff('baseline') ? undefined : (options.text('baseline') ?? config?.baseline),
  }
}

function configOf(options: Options, output: Output): AuditConfig | undefined {
  const named = options.text('config')
  if (named !== undefined) return readConfig(named)
  if (options.isOff('config')) return undefined
  const found = findConfig(process.cwd(), homedir())
  if (found === undefined) return undefined
  const config = readConfig(found)
  const modules = config.ownRules.map(({ module }) => module)
  const loads = modules.length === 0 ? '' : `, which loads ${modules.join(', ')}`
  output.message(`${output.messageStyle('dim', 'note:')} settings of ${printable(`${found}${loads}`)}`)
  return config
}

function checkIds(ownRules: readonly OwnAuditRule[]): void {
  try {
    new SessionAuditor({ ownRules })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    throw new Failure('bad-own-rule', error.message, { cause: error })
  }
}
