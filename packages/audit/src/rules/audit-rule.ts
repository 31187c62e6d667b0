/** What an audit rule is. A rule is one entry of `rules/index.ts`; rules of users are the same. */

import type { RecordedPlace } from '@todo-ledger/core'
import type { Work } from '../facts/work/work.js'
import type { Completion, ItemHistory, ItemMoment, Removal } from '../list/item-histories.js'
import type { Fact, Finding, Reading, Severity, Verdict } from '../result.js'

/** A completion with what the audit found out about it. */
export interface JudgedCompletion extends Completion {
  /** What tools stated, those that decide first. */
  readonly facts: readonly Fact[]
  /** What follows from the facts alone. */
  readonly verdict: Verdict
  /** What a reader of its page says; null where none read it, or its answer was dropped. */
  readonly reading: Reading | null
}

/** The session that a rule looks at. */
export interface AuditedSession {
  /** In order. */
  readonly completions: readonly JudgedCompletion[]
  /** The open items that were removed, in order. */
  readonly removals: readonly Removal[]
  /** Every call and message, in order; behind a call that started a sub-agent stand the calls of that. */
  readonly work: readonly Work[]
  /** The items that were open at the end; none where the log goes on, and was read no further. */
  readonly open: readonly ItemHistory[]
  /** False where its todo system has no status for items in progress. */
  readonly hasInProgress: boolean
  /** Where the session ends. */
  readonly end: ItemMoment & { readonly source: RecordedPlace | null }
}

/** What a rule reports; the auditor makes a finding of it, with the rule's id and the item's text. */
export type Problem = Omit<Finding, 'rule' | 'text' | 'known'>

/** One named check on a session's history. */
export interface AuditRule {
  /** Such as `failed-check`. */
  readonly id: string
  readonly meta: {
    /** How grave its findings are, as a rule; a finding may be milder. */
    readonly severity: Severity
    /** What it means, in one or two sentences; what is left alone behind "Not reported if:". */
    readonly docs: string
  }
  /** What is wrong with a session. */
  check(session: AuditedSession): readonly Problem[]
}

/** Declares an audit rule. */
export function defineAuditRule(rule: AuditRule): AuditRule {
  return Object.freeze(rule)
}

/** A problem of a completion, or of a removal: it carries its item, turn, seq and place. */
export function problemOf(
  { item, at, source }: Pick<Completion, 'item' | 'at' | 'source'>,
  severity: Severity,
  message: string,
  evidence: readonly number[] = [],
): Problem {
  return {
    severity,
    item,
    turn: at.turn,
    seq: at.seq,
    ...(source === null ? {} : { source }),
    message,
    evidence: [...new Set(evidence)].sort((one, other) => one - other),
  }
}
