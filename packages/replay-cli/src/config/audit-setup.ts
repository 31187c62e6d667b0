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
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { flag, type OptionDeclaration, text, textOrOff, texts } from '../options.js'
import { GitRepository } from '../repository/git-repository.js'
import { printable } from '../text/printable.js'
import { type AuditConfig, readConfig } from './config-file.js'
import { findConfig } from './find-config.js'
import type { SettingsPath } from './found-file.js'
import { loadOwnRules } from './own-rules.js'
import { mustBeTrusted } from './trust.js'

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
  readonly baseline: SettingsPath | undefined
  /** The folder of the repository to look in, or undefined. */
  readonly repo: string | undefined
  /** Who reads each completion by the settings, or undefined. */
  readonly reader: string | undefined
}

/** The options that say how an audit is set up. */
export const auditOptions: {
  readonly config: OptionDeclaration<string | false | undefined>
  readonly rules: OptionDeclaration<readonly string[]>
  readonly trust: OptionDeclaration<boolean>
} = {
  config: textOrOff(
    '--config <file>',
    'settings of rules and words (default: todo-replay.config.json or .yaml, here or above)',
    '--no-config',
    'use no settings file',
  ),
  rules: texts('--rules <module>', 'also use the rules of this module; repeatable'),
  trust: flag('--trust', 'run the rules and readers that a found settings file names, without asking'),
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

/** `--repo`. */
export const repoOption: { readonly repo: OptionDeclaration<string | undefined> } = {
  repo: text('--repo <folder>', 'also look in this git repository for commits and files that prove an item'),
}

/** How a call asks an audit to be set up. */
export interface AuditSetupChoice {
  /** The config file; false: none is looked for. */
  readonly config: string | false | undefined
  /** Modules of own rules. */
  readonly rules: readonly string[]
  /** True: own rules of settings that were found may run. */
  readonly trust: boolean
  /** The file of accepted findings; false: none, whatever the settings say. */
  readonly baseline?: string | false | undefined
  /** The folder of a git repository. */
  readonly repo?: string | undefined
}

/**
 * Sets an audit up. A config file that was found, not named, is named in a message.
 * @throws Failure `bad-config`, `bad-own-rule`, `not-trusted`, `not-taken`, `usage`, and those of a file that can't be read
 */
export async function auditSetup(
  call: Pick<Call<AuditSetupChoice>, 'options' | 'output' | 'host'>,
): Promise<AuditSetup> {
  const { options } = call
  const config = await configOf(call)
  const modules = [...new Set([...(config?.ownRules ?? []), ...options.rules])]
  const ownRules: OwnAuditRule[] = []
  for (const module of modules) ownRules.push(...(await loadOwnRules(module)))
  checkIds(ownRules)
  const rules = [...auditRules, ...ownRules.map(({ rule }) => rule)]
  const settings = config?.ruleSettings(rules) ?? {}
  return {
    audit: { ownRules, settings, evidence: config?.evidence ?? {}, ...repositoryOf(options.repo) },
    modules,
    rules,
    inForce: rulesInForce(rules, settings),
    settings,
    baseline: baselineOf(options.baseline, config),
    repo: options.repo,
    reader: config?.reader,
  }
}

/** The repository of a folder, as an option of the audit. @throws Failure `bad-repository` */
export function repositoryOf(folder: string | undefined): Pick<AuditOptions, 'repository'> {
  return folder === undefined ? {} : { repository: new GitRepository(folder) }
}

function baselineOf(
  given: string | false | undefined,
  config: AuditConfig | undefined,
): SettingsPath | undefined {
  if (given === false) return undefined
  return given === undefined ? config?.baseline : { file: given }
}

async function configOf(
  call: Pick<Call<AuditSetupChoice>, 'options' | 'output' | 'host'>,
): Promise<AuditConfig | undefined> {
  const { options, output } = call
  const named = options.config
  if (named === false) return undefined
  if (named !== undefined) return readConfig({ file: named })
  const found = findConfig(process.cwd(), homedir())
  if (found === undefined) return undefined
  const config = readConfig(found)
  const modules = config.ownRules
  const { reader } = config
  const code = { config: found.file, modules, reader, within: found.within }
  if (modules.length > 0 || reader !== undefined) await mustBeTrusted(code, options.trust, call)
  const loads = modules.length === 0 ? '' : `, which loads ${modules.join(', ')}`
  output.note(`settings of ${printable(`${found.file}${loads}`)}`)
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
