/** What an audit says, in the shapes of `audit --json`. Read-only data. */

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

/** A moment in the life of an item. */
export interface AuditMoment {
  readonly turn: number
  readonly seq: number
}

/** What the audit says of one completion. */
export interface CompletionAudit {
  /** The item's id, as people and models see it. */
  readonly item: string
  readonly key: string
  /** Which of the session's lists it came with: 2 for the second, absent for the first. Numbers begin anew in each. */
  readonly list?: number
  /** The item's text in the completing call. */
  readonly text: string
  readonly turn: number
  /** The seq of the completing update. */
  readonly seq: number
  /** As an ISO time; absent where the recording does not say times. */
  readonly at?: string
  readonly added: AuditMoment
  /** When it was last started before it was completed, or null where it was not. */
  readonly started: AuditMoment | null
  /** The id of the call that completed it. */
  readonly call: string
  /** Who marked it, where somebody is named. */
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
  /** The id of the item that it is about, or null. */
  readonly item: string | null
  /** The text of that item at the place; absent where it is about none. */
  readonly text?: string
  readonly turn: number
  /** The seq of the place; for a completion that of the completing update. */
  readonly seq: number
  readonly source?: RecordedPlace
  /** What is wrong, for people. */
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
  /** What people know its module by. */
  readonly module: string
  readonly message: string
}

/** The audit of one session. */
export interface SessionAudit {
  readonly session: string
  readonly turns: number
  /** The last of its turns that were pruned: what was done up to its end is not known. Absent where none was. */
  readonly prunedTo?: number
  readonly profile: string
  readonly completions: readonly CompletionAudit[]
  readonly findings: readonly Finding[]
  /** The own rules that failed on it; their findings are missing. */
  readonly ruleFailures: readonly RuleFailure[]
  /** The share of all calls whose result the log holds, 0 to 1. */
  readonly readable: number
  readonly summary: SessionSummary
}

/** How many findings there are of each severity. */
export type FindingCounts = { readonly [S in Severity]: number }

/** How many completions have each verdict. */
export type VerdictCounts = { readonly [V in Verdict]: number }

/** What the audits of several sessions come to. */
export interface AuditSummary extends VerdictCounts {
  readonly sessions: number
  readonly completions: number
  readonly findings: FindingCounts
}

/** What a session comes to. */
export interface SessionSummary {
  readonly verdicts: VerdictCounts
  /** How far it was by its own account and by the log's, at the end of each turn in which one of them changed. */
  readonly progress: readonly ProgressPoint[]
  readonly nags: readonly NagEffect[]
  readonly times: CompletionTimes
}

/** How far a session was at the end of a turn. */
export interface ProgressPoint {
  readonly turn: number
  /** Items that had been on the list so far. */
  readonly items: number
  /** Those among them that stood as completed, or did when they left the list. */
  readonly claimed: number
  /** Those of the claimed whose completion the log supports. */
  readonly supported: number
}

/**
 * What came first behind a nag: `work`, a call of another tool; `completion`, an update that completes something;
 * `update`, another change of the list; `text`, words alone; `nothing`.
 */
export type NagResponse = 'work' | 'completion' | 'update' | 'text' | 'nothing'

/** A nag or a continuation and what followed it, up to the next one, the next fresh input or the end. */
export interface NagEffect {
  readonly kind: 'nag' | 'continuation'
  readonly seq: number
  readonly turn: number
  readonly source?: RecordedPlace
  readonly response: NagResponse
  /** How many calls of other tools followed. */
  readonly calls: number
  /** Turns until the list was changed, or null where it was not. */
  readonly turnsToUpdate: number | null
  readonly completions: readonly NaggedCompletion[]
}

/** A completion that followed a nag. */
export interface NaggedCompletion {
  readonly item: string
  readonly seq: number
  readonly verdict: Verdict
}

/** How long the completions of a session took, from start to completion. Those that were never started are left out. */
export interface CompletionTimes {
  readonly spans: readonly CompletionSpan[]
  /** Null where there is none. */
  readonly medianTurns: number | null
  /** Null where the recording does not say times. */
  readonly medianSeconds: number | null
  /** From the session's first event to its last, or null where the recording does not say times. */
  readonly sessionSeconds: number | null
}

/** How long one completion took. */
export interface CompletionSpan {
  readonly item: string
  readonly seq: number
  /** 0 for the same turn. */
  readonly turns: number
  /** Null where the recording does not say times. */
  readonly seconds: number | null
}
