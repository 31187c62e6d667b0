/** What `audit --explain RULE` says of a rule. */

import type { Severity } from '@todo-ledger/audit'
import type { AuditSetup } from '../config/audit-setup.js'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'

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
}

/**
 * Explains a rule as it is set up.
 * @throws Failure `unknown-audit-rule`
 */
export function explainedRule(id: string, { rules, inForce, audit }: AuditSetup): ExplainedRule {
  const rule = rules.find((known) => known.id === id)
  if (rule === undefined) {
    const known = rules.map((each) => each.id)
    throw new Failure(
      'unknown-audit-rule',
      `There is no rule ${JSON.stringify(id)}.${didYouMean(id, known)} There are ${known.join(', ')}.`,
    )
  }
  const { severity, docs } = rule.meta
  return {
    rule: id,
    module: audit.ownRules?.find((own) => own.rule === rule)?.module ?? null,
    severity,
    setTo: inForce.find((each) => each.rule === rule)?.severity ?? 'off',
    means: docs,
  }
}

/** The lines of an explained rule. */
export function explainText(explained: ExplainedRule, { columns, style }: TextLayout): readonly string[] {
  const { rule, module, severity, setTo, means } = explained
  const layout: ParagraphLayout = { indent: 2, labelColumns: 10, columns, style }
  const set = setTo === severity ? severity : `${setTo} (set; usually ${severity})`
  return [
    style('bold', printable(rule)),
    ...wrap(printable(means), columns - 2).map((line) => `  ${line}`),
    '',
    ...labelled({ label: 'severity', text: set }, layout),
    ...(module === null ? [] : labelled({ label: 'from', text: module }, layout)),
  ]
}
