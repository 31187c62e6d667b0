/** What an audit says, in the shapes of `audit --json`. Read-only data. */

import type { Actor, CompletionAnswer, Effect, RecordedPlace } from '@todo-ledger/core'
import type { ItemClass } from './evidence/items/item-class.js'
import type { Verdict } from './evidence/support/item-support.js'
import type { Proof } from './proofs/proofs.js'

/** How grave a finding is: `error` is almost never wrong, bookkeeping alone is `info`. */
export type Severity = 'error' | 'warning' | 'info'

/** One piece of work that speaks for a completion. */
export interface EvidenceEntry {
  /** The seq of its event. */
  readonly seq: number
  /** The turn in which it happened. */
  readonly turn: number
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** The tool that was called; `message` for a text. */
  readonly tool: string
  /** What it did; `communicate` for a text. */
  readonly effect: Effect
  /** Whether it worked; null where the log does not say. */
  readonly ok: boolean | null
  /** How much it counts for the item, 0 to 1, to two digits. */
  readonly weight: number
  /** Why it counts, for people. */
  readonly why: string
}

/** What the rules say of a completion. */
export interface RulesVerdict {
  /** Their verdict. */
  readonly verdict: Verdict
  /** How well the log supports it, 0 to 1, to two digits; null where the verdict is unknown. */
  readonly support: number | null
  /** True where it rests on an outcome that a tool or the host stated: a summary, an exit status. */
  readonly stated: boolean
}

/** What a reader says of a completion. */
export interface Reading extends Omit<CompletionAnswer, 'parts'> {
  /** The model, or who else answered. */
  readonly model: string
  /** When it was asked, as an ISO time; null where nobody says. */
  readonly asked: string | null
  /** What it cost, in US dollars; null where nobody says. */
  readonly cost: number | null
}

/** An answer that does not count: the rules' verdict stands. */
export interface DroppedReading {
  /** Why, for people. */
  readonly dropped: string
}

/** Why a completion is doubted: what was promised, what was found instead, and where. */
export interface Why {
  /** All of it in one sentence, for people: `Item 2 promises a test run, but the last run, npm test (line 12), failed: "2 failed".` */
  readonly sentence: string
  /** The words of the recording that say so, as the sentence has them; absent where none do. */
  readonly quote?: string
  /** The turn of the step that was found; that of the mark where nothing was. */
  readonly turn: number
  /** The seq of that step. */
  readonly seq: number
  /** Where that step stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** The rules that find the same in this completion: beside the sentence, their findings say nothing more. */
  readonly restates: readonly string[]
}

/** A moment in the life of an item. */
export interface AuditMoment {
  /** The turn. */
  readonly turn: number
  /** The seq of the update. */
  readonly seq: number
}

/** What the audit says of one completion. */
export interface CompletionAudit {
  /** The item's id, as people and models see it. */
  readonly item: string
  /** The item's internal key. */
  readonly key: string
  /** Which of the session's lists it came with: 2 for the second, absent for the first. Numbers begin anew in each. */
  readonly list?: number
  /** The item's text in the completing call. */
  readonly text: string
  /** The turn of the completing call. */
  readonly turn: number
  /** The seq of the completing update. */
  readonly seq: number
  /** When it was completed, as an ISO time; absent where the recording does not say times. */
  readonly at?: string
  /** When the item came into the list. */
  readonly added: AuditMoment
  /** When it was last started before it was completed, or null where it was not. */
  readonly started: AuditMoment | null
  /** The id of the call that completed it. */
  readonly call: string
  /** Who marked it, where somebody is named. */
  readonly actor?: Actor
  /** Where the completing call stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** The class of the item, from its verbs. */
  readonly itemClass: ItemClass
  /** How well the log supports the completion, 0 to 1, to two digits; null where the verdict is unknown. */
  readonly support: number | null
  /** The verdict: of the rules, or of the rules and a reader together. */
  readonly verdict: Verdict
  /** What the rules alone say. */
  readonly rules: RulesVerdict
  /** What a reader of its page says, or why its answer was dropped; absent where none read it. */
  readonly reader?: Reading | DroppedReading
  /** The strongest evidence, strongest first. */
  readonly evidence: readonly EvidenceEntry[]
  /** Why it is doubted; absent where it is supported. */
  readonly why?: Why
  /** What is missing, for people; empty where it is supported. */
  readonly missing: readonly string[]
  /** What would change the verdict, for people. */
  readonly wouldChange: readonly string[]
  /** The proofs that were looked for, beside the log's evidence: what the item names, what a repository shows; absent where there are none. */
  readonly proofs?: readonly Proof[]
  /** The share of the calls in its window whose result the log holds, 0 to 1. */
  readonly readable: number
  /** The session in which it counts, where this one holds a copy of that one's history; else absent. */
  readonly copied?: string
}

/** What an audit rule says of one place in the log. */
export interface Finding {
  /** The rule's id. */
  readonly rule: string
  /** How grave it is. */
  readonly severity: Severity
  /** The id of the item that it is about, or null. */
  readonly item: string | null
  /** The text of that item at the place; absent where it is about none. */
  readonly text?: string
  /** The turn of the place. */
  readonly turn: number
  /** The seq of the place; for a completion that of the completing update. */
  readonly seq: number
  /** Where it stands in the recorded file, for an imported session. */
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

/** An own rule could not do its work on a session: it threw, or answered with something else than complaints. */
export interface RuleFailure {
  /** The rule's id. */
  readonly rule: string
  /** What people know its module by. */
  readonly module: string
  /** What went wrong, for people. */
  readonly message: string
}

/** The audit of one session. */
export interface SessionAudit {
  /** The session's id. */
  readonly session: string
  /** Its turns. */
  readonly turns: number
  /** Its profile. */
  readonly profile: string
  /** Its completions, in their order. */
  readonly completions: readonly CompletionAudit[]
  /** Its findings, in the order of their places. */
  readonly findings: readonly Finding[]
  /** The own rules that failed on it; their findings are missing. */
  readonly ruleFailures: readonly RuleFailure[]
  /** The share of all calls whose result the log holds, 0 to 1. */
  readonly readable: number
  /** What it comes to: progress, items by class, nags, times. */
  readonly summary: SessionSummary
}

/** How many findings there are of each severity. */
export interface FindingCounts {
  /** Findings that are almost never wrong. */
  readonly error: number
  /** Findings to look at. */
  readonly warning: number
  /** Bookkeeping. */
  readonly info: number
}

/** What the audits of several sessions come to. */
export interface AuditSummary {
  /** How many sessions. */
  readonly sessions: number
  /** How many completions. */
  readonly completions: number
  /** Completions that the log supports. */
  readonly supported: number
  /** Completions that it supports in part. */
  readonly weak: number
  /** Completions that it does not support. */
  readonly unsupported: number
  /** Completions whose evidence may lie in a gap. */
  readonly unknown: number
  /** The findings. */
  readonly findings: FindingCounts
}

/** What a session comes to. */
export interface SessionSummary {
  /** How many of its completions have each verdict. */
  readonly verdicts: { readonly [V in Verdict]: number }
  /** How far it was by its own account and by the log's, at the end of each turn in which one of them changed. */
  readonly progress: readonly ProgressPoint[]
  /** Its items by class, the most frequent class first. */
  readonly items: readonly ClassCount[]
  /** Each nag and continuation with what followed it, in order. */
  readonly nags: readonly NagEffect[]
  /** How long its completions took. */
  readonly times: CompletionTimes
}

/** How far a session was at the end of a turn. */
export interface ProgressPoint {
  /** The turn. */
  readonly turn: number
  /** Items that had been on the list so far. */
  readonly items: number
  /** Those among them that stood as completed, or did when they left the list. */
  readonly claimed: number
  /** Those of the claimed whose completion the log supports. */
  readonly supported: number
}

/** The items of one class. */
export interface ClassCount {
  /** The class. */
  readonly itemClass: ItemClass
  /** How many items of the session are of it. */
  readonly items: number
  /** How many of them were completed in the end. */
  readonly completed: number
  /** How many of the completed are supported. */
  readonly supported: number
  /** How many were open when the session ended. */
  readonly open: number
}

/**
 * What came first behind a nag: `work`, a call of another tool; `completion`, an update that completes something;
 * `update`, another change of the list; `text`, words alone; `nothing`.
 */
export type NagResponse = 'work' | 'completion' | 'update' | 'text' | 'nothing'

/** A nag or a continuation and what followed it, up to the next one, the next fresh input or the end. */
export interface NagEffect {
  /** What it was. */
  readonly kind: 'nag' | 'continuation'
  /** The seq of its event. */
  readonly seq: number
  /** The turn in which it was issued. */
  readonly turn: number
  /** Where it stands in the recorded file, for an imported session. */
  readonly source?: RecordedPlace
  /** What came first. */
  readonly response: NagResponse
  /** How many calls of other tools followed. */
  readonly calls: number
  /** Turns until the list was changed, or null where it was not. */
  readonly turnsToUpdate: number | null
  /** The completions that followed. */
  readonly completions: readonly NaggedCompletion[]
}

/** A completion that followed a nag. */
export interface NaggedCompletion {
  /** The item's id. */
  readonly item: string
  /** The seq of the completing update. */
  readonly seq: number
  /** The verdict. */
  readonly verdict: Verdict
}

/** How long the completions of a session took, from start to completion. Those that were never started are left out. */
export interface CompletionTimes {
  /** Each of them, in order. */
  readonly spans: readonly CompletionSpan[]
  /** The median in turns, or null where there is none. */
  readonly medianTurns: number | null
  /** The median in seconds, or null where the recording does not say times. */
  readonly medianSeconds: number | null
  /** Seconds from the session's first event to its last, or null where the recording does not say times. */
  readonly sessionSeconds: number | null
}

/** How long one completion took. */
export interface CompletionSpan {
  /** The item's id. */
  readonly item: string
  /** The seq of the completing update. */
  readonly seq: number
  /** Turns from the one that started it to the one that completed it; 0 for the same turn. */
  readonly turns: number
  /** Seconds from start to completion, or null where the recording does not say times. */
  readonly seconds: number | null
}
