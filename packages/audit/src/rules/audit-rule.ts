/** What an audit rule is. A rule is one entry of `rules/index.ts`; rules of users are the same. */

import type { JsonValue, RecordedPlace } from '@todo-ledger/core'
import type { Reminder, Work } from '../facts/work/work.js'
import type { Completion, ItemHistory, ItemMoment, Removal } from '../list/item-histories.js'
import type { Proof } from '../proofs/proofs.js'
import type { Fact, Finding, Reading, Severity, Verdict } from '../result.js'

/** A completion with what the audit found out about it. */
export interface JudgedCompletion {
  readonly completion: Completion
  /** What tools stated, those that decide first. */
  readonly facts: readonly Fact[]
  /** What follows from the facts alone. */
  readonly verdict: Verdict
  /** The proofs that were looked for: what the item names, and what a repository shows. */
  readonly proofs: readonly Proof[]
  /** What a reader of its page says; null where none read it, or its answer was dropped. */
  readonly reading: Reading | null
}

/** The session that a rule looks at. Read-only data, frozen for rules of users. */
export interface AuditedSession {
  /** In order, not judged yet. */
  readonly completions: readonly Completion[]
  /** The open items that were removed, in order. */
  readonly removals: readonly Removal[]
  /** All of the session's work, in order. */
  readonly work: readonly Work[]
  /** The reminders and continuations, in order. */
  readonly reminders: readonly Reminder[]
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
  /** The items that were open at the end; none where the log goes on, and was read no further. */
  readonly open: readonly ItemHistory[]
  /** Where the session ends. */
  readonly end: ItemMoment & { readonly source: RecordedPlace | null }
}

/** What a rule reports; the auditor makes a finding of it, with the rule's id and the item's text. */
export type Problem = Omit<Finding, 'rule' | 'text' | 'known'>

/** The options of a rule, by name. A `type`, not an `interface`: those have no index signature. */
export type AuditRuleOptions = { readonly [name: string]: JsonValue }

/** One option of a rule. */
export interface AuditRuleOption<Value extends JsonValue = JsonValue> {
  /** Its value where nothing else is set; another value must be of the same JSON type. */
  readonly default: Value
  /** What it means, in one sentence, with its unit. */
  readonly docs: string
}

/**
 * A session in which a rule reports something, for people. A line is one step: `todo [>] Add the cache  [ ] Run the
 * tests` (`[ ]` pending, `[>]` in progress, `[x]` completed), `edit FILE`, `write FILE`, `read FILE`, `run COMMAND`,
 * `agent TASK`, `say TEXT`, `user TEXT`, `nag TEXT`, `compaction`. Behind ` => ` stands a call's output, after `FAILED `
 * where the host says that it failed.
 */
export interface AuditRuleExample {
  /** Its steps, one a line. */
  readonly session: readonly string[]
  /** What the rule says of it. */
  readonly says: string
}

/** What people read of a rule, and how it can be set. */
export interface AuditRuleMeta<Options extends AuditRuleOptions = AuditRuleOptions> {
  /** How grave its findings are, as a rule; a finding may be milder. */
  readonly severity: Severity
  /** What it means, in one or two sentences; what is left alone behind "Not reported if:". */
  readonly docs: string
  readonly options: { readonly [name in keyof Options]: AuditRuleOption<Options[name]> }
  /** A session in which it reports something. */
  readonly example: AuditRuleExample
}

/** What a rule does in one session. The completions come one by one, so that what they rest on is never held of all. */
export interface RuleHandlers {
  /** What is wrong with a completion. */
  completion?(judged: JudgedCompletion): readonly Problem[]
  /** What is wrong with the session, behind its last completion. */
  end?(): readonly Problem[]
}

/** One named check on a session's history. */
export interface AuditRule<Options extends AuditRuleOptions = AuditRuleOptions> {
  /** Such as `failed-check`. */
  readonly id: string
  readonly meta: AuditRuleMeta<Options>
  /**
   * Begins with a session.
   * @param options the values in force of all of its options
   */
  create(session: AuditedSession, options: Options): RuleHandlers
}

/** Declares an audit rule; its options' types are read off their defaults. */
export function defineAuditRule<Options extends AuditRuleOptions>(
  rule: AuditRule<Options>,
): AuditRule<Options> {
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
    evidence: [...new Set(evidence)].sort((a, b) => a - b),
  }
}

/** The same of a judged completion, for rules of users. */
export function aboutCompletion(
  { completion }: Pick<JudgedCompletion, 'completion'>,
  severity: Severity,
  message: string,
  evidence: readonly number[] = [],
): Problem {
  return problemOf(completion, severity, message, evidence)
}
