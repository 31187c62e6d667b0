/** What an audit's output is made of, whatever its format. */

import type {
  AuditRuleInForce,
  AuditSummary,
  CompletionAudit,
  Finding,
  SessionAudit,
} from '@todo-ledger/audit'
import type { SkippedPiece } from '@todo-ledger/recordings'
import type { Lowered } from '../config/audit-setup.js'
import { completionOf } from '../session-view/concerns.js'
import type { AuditedSession } from './audit-collector.js'
import type { BaselineUse } from './baseline/baseline-entry.js'
import type { FailOn } from './fail-on.js'

/** Everything that an audit found. */
export interface AuditReport extends AuditEnd {
  /** The sessions, in the order in which they were read. */
  readonly sessions: readonly AuditedSession[]
  /** What fails. */
  readonly failOn: FailOn
}

/** What is known when all sessions are audited. */
export interface AuditEnd {
  /** What they come to. */
  readonly summary: AuditSummary
  /** How many of the findings a baseline accepts. */
  readonly accepted: number
  /** The rules that were asked, in their order. */
  readonly rules: readonly AuditRuleInForce[]
  /** What the baseline comes to, or null where there is none. */
  readonly baseline: BaselineUse | null
  /** What named settings make milder, or null. */
  readonly lowered: Lowered | null
  /** Where files were read no further, because a limit was reached. */
  readonly unread: readonly SkippedPiece[]
}

/**
 * The rule as it stands behind a message: `[some-rule]`, and `[some-rule, known]` where a baseline accepts it.
 * @param graded true: with its severity, where that stands nowhere else
 */
export function ruleTag({ rule, severity, known }: Finding, graded = false): string {
  return `[${graded ? `${severity} ` : ''}${rule}${known === true ? ', known' : ''}]`
}

/** What a finding says, read alone: of which item, and what would settle it where the completion is doubted. */
export function messageWith(finding: Finding, completion: CompletionAudit | undefined): string {
  const { text } = finding
  const [needed] = completion?.needs ?? []
  // A full stop behind a command would be typed with it.
  const settles =
    needed === undefined ? '' : needed.startsWith('Run: ') ? ` ${needed}` : ` Needed: ${needed}.`
  return `${text === undefined ? '' : `"${text}": `}${finding.message}${settles}`
}

/** The findings that are about no completion, in their order. */
export function otherFindings(audit: SessionAudit): readonly Finding[] {
  return audit.findings.filter((finding) => completionOf(finding, audit) === undefined)
}
