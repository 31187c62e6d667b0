/** What an audit rule is. A rule is one file here and one line in `rules/index.ts`. */

import type { RecordedPlace } from '../../events.js'
import type { ItemSupport } from '../../evidence/support/item-support.js'
import type { Link } from '../../evidence/support/links.js'
import type { Work } from '../../evidence/work/work.js'
import type { Finding, Severity } from '../audit-result.js'
import type { Completion, ItemMoment, ListedItem, Removal } from '../item-histories.js'

/** A completion with what the audit found out about it. */
export interface JudgedCompletion {
  /** The completion. */
  readonly completion: Completion
  /** How well it is supported, and by what. */
  readonly support: ItemSupport
}

/** What a rule looks at: one session, audited. */
export interface AuditedSession {
  /** The completions, in order, each judged. */
  readonly completions: readonly JudgedCompletion[]
  /** The open items that were removed, in order. */
  readonly removals: readonly Removal[]
  /** All of the session's work, in order. */
  readonly work: readonly Work[]
  /** The list at the end. */
  readonly items: readonly ListedItem[]
  /** Where the session ends. */
  readonly end: ItemMoment & { readonly source: RecordedPlace | null }
}

/** What a rule says; the auditor adds the rule's id. */
export type Complaint = Omit<Finding, 'rule'>

/** One named check on a session's history. */
export interface AuditRule {
  /** Its id, such as `instant-flip`. */
  readonly id: string
  /** How grave its findings are, as a rule; a finding may be milder. */
  readonly severity: Severity
  /** What it means, in one sentence. */
  readonly doc: string
  /** What it says of a session. */
  check(session: AuditedSession): readonly Complaint[]
}

/** A complaint about a completion: it carries the completion's item, turn, seq and place. */
export function aboutCompletion(
  { completion }: JudgedCompletion,
  severity: Severity,
  message: string,
  evidence: readonly number[] = [],
): Complaint {
  const { item, at, source } = completion
  return {
    severity,
    item,
    turn: at.turn,
    seq: at.seq,
    ...(source === null ? {} : { source }),
    message,
    evidence: [...new Set(evidence)].sort((a, b) => a - b),
  }
}

/** The links of a completion to calls in its window or before it, which may hold the work. */
export function callsBeforeMark({ support }: JudgedCompletion): readonly Link[] {
  return support.links.filter((link) => link.work.kind === 'call' && link.place !== 'after')
}
