/** Reports own rules that failed: the audit went on, but their findings are missing. */

import type { SessionAudit } from '@todo-ledger/audit'
import type { Output } from '../output.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'

/**
 * Reports which own rules failed, each with the first session where it did.
 * @returns how often a rule failed on a session
 */
export function tellRuleFailures(audits: readonly SessionAudit[], output: Output): number {
  const failures = audits.flatMap(({ session, ruleFailures }) =>
    ruleFailures.map((failure) => ({ ...failure, session })),
  )
  for (const rule of new Set(failures.map((failure) => failure.rule))) {
    const [first, ...others] = failures.filter((failure) => failure.rule === rule)
    if (first === undefined) continue
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'other')}`
    const where = `session ${first.session}${more}`
    output.message(
      `${output.messageStyle('red', 'error:')} ${printable(
        `the rule ${rule} of ${first.module} failed on ${where}: ${first.message}. Its findings there are missing.`,
      )}`,
    )
  }
  return failures.length
}
