/** What `stats` counts of a session while its events pass: calls of the todo tools, reminders, characters. */

import type { RecordedPlace, TroubleSign } from '@todo-ledger/core'
import type { SessionUsage } from '../session-view/usage.js'

/** What was counted of a session. Plain data, which passes between threads. */
export interface SessionTally {
  /** The calls of its todo tools. */
  readonly calls: ListCalls
  /** The updates that were refused, in order. */
  readonly refusals: readonly Refusal[]
  /** Its nags and continuations, in order. */
  readonly reminders: readonly ReminderTally[]
  /** The signs of trouble that it showed, each once, at the end of the first turn or run in which it did. */
  readonly signs: readonly SignTally[]
  /** The characters that went through the context. */
  readonly characters: ContextCharacters
  /** What it cost; null where the recording does not say. */
  readonly usage: SessionUsage | null
}

/** The calls of a session's todo tools, by what came of them. */
export interface ListCalls {
  /** Updates that were accepted. */
  readonly accepted: number
  /** Those of the accepted that broke a rule which only flags. */
  readonly flagged: number
  /** Those of the accepted that were voided in the same turn. */
  readonly rolledBack: number
  /** Updates that were refused. */
  readonly refused: number
  /** Calls that only read the list. */
  readonly queries: number
}

/** An update that was refused. */
export interface Refusal {
  /** The turn. */
  readonly turn: number
  /** The seq of its event. */
  readonly seq: number
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** The todo tool that was called. */
  readonly tool: string
  /** The rules that it broke, in the order in which they were judged. */
  readonly rules: readonly string[]
  /** What the first of them says. */
  readonly message: string
}

/** A nag or a continuation, up to the next one, the next fresh input or the end. */
export interface ReminderTally {
  /** The seq of its event. */
  readonly seq: number
  /** Its text, cut. */
  readonly text: string
  /** How firm a nag is, from 1; null for a continuation. */
  readonly level: number | null
  /** How many updates followed, refused ones and those that changed nothing among them. */
  readonly updates: number
}

/** A sign of trouble, and when it was first seen. */
export interface SignTally extends TroubleSign {
  /** The turn. */
  readonly turn: number
  /** The seq of the event. */
  readonly seq: number
  /** Where that stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
}

/** Characters (UTF-16 units) that went through the context, by kind; a call's input counts as JSON. */
export interface ContextCharacters {
  /** Those that the list cost. */
  readonly list: ListCharacters
  /** All others. */
  readonly rest: OtherCharacters
}

/** The characters that a list cost, by kind. */
export interface ListCharacters {
  /** The inputs of accepted updates. */
  readonly updates: number
  /** The replies to them. */
  readonly replies: number
  /** Inputs and replies of calls that only read the list. */
  readonly queries: number
  /** Inputs and replies of refused updates. */
  readonly refused: number
  /** Nags. */
  readonly nags: number
  /** Continuations, as the inputs of the runs that they started. */
  readonly continuations: number
}

/** The characters that have nothing to do with a list, by kind. */
export interface OtherCharacters {
  /** What users and others put in. */
  readonly inputs: number
  /** What else was said. */
  readonly messages: number
  /** The inputs of other tools. */
  readonly calls: number
  /** The outputs of other tools. */
  readonly results: number
  /** Summaries of compacted conversations. */
  readonly summaries: number
}
