/** What a session's summary says: the shape of `summary` in a session of `audit --json`. Read-only data. */

import type { RecordedPlace } from '@todo-ledger/core'
import type { ItemClass } from './evidence/items/item-class.js'
import type { Verdict } from './evidence/support/item-support.js'

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
