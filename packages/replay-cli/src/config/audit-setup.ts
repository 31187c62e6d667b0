/** How an audit is set up: the config file, own rules and the baseline, from the options of a call. */

import { homedir } from 'node:os'
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
import { type OptionDeclaration, textOrOff, texts } from '../options.js'
import { someOf } from '../text/count.js'
import { pathWord, printable } from '../text/printable.js'
import { type AuditConfig, readConfig } from './config-file.js'
import { findConfig } from './find-config.js'
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
  readonly config: OptionDeclaration<string | false | undefined>
  readonly rules: OptionDeclaration<readonly string[]>
} = {
  config: textOrOff(
    '--config <file>',
    'settings of rules and checks; those that are found (todo-replay.config.yaml or .json, here or above) only add todos',
    '--no-config',
    'use no settings file',
  ),
  rules: texts('--rules <module>', 'also use the rules of this module; repeatable'),
}

/** `--baseline` and `--no-baseline`. @param description what it does, for the help */
export function baselineOption(description: string): {
  readonly baseline: OptionDeclaration<string | false | undefined>
} {
  return {
    baseline: textOrOff(
      '--baseline <file>',
      description,
      '--no-baseline',
      'ignore the baseline of the settings',
    ),
  }
}

/** How a call asks an audit to be set up. */
export interface AuditSetupChoice {
  /** The config file; false: none is looked for. */
  readonly config: string | false | undefined
  /** Modules of own rules. */
  readonly rules: readonly string[]
  /** The file of accepted findings; false: none, whatever the settings say. */
  readonly baseline?: string | false | undefined
}

/**
 * Sets an audit up. Of a config file that was found, not named, nothing counts that could make the audit milder: a message
 * says so.
 * @throws Failure `bad-config`, `bad-own-rule`, `not-taken`, `usage`, and those of a file that can't be read
 */
export async function auditSetup(
  call: Pick<Call<AuditSetupChoice>, 'options' | 'output'>,
): Promise<AuditSetup> {
  const { options } = call
  const config = configOf(call)
  const ownRules: OwnAuditRule[] = []
  for (const module of new Set(options.rules)) ownRules.push(...(await loadOwnRules(module)))
  checkIds(ownRules)
  const rules = [...auditRules, ...ownRules.map(({ rule }) => rule)]
  const settings = config?.ruleSettings(rules) ?? {}
  return {
    audit: { ownRules, settings, evidence: config?.evidence ?? {} },
    rules,
    inForce: rulesInForce(rules, settings),
    baseline: options.baseline === false ? undefined : (options.baseline ?? config?.baseline),
    reader: config?.reader,
    lowered: loweredBy(options.config, config, rules, settings),
  }
}

/** The config file that counts: the one that was named. */
function configOf({
  options,
  output,
}: Pick<Call<AuditSetupChoice>, 'options' | 'output'>): AuditConfig | undefined {
  const named = options.config
  if (named === false) return undefined
  if (named !== undefined) return readConfig({ file: named })
  const found = findConfig(process.cwd(), homedir())
  if (found === undefined) return undefined
  const { lowering } = readConfig(found)
  if (lowering.length > 0) {
    const file = printable(found.file)
    output.note(
      `${file} was found, not named, so its ${someOf(lowering)} are left out; --config ${pathWord(found.file)} uses them`,
    )
  }
  return undefined
}

const severities: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error']

function loweredBy(
  file: string | false | undefined,
  config: AuditConfig | undefined,
  known: readonly AuditRule[],
  settings: AuditRuleSettings,
): Lowered | null {
  if (typeof file !== 'string' || config === undefined) return null
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
