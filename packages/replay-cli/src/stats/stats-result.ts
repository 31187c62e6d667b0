/** What `stats --json` prints. The keys are stable. Read-only data. */

import type { FindingCounts, NaggedCompletion, NagResponse } from '@todo-ledger/audit'
import type { RecordedPlace } from '@todo-ledger/core'
import type { ItemUsage, TurnsUsage } from '../session-view/usage.js'
import type { NagLevel } from './nag-levels.js'
import type { ContextCharacters, ListCalls, Refusal, SignTally } from './session-tally.js'

/** Everything that `stats --json` prints. */
export interface StatsOutput {
  /** The sessions, in the order in which they were read. */
  readonly sessions: readonly SessionStats[]
  /** What they come to together. */
  readonly total: TotalStats
}

/** The numbers that a session has, and all sessions together. */
export interface Stats {
  /** The turns. */
  readonly turns: number
  /** The completions by verdict. */
  readonly completions: CompletionCounts
  /** The findings that the audit has. */
  readonly findings: FindingCounts
  /** How long completions took. */
  readonly times: TimeStats
  /** The calls of the todo tools. */
  readonly calls: ListCalls
  /** The rules that updates were refused for, the most frequent first. An update that broke several counts for each. */
  readonly refusedFor: readonly RefusedFor[]
  /** The nags, by what followed them. */
  readonly nags: NagCounts
  /** The continuations, by what followed them. */
  readonly continuations: ReminderCounts
  /** What the list cost the context. */
  readonly cost: ListCost
  /** What the model cost, as the recording says it; null where it does not. */
  readonly usage: TurnsUsage | null
}

/** The numbers of one session. */
export interface SessionStats extends Stats {
  /** The session's id. */
  readonly session: string
  /** The recorded file, or null for a live session. */
  readonly file: string | null
  /** Its profile. */
  readonly profile: string
  /** Seconds from its first event to its last; null where the recording does not say times. */
  readonly seconds: number | null
  /** What the model cost while each item was in progress; empty where the recording does not say. */
  readonly spent: readonly ItemUsage[]
  /** The updates that were refused, in order. */
  readonly refusals: readonly Refusal[]
  /** The signs of trouble that it showed: tools that are not used, a list that only grows, a model that is stuck. */
  readonly signs: readonly SignTally[]
  /** Its nags and continuations, in order, with what followed each. */
  readonly reminders: readonly ReminderStats[]
}

/** The numbers of all sessions together. */
export interface TotalStats extends Stats {
  /** How many sessions. */
  readonly sessions: number
}

/** Completions by verdict. */
export interface CompletionCounts {
  /** All of them. */
  readonly all: number
  /** Those that the log supports. */
  readonly supported: number
  /** Those that it supports in part. */
  readonly weak: number
  /** Those that it does not support. */
  readonly unsupported: number
  /** Those that only a reader can decide. */
  readonly undecided: number
  /** Those whose evidence may lie in a gap. */
  readonly unknown: number
}

/** How long completions took from start to completion; those that were never started are left out. */
export interface TimeStats {
  /** How many are counted here. */
  readonly measured: number
  /** The median in turns; null where there is none. */
  readonly medianTurns: number | null
  /** The median in seconds; null where the recordings do not say times. */
  readonly medianSeconds: number | null
  /** The longest in turns; null where there is none. */
  readonly longest: LongestCompletion | null
}

/** The completion that took longest. */
export interface LongestCompletion {
  /** The session. */
  readonly session: string
  /** The item's id. */
  readonly item: string
  /** The seq of the completing update. */
  readonly seq: number
  /** Turns from start to completion. */
  readonly turns: number
  /** Seconds from start to completion; null where the recording does not say times. */
  readonly seconds: number | null
}

/** How often updates were refused for a rule. */
export interface RefusedFor {
  /** The rule's id. */
  readonly rule: string
  /** How many updates. */
  readonly updates: number
}

/** Nags or continuations by what followed them. */
export interface ReminderCounts {
  /** All of them. */
  readonly all: number
  /** Those that were ignored: a nag that no update followed, a continuation that neither a call nor an update followed. */
  readonly ignored: number
  /** By what came first. */
  readonly response: { readonly [R in NagResponse]: number }
}

/** Nags by what followed them, and by how firm they were. */
export interface NagCounts extends ReminderCounts {
  /** The gentlest first. */
  readonly levels: readonly NagLevel[]
}

/** A nag or a continuation and what followed it, up to the next one, the next fresh input or the end. */
export interface ReminderStats {
  /** What it was. */
  readonly kind: 'nag' | 'continuation'
  /** The turn in which it was issued. */
  readonly turn: number
  /** The seq of its event. */
  readonly seq: number
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** Its text, cut at 300 characters. */
  readonly text: string
  /** How firm a nag is, from 1; null for a continuation. */
  readonly level: number | null
  /** True where it was ignored: see `ReminderCounts`. */
  readonly ignored: boolean
  /** What came first. */
  readonly response: NagResponse
  /** How many calls of other tools followed. */
  readonly calls: number
  /** How many updates followed, refused ones and those that changed nothing among them. */
  readonly updates: number
  /** Turns until the list was changed; null where it was not. */
  readonly turnsToUpdate: number | null
  /** The completions that followed. */
  readonly completions: readonly NaggedCompletion[]
}

/**
 * What a list cost the context: characters as the log holds them, each counted once, however often the model read it
 * again. What the log does not hold, such as the system prompt and the descriptions of tools, is not counted.
 */
export interface ListCost {
  /** The characters that the list cost. */
  readonly characters: number
  /** All characters that were seen. */
  readonly seen: number
  /** The list's share of them, 0 to 1, to four digits; null where there are none. */
  readonly share: number | null
  /** Both by kind. */
  readonly byKind: ContextCharacters
}
