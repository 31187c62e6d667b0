/** The state of a session, as its events build it. Read-only data, declared once; only the reducer makes a new one. */

import * as v from 'valibot'
import {
  count,
  flag,
  jsonValue,
  listOf,
  number,
  ordinal,
  recordOf,
  shape,
  text,
  textOrNull,
} from './declared.js'
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
  at: number,
})
export type Moment = v.InferOutput<typeof moment>

/** One line of the checklist. */
const todoItem = shape({
  /** Internal, never used again in its session. */
  key: text,
  /** What people and models see. */
  id: text,
  text,
  status: todoStatus,
  /** Why it is blocked, else null. */
  reason: textOrNull,
  /** The id of the item that this one is a part of. */
  parent: textOrNull,
  /** The ids of the items that must be closed before this one. */
  dependencies: listOf(text),
  /** The text in the form that a person sees while it is worked on. */
  activeForm: textOrNull,
  /** In the profile's words. */
  priority: textOrNull,
  owner: textOrNull,
  /** What the model noted. */
  notes: textOrNull,
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
export type TodoItem = v.InferOutput<typeof todoItem>

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
  id: text,
  kind: v.picklist(['nag', 'continuation', 'edit']),
  /** What the model is to read. */
  text,
  seq: ordinal,
})
export type Undelivered = v.InferOutput<typeof undelivered>

/** What happened since the list was last updated, or the model reminded of it. */
const unlistedWork = shape({
  /** Calls that changed something, as far as they are known. */
  writes: count,
  failedChecks: count,
  /** Sub-agents that ended. */
  subagents: count,
})
export type UnlistedWork = v.InferOutput<typeof unlistedWork>

/** What the supervisor knows of its nags. Turns are counted among those of its actor. */
const nagCounters = shape({
  issued: count,
  /** The turn of the last one. */
  lastTurn: v.nullable(number),
  /** The level of the last one, or 0. */
  level: count,
  /** The threshold that the last one came at, where the policy adapts it. */
  threshold: v.nullable(number),
  /** The turn of the first update after the last one. */
  answeredTurn: v.nullable(number),
  /** The turn of the last update. */
  updatedTurn: v.nullable(number),
})
export type NagCounters = v.InferOutput<typeof nagCounters>

/** What the supervisor knows of its continuations. */
const continuationCounters = shape({
  /** Continuations and nudges used since the last fresh input. */
  used: number,
  /** The run's text at the last continuation, to see an identical answer. */
  lastAnswer: textOrNull,
  lastCause: textOrNull,
  /** True from a continuation until the run that it asks for is over. */
  open: flag,
  /** Continuations by cause that no call of a todo tool has followed, since the last fresh input. */
  unheeded: recordOf(count),
  /** `closings` at the last fresh input. */
  closedBefore: count,
})
export type ContinuationCounters = v.InferOutput<typeof continuationCounters>

/** What the supervisor knows of its guards, which ask for a list that is in step. */
const guardState = shape({
  /** What a guard holds against the session, from the stop of a run that it corrected in vain to the next run. */
  blocked: v.nullable(blockedGuard),
  /** True from the end of such an episode until a todo tool is called: guards stay silent. */
  suppressed: flag,
})
export type GuardState = v.InferOutput<typeof guardState>

/** The run that is under way, or that ended last. */
const runState = shape({
  /** Its number in the session, from 1; 0 before the first. */
  number: count,
  trigger: runTrigger,
  /** True from its start until control went back. */
  open: flag,
  turns: count,
  /** Work done in it: calls of other tools, and updates that changed something. */
  work: count,
  /** The model's last message in it. */
  answer: textOrNull,
})
export type RunState = v.InferOutput<typeof runState>

/** The list and the goal before a turn's first update, which a roll-back restores, and that update's event id. */
const turnBefore = shape({ items: listOf(todoItem), goal: textOrNull, update: text })
export type TurnBefore = v.InferOutput<typeof turnBefore>

/** The turn that is under way, or that ended last. */
const turnState = shape({
  /** Its number in the session, from 1; 0 before the first. */
  number: count,
  /** Its number among those of its actor, from 1; the same where there is one. */
  own: count,
  open: flag,
  /** Calls of todo tools in it, refused ones and queries included. */
  todoCalls: count,
  /** Updates that were accepted in it, queries left out. */
  updates: count,
  /** Calls of todo tools in it that were refused. */
  rejections: count,
  /** Calls of other tools in it. */
  otherCalls: count,
  /** The todo tools that were called in it to write, refused calls included, in order. */
  writers: listOf(text),
  before: v.nullable(turnBefore),
})
export type TurnState = v.InferOutput<typeof turnState>

/** Where the rules of today disagree with an event of the log. The log itself is whole. */
const disagreement = shape({ seq: ordinal, violations: listOf(violation) })
export type Disagreement = v.InferOutput<typeof disagreement>

/** What is counted of one of those who work on the list. */
const actorEntries = {
  /** Null: the session's one agent, where nobody is named. */
  actor: v.nullable(actor),
  run: runState,
  turn: turnState,
  /** Turns with tool calls since the last call of a todo tool that counts, in this session. */
  turnsSinceUpdate: count,
  /** Turns with tool calls since the last call of a todo tool, refused or not. */
  turnsSinceCall: count,
  /** The same, counted from 0 in each run. */
  turnsSinceCallInRun: count,
  /** What happened that the list says nothing of yet. */
  unlisted: unlistedWork,
  nags: nagCounters,
  continuations: continuationCounters,
  guard: guardState,
  /** What was issued for the agent and not yet delivered, oldest first. */
  undelivered: listOf(undelivered),
  /** Where control went when the last run ended; null while a run is under way and before the first. */
  yielded: v.nullable(shape({ to: yieldTarget, waitingFor: textOrNull })),
}
const actorState = shape(actorEntries)
export type ActorState = v.InferOutput<typeof actorState>

/**
 * Everything that the events of a session say. Its run, its turn and its counters are those of `actor`, whom the last event
 * was about; those of the others stand in `others`.
 */
export const sessionState = shape({
  ...actorEntries,
  /** Empty before it was opened. */
  session: text,
  profile: text,
  /** In the profile's checking order. */
  rules: listOf(ruleInForce),
  /** True where the session is a recording: its outcomes are facts and the supervisor is off. */
  recorded: flag,
  goal: textOrNull,
  /** In order. */
  items: listOf(todoItem),
  phases: phaseScheme,
  phase,
  /** The seq of the last event; 0 before the first. */
  seq: count,
  /** The time of the last event in milliseconds since 1970; 0 before the first. */
  at: number,
  /**
   * The others who work on the list; the one who stood in front last comes last. Of the sub-agents that are not at work
   * the last 50: one that comes back after that is counted anew.
   */
  others: listOf(actorState),
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
  /** First to last. */
  disagreements: listOf(disagreement),
  /** Rules in force that are not known here, or in another version, and so were skipped. */
  skippedRules: listOf(text),
})
export type SessionState = v.InferOutput<typeof sessionState>

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
