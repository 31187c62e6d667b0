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
  key: v.string(),
  id: v.string(),
  text: v.string(),
  status: todoStatus,
  reason: v.nullable(v.string()),
  parent: v.nullable(v.string()),
  dependencies: listOf(v.string()),
  /** The text in the form that a person sees while it is worked on. */
  activeForm: v.nullable(v.string()),
  priority: v.nullable(v.string()),
  owner: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  /** How long it should take, in the profile's unit, or null. */
  estimate: jsonValue,
  metadata: jsonValue,
  added: moment,
  started: v.nullable(moment),
  /** When it was last completed or cancelled, null while it is open. */
  closed: v.nullable(moment),
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
  id: v.string(),
  kind: v.picklist(['nag', 'continuation', 'edit']),
  text: v.string(),
  seq: ordinal,
})
export type Undelivered = v.InferOutput<typeof undelivered>

/** What is counted of one of those who work on the list. */
const actorEntries = {
  /** Null: the session's one agent, where nobody is named. */
  actor: v.nullable(actor),
  run: shape({
    number: count,
    trigger: runTrigger,
    /** True from its start until control went back. */
    open: v.boolean(),
    turns: count,
    /** Work done in it: calls of other tools, and updates that changed something. */
    work: count,
    answer: v.nullable(v.string()),
  }),
  turn: shape({
    number: count,
    /** Its number among those of its actor, from 1; the same where there is one. */
    own: count,
    open: v.boolean(),
    /** Calls of todo tools in it, refused ones and queries included. */
    todoCalls: count,
    updates: count,
    rejections: count,
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
    subagents: count,
  }),
  /** What the supervisor knows of its nags. Turns are counted among those of its actor. */
  nags: shape({
    issued: count,
    lastTurn: v.nullable(v.number()),
    level: count,
    /** The threshold that the last one came at, where the policy adapts it. */
    threshold: v.nullable(v.number()),
    answeredTurn: v.nullable(v.number()),
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
    closedBefore: count,
  }),
  /** What the supervisor knows of its guards, which ask for a list that is in step. */
  guard: shape({
    blocked: v.nullable(blockedGuard),
    /** True from the end of such an episode until a todo tool is called: guards stay silent. */
    suppressed: v.boolean(),
  }),
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
  rules: listOf(ruleInForce),
  /** True where the session is a recording: its outcomes are facts and the supervisor is off. */
  recorded: v.boolean(),
  goal: v.nullable(v.string()),
  items: listOf(todoItem),
  phases: phaseScheme,
  phase,
  seq: count,
  /** The time of the last event in milliseconds since 1970; 0 before the first. */
  at: v.number(),
  /**
   * The others who work on the list; who was current last comes last. Of the sub-agents that are not at work the last 50:
   * one that comes back after that is counted anew.
   */
  otherActors: listOf(actorState),
  runs: count,
  turns: count,
  lastUpdate: v.nullable(moment),
  updates: count,
  rejections: count,
  /** Items that were completed or cancelled so far; one that was reopened and closed again counts twice. */
  closings: count,
  compactions: count,
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
