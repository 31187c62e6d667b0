/** What `bisect --json` prints. */

import type { JsonValue, TodoStatus, Violation } from '@todo-ledger/core'
import type { BrokenInterval } from '@todo-ledger/core/history'
import { type PlaceOutput, placeOutput, type SessionHead } from '../items/place.js'
import type { BisectedSession } from './bisected-session.js'

/** The rule that was asked, with its options. */
export interface BisectQuestion {
  readonly rule: string
  readonly options: { readonly [name: string]: JsonValue }
}

/** What `bisect --json` prints of a session. */
export interface BisectOutput extends SessionHead, BisectQuestion {
  /** Its last turn; 0 where it has none. */
  readonly turns: number
  /** True where it was broken anywhere. */
  readonly broken: boolean
  /** Every time in which it was broken, in order. */
  readonly intervals: readonly BisectedInterval[]
  /** Updates that were refused for the rule: they would have broken it. */
  readonly refused: readonly PlaceOutput[]
  /** How many states were judged: those after updates. */
  readonly judged: number
}

/** A time in which it was broken. */
export interface BisectedInterval {
  /** The event that broke it. */
  readonly from: PlaceOutput
  /** The event that mended it; null where nothing did. For what is wrong with an update by itself the same as `from`. */
  readonly to: PlaceOutput | null
  /** How many turns ended while it was broken. */
  readonly turns: number
  /** What the event did that broke it, in one sentence, cut. */
  readonly summary: string
  /** The list right after it. */
  readonly list: readonly {
    /** The item's id. */
    readonly id: string
    /** Its text. */
    readonly text: string
    /** Its status. */
    readonly status: TodoStatus
  }[]
  /** What the rule said. */
  readonly violations: readonly Violation[]
}

/** What is printed of a session. */
export function bisectOutput(
  { head, result, breaking }: BisectedSession,
  question: BisectQuestion,
): BisectOutput {
  const { intervals, refused, judged, turns } = result
  return {
    ...head,
    ...question,
    turns,
    broken: intervals.length > 0,
    intervals: intervals.map((interval) => intervalOutput(interval, breaking)),
    refused: refused.map(placeOutput),
    judged,
  }
}

function intervalOutput(
  { from, to, turns, violations }: BrokenInterval,
  breaking: BisectedSession['breaking'],
): BisectedInterval {
  return {
    from: placeOutput(from),
    to: to === null ? null : placeOutput(to),
    turns,
    summary: breaking.get(from.seq)?.summary ?? '',
    list: (breaking.get(from.seq)?.list ?? []).map(({ id, text, status }) => ({ id, text, status })),
    violations,
  }
}
