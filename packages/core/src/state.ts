/** The state of a session, as its events build it. Read-only data, declared once; only the reducer makes a new one. */

import * as v from 'valibot'
import { count, emptyOf, jsonValue, listOf, ordinal, recordOf, shape } from './declared.js'
import {
  actor,
  blockedGuard,
  phaseScheme,
  ruleInForce,
  runTrigger,
  todoStatus,
  violation,
  yieldTarget,
} from './events.js'

/** A moment in a session. */
const moment = shape({
  /** From 1; 0 before the first. */
  turn: count,
  seq: ordinal,
  /** The event's time, in milliseconds since 1970. */
  at: v.number(),
})
export type Moment = v.InferOutput<typeof moment>

/** One line of the checklist. */
const todoItem = shape({
  /** Internal, never used again in its session. */
  key: v.string(),
  /** What people and models see. */
  id: v.string(),
  text: v.string(),
  status: todoStatus,
  /** Why it is blocked, else null. */
  reason: v.nullable(v.string()),
  /** The id of the item that this one is a part of. */
  parent: v.nullable(v.string()),
  /** The ids of the items that must be closed before this one. */
  dependencies: listOf(v.string()),
  /** The text in the form that a person sees while it is worked on. */
  activeForm: v.nullable(v.string()),
  /** In the profile's words. */
  priority: v.nullable(v.string()),
  owner: v.nullable(v.string()),
  /** What the model noted. */
  notes: v.nullable(v.string()),
  /** How long it should take, in the profile's unit, or null. */
  estimate: jsonValue,
  /** What else the tool keeps with it, or null. */
  metadata: jsonValue,
  added: moment,
  /** When it was first in progress. */
  started: v.nullable(moment),
  /** When it was last completed or cancelled, null while it is open. */
  closed: v.nullable(moment),
  /** When it was last blocked. */
  blocked: v.nullable(moment),
  /** Who gave it its status, or null where nobody is named. */
  actor: v.nullable(actor),
})
export interface TodoItem extends v.InferOutput<typeof todoItem> {}

const phase = v.picklist(['empty', 'planning', 'executing', 'continuing', 'reviewing', 'completed'])
/**
 * How far the list is: no items, all pending, work under way, neither of these (`reviewing`). Where the session's phases
 * are those of completion, none is reviewing: `continuing` while a continuation is worked off, `completed` once all is
 * closed.
 */
export type Phase = v.InferOutput<typeof phase>

/** What the agent is to be told and was not yet: a nag, a continuation, an edit of the list by somebody else. */
const undelivered = shape({
  /** The id of the event that issued it. */
  id: v.string(),
  kind: v.picklist(['nag', 'continuation', 'edit']),
  /** What the model is to read. */
  text: v.string(),
  seq: ordinal,
})
export type Undelivered = v.InferOutput<typeof undelivered>

/** What is counted of one of those who work on the list. */
const actorEntries = {
  /** Null: the session's one agent, where nobody is named. */
  actor: v.nullable(actor),
  /** The run that is under way, or that ended last. */
  run: shape({
    /** Its number in the session, from 1; 0 before the first. */
    number: count,
    trigger: runTrigger,
    /** True from its start until control went back. */
    open: v.boolean(),
    turns: count,
    /** Work done in it: calls of other tools, and updates that changed something. */
    work: count,
    /** The model's last message in it. */
    answer: v.nullable(v.string()),
  }),
  /** The turn that is under way, or that ended last. */
  turn: shape({
    /** Its number in the session, from 1; 0 before the first. */
    number: count,
    /** Its number among those of its actor, from 1; the same where there is one. */
    own: count,
    open: v.boolean(),
    /** Calls of todo tools in it, refused ones and queries included. */
    todoCalls: count,
    /** Updates that were accepted in it, queries left out. */
    updates: count,
    /** Calls of todo tools in it that were refused. */
    rejections: count,
    /** Calls of other tools in it. */
    otherCalls: count,
    /** The todo tools that were called in it to write, refused calls included, in order. */
    writers: listOf(v.string()),
    /** The list and the goal before its first update, which a roll-back restores, and that update's event id. */
    before: v.nullable(shape({ items: listOf(todoItem), goal: v.nullable(v.string()), update: v.string() })),
  }),
  /** Turns with tool calls since the last call of a todo tool that counts, in this session. */
  turnsSinceUpdate: count,
  /** Turns with tool calls since the last call of a todo tool, refused or not. */
  turnsSinceCall: count,
  /** The same, counted from 0 in each run. */
  turnsSinceCallInRun: count,
  /** What happened since the list was last updated, or the model reminded of it. */
  unlisted: shape({
    /** Calls that changed something, as far as they are known. */
    writes: count,
    failedChecks: count,
    /** Sub-agents that ended. */
    subagents: count,
  }),
  /** What the supervisor knows of its nags. Turns are counted among those of its actor. */
  nags: shape({
    issued: count,
    /** The turn of the last one. */
    lastTurn: v.nullable(v.number()),
    /** The level of the last one, or 0. */
    level: count,
    /** The threshold that the last one came at, where the policy adapts it. */
    threshold: v.nullable(v.number()),
    /** The turn of the first update after the last one. */
    answeredTurn: v.nullable(v.number()),
    /** The turn of the last update. */
    updatedTurn: v.nullable(v.number()),
  }),
  /** What the supervisor knows of its continuations. */
  continuations: shape({
    /** Continuations and nudges used since the last fresh input. */
    used: v.number(),
    /** The run's text at the last continuation, to see an identical answer. */
    lastAnswer: v.nullable(v.string()),
    lastCause: v.nullable(v.string()),
    /** True from a continuation until the run that it asks for is over. */
    open: v.boolean(),
    /** Continuations by cause that no call of a todo tool has followed, since the last fresh input. */
    unheeded: recordOf(count),
    /** `closings` at the last fresh input. */
    closedBefore: count,
  }),
  /** What the supervisor knows of its guards, which ask for a list that is in step. */
  guard: shape({
    /** What a guard holds against the session, from the stop of a run that it corrected in vain to the next run. */
    blocked: v.nullable(blockedGuard),
    /** True from the end of such an episode until a todo tool is called: guards stay silent. */
    suppressed: v.boolean(),
  }),
  /** What was issued for the agent and not yet delivered, oldest first. */
  undelivered: listOf(undelivered),
  /** Where control went when the last run ended; null while a run is under way and before the first. */
  yielded: v.nullable(shape({ to: yieldTarget, waitingFor: v.nullable(v.string()) })),
}
const actorState = shape(actorEntries)
export interface ActorState extends v.InferOutput<typeof actorState> {}

/**
 * Everything that the events of a session say. Its run, its turn and its counters are those of `actor`, whom the last event
 * was about, the current actor; those of the others stand in `otherActors`.
 */
export const sessionState = shape({
  ...actorEntries,
  /** Empty before it was opened. */
  session: v.string(),
  profile: v.string(),
  /** In the profile's checking order. */
  rules: listOf(ruleInForce),
  /** True where the session is a recording: its outcomes are facts and the supervisor is off. */
  recorded: v.boolean(),
  goal: v.nullable(v.string()),
  /** In order. */
  items: listOf(todoItem),
  phases: phaseScheme,
  phase,
  /** The seq of the last event; 0 before the first. */
  seq: count,
  /** The time of the last event in milliseconds since 1970; 0 before the first. */
  at: v.number(),
  /**
   * The others who work on the list; who was current last comes last. Of the sub-agents that are not at work the last 50:
   * one that comes back after that is counted anew.
   */
  otherActors: listOf(actorState),
  /** Runs that began in the session: the number of the last. */
  runs: count,
  /** Turns that began in the session: the number of the last. */
  turns: count,
  lastUpdate: v.nullable(moment),
  /** Updates that were accepted in the session, queries left out. */
  updates: count,
  /** Calls of todo tools in the session that were refused. */
  rejections: count,
  /** Items that were completed or cancelled so far; one that was reopened and closed again counts twice. */
  closings: count,
  /** How often the conversation was compacted. */
  compactions: count,
  /** Item keys given out so far. */
  keysUsed: count,
  /** Highest id that the session gave out by counting, or 0. */
  idsUsed: count,
  /** Where the rules of today disagree with an event of the log, first to last. The log itself is whole. */
  disagreements: listOf(shape({ seq: ordinal, violations: listOf(violation) })),
  /** Rules in force that are not known here, or in another version, and so were skipped. */
  skippedRules: listOf(v.string()),
})
export interface SessionState extends v.InferOutput<typeof sessionState> {}

/** The state before the first event. */
export const initialState: SessionState = emptyOf(sessionState)
