/** What a host does with a session, as plain data: a list of these is a whole session, the same at each drive. */

import type { JsonValue } from '../../events.js'

/** A call of one of the profile's todo tools. */
export interface TodoToolCall {
  /** The kind of call. */
  readonly kind: 'todo'
  /** The tool's name. */
  readonly tool: string
  /** What the model gives it. */
  readonly input: JsonValue
  /** True where the host asks once more under the same call id, as one does that lost the answer. */
  readonly asksAgain: boolean
}

/** A call of another tool. */
export interface WorkCall {
  /** The kind of call. */
  readonly kind: 'work'
  /** The tool's name. */
  readonly tool: string
  /** What the model gives it. */
  readonly input: JsonValue
  /** Whether it worked. */
  readonly ok: boolean
}

/** A call in a turn. */
export type StepCall = TodoToolCall | WorkCall

/** A model response with tool calls. */
export interface TurnStep {
  /** The kind of step. */
  readonly do: 'turn'
  /** Its calls, at least one. */
  readonly calls: readonly StepCall[]
  /** True where its todo calls are decided together, before the other calls. */
  readonly together: boolean
  /** How it ends; after a crash the session is opened again over the same store. */
  readonly ending: 'ended' | 'interrupted' | 'crashed'
}

/** Turns with one call of another tool each. */
export interface WorkStep {
  /** The kind of step. */
  readonly do: 'work'
  /** How many. */
  readonly turns: number
}

/**
 * What starts the run after an answer. `continuation` and `wake` follow the supervisor where it continues and are a
 * user's input where it stops; a `reply` or `subagent` that the budget has no room for is followed by a user's input.
 */
export type NextInput = 'continuation' | 'wake' | 'user' | 'external' | 'reply' | 'subagent'

/** A model response without tool calls; it ends the run, and another begins. */
export interface AnswerStep {
  /** The kind of step. */
  readonly do: 'answer'
  /** What the model says. */
  readonly text: string
  /** False where the answer was cut off. */
  readonly complete: boolean
  /** What the session waits for where it is parked, else null. */
  readonly waitingFor: string | null
  /** True where the host crashes once the run has ended. */
  readonly crashed: boolean
  /** What starts the next run. */
  readonly next: NextInput
}

/** The host compacts the conversation. */
export interface CompactionStep {
  /** The kind of step. */
  readonly do: 'compact'
}

/** Work moves to a child session and comes back. */
export interface DelegationStep {
  /** The kind of step. */
  readonly do: 'delegate'
}

/** One thing that a host does. */
export type HostStep = TurnStep | WorkStep | AnswerStep | CompactionStep | DelegationStep
