/** What `audit --explain RULE` says of a rule: what it means, and how grave its findings are as it is set up. */

import type { AuditSetup } from '../config/audit-setup.js'
import { Failure } from '../failure.js'
import { thereIsNo } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'
import { hang } from '../text/wrap.js'

/** Explains a rule as it is set up. @throws Failure `unknown-audit-rule` */
export function explainedRule(id: string, { rules, inForce }: AuditSetup) {
  const rule = rules.find((known) => known.id === id)
  if (rule === undefined) {
    const known = rules.map((each) => each.id)
    throw new Failure('unknown-audit-rule', thereIsNo('rule', id, known))
  }
  const { severity, docs: means } = rule.meta
  return { rule: id, severity, setTo: inForce.find((each) => each.rule === rule)?.severity ?? 'off', means }
}

/** The lines of an explained rule. */
export function explainText(
  { rule, severity, setTo, means }: ReturnType<typeof explainedRule>,
  columns: number,
) {
  const set = setTo === severity ? severity : `${setTo} (set; usually ${severity})`
  return [`${printable(rule)}: ${set}`, ...hang('  ', printable(means), columns)]
}
