/** The state of a session, as its events build it. Plain read-only data; only the reducer makes a new one. */

import type {
  Actor,
  BlockedGuard,
  JsonValue,
  PhaseScheme,
  RuleInForce,
  RunTrigger,
  TodoStatus,
  Violation,
  YieldTarget,
} from './events.js'

/** A moment in a session. */
export interface Moment {
  /** The turn, from 1; 0 before the first. */
  readonly turn: number
  /** The event's seq. */
  readonly seq: number
  /** The event's time, in milliseconds since 1970. */
  readonly at: number
}

/** One line of the checklist. */
export interface TodoItem {
  /** The internal key, never used again in its session. */
  readonly key: string
  /** The id that people and models see. */
  readonly id: string
  /** What is to be done. */
  readonly text: string
  /** How far it is. */
  readonly status: TodoStatus
  /** Why it is blocked, else null. */
  readonly reason: string | null
  /** The id of the item that this one is a part of, or null. */
  readonly parent: string | null
  /** The ids of the items that must be closed before this one. */
  readonly dependencies: readonly string[]
  /** The text in the form that a person sees while it is worked on, or null. */
  readonly activeForm: string | null
  /** The priority in the profile's words, or null. */
  readonly priority: string | null
  /** Who works on it, or null. */
  readonly owner: string | null
  /** What the model noted, or null. */
  readonly notes: string | null
  /** How long it should take, in the profile's unit, or null. */
  readonly estimate: JsonValue
  /** What else the tool keeps with it, or null. */
  readonly metadata: JsonValue
  /** When it came into the list. */
  readonly added: Moment
  /** When it was first in progress, or null. */
  readonly started: Moment | null
  /** When it was last completed or cancelled, null while it is open. */
  readonly closed: Moment | null
  /** When it was last blocked, or null. */
  readonly blocked: Moment | null
  /** Who gave it its status, or null where nobody is named. */
  readonly actor: Actor | null
}

/**
 * How far the list is: no items, all pending, work under way, neither of these (`reviewing`). Where the session's phases
 * are those of completion, none is reviewing: `continuing` while a continuation is worked off, `completed` once all is
 * closed.
 */
export type Phase = 'empty' | 'planning' | 'executing' | 'continuing' | 'reviewing' | 'completed'

/** What the agent is to be told and was not yet: a nag, a continuation, an edit of the list by somebody else. */
export interface Undelivered {
  /** The id of the event that issued it. */
  readonly id: string
  /** What it is. */
  readonly kind: 'nag' | 'continuation' | 'edit'
  /** What the model is to read. */
  readonly text: string
  /** The seq of the event that issued it. */
  readonly seq: number
}

/** What happened since the list was last updated, or the model reminded of it. */
export interface UnlistedWork {
  /** Calls that changed something, as far as they are known. */
  readonly writes: number
  /** Checks that failed. */
  readonly failedChecks: number
  /** Sub-agents that ended. */
  readonly subagents: number
}

/** What the supervisor knows of its nags. */
export interface NagCounters {
  /** Nags issued in the session. */
  readonly issued: number
  /** The turn of the last one, counted among its actor's, or null. */
  readonly lastTurn: number | null
  /** The level of the last one, or 0. */
  readonly level: number
  /** The threshold that the last one came at, where the policy adapts it; else null. */
  readonly threshold: number | null
  /** The turn of the first update after the last one, counted so, or null while there is none. */
  readonly answeredTurn: number | null
  /** The turn of the last update, counted so, or null. */
  readonly updatedTurn: number | null
}

/** What the supervisor knows of its continuations. */
export interface ContinuationCounters {
  /** Continuations and nudges used since the last fresh input. */
  readonly used: number
  /** The run's text at the last continuation, to see an identical answer; null before. */
  readonly lastAnswer: string | null
  /** The cause of the last continuation, or null. */
  readonly lastCause: string | null
  /** True from a continuation until the run that it asks for is over. */
  readonly open: boolean
  /** Continuations by cause that no call of a todo tool has followed, since the last fresh input. */
  readonly unheeded: { readonly [cause: string]: number }
  /** `closings` at the last fresh input. */
  readonly closedBefore: number
}

/** What the supervisor knows of its guards, which ask for a list that is in step. */
export interface GuardState {
  /** What a guard holds against the session, from the stop of a run that it corrected in vain to the next run; else null. */
  readonly blocked: BlockedGuard | null
  /** True from the end of such an episode until a todo tool is called: guards stay silent. */
  readonly suppressed: boolean
}

/** The run that is under way, or that ended last. */
export interface RunState {
  /** Its number in the session, from 1; 0 before the first. */
  readonly number: number
  /** What started it. */
  readonly trigger: RunTrigger
  /** True from its start until control went back. */
  readonly open: boolean
  /** Turns that it has had. */
  readonly turns: number
  /** Work done in it: calls of other tools, and updates that changed something. */
  readonly work: number
  /** The model's last message in it, or null. */
  readonly answer: string | null
}

/** The turn that is under way, or that ended last. */
export interface TurnState {
  /** Its number in the session, from 1; 0 before the first. */
  readonly number: number
  /** Its number among those of its actor, from 1; the same where there is one. */
  readonly own: number
  /** True between its start and its end. */
  readonly open: boolean
  /** Calls of todo tools in it, refused ones and queries included. */
  readonly todoCalls: number
  /** Updates that were accepted in it, queries left out. */
  readonly updates: number
  /** Calls of todo tools in it that were refused. */
  readonly rejections: number
  /** Calls of other tools in it. */
  readonly otherCalls: number
  /** The todo tools that were called in it to write, refused calls included, in order. */
  readonly writers: readonly string[]
  /** The list and the goal as they stood before its first update, for a roll-back; null before that. */
  readonly before: TurnBefore | null
}

/** What a roll-back restores. */
export interface TurnBefore {
  /** The list before the turn's first update. */
  readonly items: readonly TodoItem[]
  /** The goal before it. */
  readonly goal: string | null
  /** The event id of that update. */
  readonly update: string
}

/** Where the rules of today disagree with an event of the log. The log itself is whole. */
export interface Disagreement {
  /** The event. */
  readonly seq: number
  /** What the rules say of it. */
  readonly violations: readonly Violation[]
}

/** What is counted of one of those who work on the list. */
export interface ActorState {
  /** Who it is; null: the session's one agent, where nobody is named. */
  readonly actor: Actor | null
  /** The run under way or the last one. */
  readonly run: RunState
  /** The turn under way or the last one. */
  readonly turn: TurnState
  /** Turns with tool calls since the last call of a todo tool that counts, in this session. */
  readonly turnsSinceUpdate: number
  /** Turns with tool calls since the last call of a todo tool, refused or not. */
  readonly turnsSinceCall: number
  /** The same, counted from 0 in each run. */
  readonly turnsSinceCallInRun: number
  /** What happened that the list says nothing of yet. */
  readonly unlisted: UnlistedWork
  /** What the supervisor knows of its nags. */
  readonly nags: NagCounters
  /** What the supervisor knows of its continuations. */
  readonly continuations: ContinuationCounters
  /** What the supervisor knows of its guards. */
  readonly guard: GuardState
  /** What was issued for the agent and not yet delivered, oldest first. */
  readonly undelivered: readonly Undelivered[]
  /** Where control went when the last run ended; null while a run is under way and before the first. */
  readonly yielded: { readonly to: YieldTarget; readonly waitingFor: string | null } | null
}

/**
 * Everything that the events of a session say. Its run, its turn and its counters are those of `actor`, whom the last event
 * was about; those of the others stand in `others`.
 */
export interface SessionState extends ActorState {
  /** The session's id; empty before it was opened. */
  readonly session: string
  /** The profile's name; empty before it was opened. */
  readonly profile: string
  /** The rules in force, in the profile's checking order. */
  readonly rules: readonly RuleInForce[]
  /** True where the session is a recording: its outcomes are facts and the supervisor is off. */
  readonly recorded: boolean
  /** The list's goal, or null. */
  readonly goal: string | null
  /** The checklist, in order. */
  readonly items: readonly TodoItem[]
  /** How its phase is told. */
  readonly phases: PhaseScheme
  /** How far the list is. */
  readonly phase: Phase
  /** The seq of the last event; 0 before the first. */
  readonly seq: number
  /** The time of the last event in milliseconds since 1970; 0 before the first. */
  readonly at: number
  /**
   * The others who work on the list; the one who stood in front last comes last. Of the sub-agents that are not at work
   * the last 50: one that comes back after that is counted anew.
   */
  readonly others: readonly ActorState[]
  /** Runs that began in the session: the number of the last. */
  readonly runs: number
  /** Turns that began in the session: the number of the last. */
  readonly turns: number
  /** When the list was last updated, or null. */
  readonly lastUpdate: Moment | null
  /** Updates that were accepted in the session, queries left out. */
  readonly updates: number
  /** Calls of todo tools in the session that were refused. */
  readonly rejections: number
  /** Items that were completed or cancelled so far; one that was reopened and closed again counts twice. */
  readonly closings: number
  /** How often the conversation was compacted. */
  readonly compactions: number
  /** Item keys given out so far. */
  readonly keysUsed: number
  /** Highest id that the session gave out by counting, or 0. */
  readonly idsUsed: number
  /** Where the rules of today disagree with the log, first to last. */
  readonly disagreements: readonly Disagreement[]
  /** Rules in force that are not known here, or in another version, and so were skipped. */
  readonly skippedRules: readonly string[]
}

/** The state before the first event. */
export const initialState: SessionState = Object.freeze({
  session: '',
  profile: '',
  rules: Object.freeze([]),
  recorded: false,
  goal: null,
  items: Object.freeze([]),
  phases: 'review',
  phase: 'empty',
  seq: 0,
  at: 0,
  actor: null,
  others: Object.freeze([]),
  runs: 0,
  turns: 0,
  run: Object.freeze({ number: 0, trigger: 'unknown', open: false, turns: 0, work: 0, answer: null }),
  turn: Object.freeze({
    number: 0,
    own: 0,
    open: false,
    todoCalls: 0,
    updates: 0,
    rejections: 0,
    otherCalls: 0,
    writers: Object.freeze([]),
    before: null,
  }),
  turnsSinceUpdate: 0,
  turnsSinceCall: 0,
  turnsSinceCallInRun: 0,
  lastUpdate: null,
  updates: 0,
  rejections: 0,
  closings: 0,
  unlisted: Object.freeze({ writes: 0, failedChecks: 0, subagents: 0 }),
  nags: Object.freeze({
    issued: 0,
    lastTurn: null,
    level: 0,
    threshold: null,
    answeredTurn: null,
    updatedTurn: null,
  }),
  continuations: Object.freeze({
    used: 0,
    lastAnswer: null,
    lastCause: null,
    open: false,
    unheeded: Object.freeze({}),
    closedBefore: 0,
  }),
  guard: Object.freeze({ blocked: null, suppressed: false }),
  undelivered: Object.freeze([]),
  yielded: null,
  compactions: 0,
  keysUsed: 0,
  idsUsed: 0,
  disagreements: Object.freeze([]),
  skippedRules: Object.freeze([]),
} satisfies SessionState)

/** True while work on the item is still to be done: neither completed nor cancelled. */
export function isOpen(item: TodoItem): boolean {
  return item.status !== 'completed' && item.status !== 'cancelled'
}

/** How many of the items are completed. */
export function countCompleted(items: readonly TodoItem[]): number {
  return items.reduce((count, item) => (item.status === 'completed' ? count + 1 : count), 0)
}
