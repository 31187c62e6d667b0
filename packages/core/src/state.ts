/** The state of a session, as its events build it. Read-only data, declared once; only the reducer makes a new one. */

import * as v from 'valibot'
import {
  count,
  emptyOf,
  flag,
  jsonValue,
  listOf,
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

/** Turn and seq of an event, and its time in milliseconds since 1970. */
const moment = shape({ turn: count, seq: ordinal, at: v.number() })
export type Moment = v.InferOutput<typeof moment>

const todoItem = shape({
  key: text,
  id: text,
  text,
  status: todoStatus,
  reason: textOrNull,
  parent: textOrNull,
  dependencies: listOf(text),
  /** The text in the form that a person sees while it is worked on. */
  activeForm: textOrNull,
  priority: textOrNull,
  owner: textOrNull,
  notes: textOrNull,
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
/** How far the list is: `reviewing` is what is neither empty, all pending nor under way, in the scheme that has no completion. */
export type Phase = v.InferOutput<typeof phase>

/** What the agent is to be told and was not yet: a nag, a continuation, an edit of the list by somebody else. */
const undelivered = shape({ id: text, kind: v.picklist(['nag', 'continuation', 'edit']), text, seq: ordinal })
export type Undelivered = v.InferOutput<typeof undelivered>

/** What is counted of one of those who work on the list. Turns in the supervisor's counters are those of this actor. */
const actorEntries = {
  /** Null: the session's one agent, where nobody is named. */
  actor: v.nullable(actor),
  run: shape({
    number: count,
    trigger: runTrigger,
    open: flag,
    turns: count,
    /** Work done in it: calls of other tools, and updates that changed something. */
    work: count,
    answer: textOrNull,
  }),
  turn: shape({
    number: count,
    /** Its number among those of its actor, from 1; the same where there is one. */
    own: count,
    open: flag,
    /** Calls of todo tools in it, refused ones and queries included. */
    todoCalls: count,
    updates: count,
    rejections: count,
    otherCalls: count,
    /** The todo tools that were called in it to write, refused calls included, in order. */
    writers: listOf(text),
    /** What other tools were called with in it, cut, by the ids of the calls. */
    called: recordOf(text),
    /** The list and the goal before its first update, which a roll-back restores, and that update's event id. */
    before: v.nullable(shape({ items: listOf(todoItem), goal: textOrNull, update: text })),
  }),
  /** Turns with tool calls since the last update, since the last call of a todo tool, and since that or the run's start. */
  turnsSinceUpdate: count,
  turnsSinceCall: count,
  turnsSinceCallInRun: count,
  /** What happened since the list was last updated, or the model reminded of it; `writes` are calls that changed something. */
  unlisted: shape({ writes: count, failedChecks: count, subagents: count }),
  /** The check that failed last, by its call, until it passes: in how many turns, and the last of them. */
  failing: v.nullable(shape({ check: text, turns: count, lastTurn: count })),
  nags: shape({
    issued: count,
    lastTurn: v.nullable(v.number()),
    level: count,
    /** The threshold that the last one came at, where the policy adapts it. */
    threshold: v.nullable(v.number()),
    answeredTurn: v.nullable(v.number()),
    updatedTurn: v.nullable(v.number()),
  }),
  continuations: shape({
    /** Continuations and nudges used since the last fresh input. */
    used: v.number(),
    /** The run's text at the last continuation, to see an identical answer. */
    lastAnswer: textOrNull,
    lastCause: textOrNull,
    /** True from a continuation until the run that it asks for is over. */
    open: flag,
    /** Continuations by cause that no call of a todo tool has followed, since the last fresh input. */
    unheeded: recordOf(count),
    closedBefore: count,
  }),
  /** Guards ask for a list that is in step. `suppressed`: from the end of such an episode until a todo tool is called they are silent. */
  guard: shape({ blocked: v.nullable(blockedGuard), suppressed: flag }),
  undelivered: listOf(undelivered),
  /** Where control went when the last run ended; null while a run is under way and before the first. */
  yielded: v.nullable(shape({ to: yieldTarget, waitingFor: textOrNull })),
  /** The first event by which others changed the list since it was shown to it; 0: the list that it found never was. Null: it knows the list. */
  unshown: v.nullable(count),
  /** The event since which it has not looked at the list, in part at least: its beginning, a query, what showed it the list. */
  looked: count,
}
const actorState = shape(actorEntries)
export interface ActorState extends v.InferOutput<typeof actorState> {}

/**
 * Everything that the events of a session say. Its run, its turn and its counters are those of `actor`, whom the last event
 * was about, the current actor; those of the others stand in `otherActors`.
 */
export const sessionState = shape({
  ...actorEntries,
  session: text,
  profile: text,
  rules: listOf(ruleInForce),
  /** True where the session is a recording: its outcomes are facts and the supervisor is off. */
  recorded: flag,
  goal: textOrNull,
  items: listOf(todoItem),
  phases: phaseScheme,
  phase,
  seq: count,
  /** The time of the last event in milliseconds since 1970; 0 before the first. */
  at: v.number(),
  /** Who was current last comes last. Of the sub-agents that are not at work the last 50: one that comes back later is counted anew. */
  otherActors: listOf(actorState),
  runs: count,
  turns: count,
  /** Where several change the list: the event by which an item was changed last, by its key, and who did it. */
  changed: recordOf(shape({ seq: ordinal, actor: v.nullable(actor) })),
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
  skippedRules: listOf(text),
})
export interface SessionState extends v.InferOutput<typeof sessionState> {}

export const initialState: SessionState = emptyOf(sessionState)
