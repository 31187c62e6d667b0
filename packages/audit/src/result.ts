/** What an audit says of a completion, in the shapes of `audit --json`. */

import type { Actor, CompletionAnswer, RecordedPlace } from '@todo-ledger/core'

/**
 * What the log shows of a completion. `supported`: tools stated that what the item names was done. `weak`: a tool stated
 * half of it, or a reader found half of it done. `unsupported`: a tool's own words contradict it, or what it asks to run
 * was never run. `undecided`: only the meaning of the work decides, and nobody has read it. `unknown`: the log has a gap
 * where the answer would be.
 */
export type Verdict = 'supported' | 'weak' | 'unsupported' | 'undecided' | 'unknown'

/** What a rule may state of a completion. */
export type FactKind =
  | 'passed'
  | 'deed-done'
  | 'file-written'
  | 'never-ran'
  | 'never-written'
  | 'failed'
  | 'ran-nothing'
  | 'end-unseen'
  | 'masked'
  | 'in-part'
  | 'stale'
  | 'made-to-pass'
  | 'stub'
  | 'undone'
  | 'nothing-done'

/** The item's words beside a tool's: one thing that a completion rests on, or fails by. */
export interface Fact {
  readonly kind: FactKind
  /** Whether it speaks for the completion, for half of it, or against it. */
  readonly says: 'for' | 'half' | 'against'
  /** The words of the item that ask for it. */
  readonly asked: string
  /** What was run or written, in a few words; empty where nothing was. */
  readonly tool: string
  /** The words of the tool; empty where there are none. */
  readonly quote: string
  /** Both in one sentence. */
  readonly sentence: string
  /** What would change it, as an instruction; absent where nothing needs to. */
  readonly needs?: string
  readonly seq: number
  readonly turn: number
  readonly source?: RecordedPlace
}

/** Why a completion is not supported: one sentence, which uses nothing that the timeline does not show. */
export interface Why {
  readonly sentence: string
  /** The words of the recording that say so; absent where none do. */
  readonly quote?: string
  readonly turn: number
  readonly seq: number
  readonly source?: RecordedPlace
}

/** What a reader says of a completion. */
export interface Reading extends Omit<CompletionAnswer, 'parts'> {
  /** The model, or who else answered. */
  readonly model: string
  /** When it was asked, as an ISO time; null where nobody says. */
  readonly asked: string | null
  /** In US dollars; null where nobody says. */
  readonly cost: number | null
}

/** An answer that does not count: the rules' verdict stands. */
export interface DroppedReading {
  /** Why, for people. */
  readonly dropped: string
}

export interface AuditMoment {
  readonly turn: number
  readonly seq: number
}

export interface CompletionAudit {
  readonly item: string
  readonly key: string
  readonly text: string
  readonly turn: number
  readonly seq: number
  /** As an ISO time; absent where the recording does not say times. */
  readonly at?: string
  readonly added: AuditMoment
  readonly started: AuditMoment | null
  readonly call: string
  readonly actor?: Actor
  readonly source?: RecordedPlace
  /** The session in which it counts, where this one holds a copy of that one's history; else absent. */
  readonly copied?: string
  /** The share of the calls between start and mark whose result the log holds, 0 to 1. */
  readonly readable: number
  /** The verdict of the rules and a reader together. */
  readonly verdict: Verdict
  /** The verdict of the facts alone. */
  readonly rules: Verdict
  /** What tools stated, those that decide first. */
  readonly facts: readonly Fact[]
  /** Absent where it is supported. */
  readonly why?: Why
  /** What would change the verdict, for people; names only checks that the project has shown to have. */
  readonly needs: readonly string[]
  /** What a reader of its page says, or why its answer was dropped; absent where none read it. */
  readonly reader?: Reading | DroppedReading
}

/** How grave a finding is: `error` is almost never wrong, bookkeeping is `info`. */
export type Severity = 'error' | 'warning' | 'info'

/** What an audit rule says of one place in the log. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  readonly item: string | null
  /** The text of that item at the place; absent where it is about none. */
  readonly text?: string
  readonly turn: number
  /** The seq of the place; for a completion that of the completing update. */
  readonly seq: number
  readonly source?: RecordedPlace
  readonly message: string
  /** The seqs of the events that it rests on, in order. */
  readonly evidence: readonly number[]
  /** True where a baseline accepts it. */
  readonly known?: true
  /** The session in which it counts, where this one holds a copy of that one's history; else absent. */
  readonly copied?: string
}

/** An own rule threw, or answered with something else than problems. */
export interface RuleFailure {
  readonly rule: string
  readonly module: string
  readonly message: string
}
