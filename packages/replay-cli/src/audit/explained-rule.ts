/** What `audit --explain RULE` says of a rule. */

import type { AuditSetup } from '../config/audit-setup.js'
import { Failure } from '../failure.js'
import { thereIsNo } from '../text/did-you-mean.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { hang } from '../text/wrap.js'

/** A rule as it is set up; `module` is null for one of the program, `severity` what it declares, `setTo` what is in force. */
export type ExplainedRule = ReturnType<typeof explainedRule>

/** Explains a rule as it is set up. @throws Failure `unknown-audit-rule` */
export function explainedRule(id: string, { rules, inForce, audit }: AuditSetup) {
  const rule = rules.find((known) => known.id === id)
  if (rule === undefined) {
    const known = rules.map((each) => each.id)
    throw new Failure('unknown-audit-rule', thereIsNo('rule', id, known))
  }
  const { severity, docs: means } = rule.meta
  const module = audit.ownRules?.find((own) => own.rule === rule)?.module ?? null
  return {
    rule: id,
    module,
    severity,
    setTo: inForce.find((each) => each.rule === rule)?.severity ?? 'off',
    means,
  }
}

/** The lines of an explained rule. */
export function explainText(explained: ExplainedRule, { columns, style }: TextLayout): readonly string[] {
  const { rule, module, severity, setTo, means } = explained
  const layout = { indent: 2, labelColumns: 10, columns, style }
  const set = setTo === severity ? severity : `${setTo} (set; usually ${severity})`
  return [
    style('bold', printable(rule)),
    ...hang('  ', printable(means), columns),
    '',
    ...labelled({ label: 'severity', text: set }, layout),
    ...(module === null ? [] : labelled({ label: 'from', text: module }, layout)),
  ]
}
