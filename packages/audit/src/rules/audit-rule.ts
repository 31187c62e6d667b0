/** What an audit rule is. A rule is one file here and one line in `rules/index.ts`; rules of users are the same. */

import type { JsonValue, RecordedPlace } from '@todo-ledger/core'
import type { Finding, Reading, Severity } from '../audit-result.js'
import type { Completion, ItemMoment, Removal } from '../completions/item-histories.js'
import type { ListedItem } from '../completions/listed-item.js'
import type { ItemSupport } from '../evidence/support/item-support.js'
import type { Link } from '../evidence/support/links.js'
import type { Reminder, Work } from '../evidence/work/work.js'
import type { Proof } from '../proofs/proofs.js'

/** A completion with what the audit found out about it. */
export interface JudgedCompletion {
  /** The completion. */
  readonly completion: Completion
  /** How well it is supported, and by what. */
  readonly support: ItemSupport
  /** The proofs that were looked for: what the item names, and what a repository shows. */
  readonly proofs: readonly Proof[]
  /** What a reader of its page says; null where none read it, or its answer was dropped. */
  readonly reading: Reading | null
}

/** The session that a rule looks at. Read-only data, frozen for rules of users. */
export interface AuditedSession {
  /** The completions, in order, not judged yet. */
  readonly completions: readonly Completion[]
  /** The open items that were removed, in order. */
  readonly removals: readonly Removal[]
  /** All of the session's work, in order. */
  readonly work: readonly Work[]
  /** The reminders and continuations, in order. */
  readonly reminders: readonly Reminder[]
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
  /** Judges a completion as if its item had another text. */
  readonly judge: (completion: Completion, text: string) => ItemSupport
  /** The list at the end; empty where the log goes on, and was read no further. */
  readonly items: readonly ListedItem[]
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
 * `agent TASK`, `say TEXT`, `user TEXT`, `nag TEXT`, `compaction`; by tools that know what waits for what
 * `task TEXT after 1` and `task 2 completed`. Behind ` => ` stands a call's output, after `FAILED `
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
  /** What it means and what it spares, in one or two sentences; what it spares behind "Spared:". */
  readonly docs: string
  /** Its options; empty where it has none. */
  readonly options: { readonly [name in keyof Options]: AuditRuleOption<Options[name]> }
  /** True where it only reports on a completion that no other rule reports on as gravely; absent for false. */
  readonly yields?: boolean
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
  /** Its id, such as `instant-flip`. */
  readonly id: string
  /** What people read of it, and how it can be set. */
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

/** A problem of a completion: it carries the completion's item, turn, seq and place. */
export function aboutCompletion(
  { completion }: Pick<JudgedCompletion, 'completion'>,
  severity: Severity,
  message: string,
  evidence: readonly number[] = [],
): Problem {
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
