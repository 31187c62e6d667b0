/** How an audit is set up: the settings and own rules, from the options of a call. */

import {
  type AuditOptions,
  type AuditRule,
  auditRules,
  type OwnAuditRule,
  type OwnCheck,
  rulesInForce,
  type SessionAudit,
  SessionAuditor,
  type Severity,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import { text, texts } from '../options.js'
import type { Output } from '../output.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { loadOwnRules } from './own-rules.js'
import { readSettings } from './settings-file.js'

export type AuditSetup = Awaited<ReturnType<typeof auditSetup>>

/** What the settings of a file make milder: rules, and commands that count as checks. */
export interface Lowered {
  readonly by: string
  readonly rules: readonly { readonly rule: string; readonly from: Severity; readonly to: Severity | 'off' }[]
  readonly checks: readonly OwnCheck[]
}

export const configOption = {
  config: text('--config <file>', 'settings: how rules are set, own checks, a reader'),
}

export const auditOptions = {
  ...configOption,
  rules: texts('--rules <module>', 'also use the audit rules of this module; repeatable'),
}

/** Sets an audit up. @throws Failure `bad-config`, `bad-own-rule`, and those of a file that can't be read */
export async function auditSetup({
  config: file,
  rules: modules = [],
}: {
  readonly config?: string | undefined
  readonly rules?: readonly string[]
}) {
  const config = file === undefined ? undefined : readSettings(file)
  const ownRules: OwnAuditRule[] = []
  for (const module of new Set(modules)) ownRules.push(...(await loadOwnRules(module)))
  try {
    new SessionAuditor({ ownRules })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    throw new Failure('bad-own-rule', error.message, { cause: error })
  }
  const rules: readonly AuditRule[] = [...auditRules, ...ownRules.map(({ rule }) => rule)]
  const settings = config?.ruleSettings(rules) ?? {}
  const evidence = config?.evidence ?? {}
  const severities: readonly (Severity | 'off')[] = ['off', 'info', 'warning', 'error']
  const milder = rules.flatMap(({ id, meta: { severity: from } }) => {
    const to = settings[id] ?? from
    return severities.indexOf(to) < severities.indexOf(from) ? [{ rule: id, from, to }] : []
  })
  const { checks = [] } = evidence
  const lowered: Lowered | null =
    file === undefined || milder.length + checks.length === 0 ? null : { by: file, rules: milder, checks }
  const audit: AuditOptions = { ownRules, settings, evidence }
  return {
    audit,
    /** All rules that there are, those that are off too. */
    rules,
    /** Those that are asked, as they are set. */
    inForce: rulesInForce(auditRules, ownRules, settings),
    lowered,
    /** The reader that the settings name. */
    reader: config?.reader,
  }
}

/**
 * Reports own rules that failed, each with the first session where it did: the audit went on, but their findings are
 * missing.
 * @returns true where one failed
 */
export function tellRuleFailures(
  audits: readonly Pick<SessionAudit, 'session' | 'ruleFailures'>[],
  output: Output,
): boolean {
  const failures = audits.flatMap(({ session, ruleFailures }) =>
    ruleFailures.map((failure) => ({ ...failure, session })),
  )
  for (const rule of new Set(failures.map((failure) => failure.rule))) {
    const [first, ...others] = failures.filter((failure) => failure.rule === rule)
    if (first === undefined) continue
    const where = `session ${first.session}${others.length === 0 ? '' : ` and ${count(others.length, 'other')}`}`
    const what = `the rule ${rule} of ${first.module} failed on ${where}: ${first.message}. Its findings there are missing.`
    output.message(`${output.messageStyle('red', 'error:')} ${printable(what)}`)
  }
  return failures.length > 0
}
