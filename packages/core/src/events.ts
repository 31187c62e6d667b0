/**
 * The whole event vocabulary of a session, each shape declared once: types, checks of what is stored, and the kit's
 * arbitraries come from here. docs/background/decisions.md says why an update is one event.
 */

import * as v from 'valibot'
import { count, flag, jsonValue, listOf, ordinal, recordOf, shape, text, textOrNull } from './declared.js'

export type { JsonValue } from './declared.js'

/** Where in a recorded file an event was read from: the line, from 1; where each event is a file, its number, from 0. */
export const recordedPlace = shape({ line: count, call: v.exactOptional(text) })
export type RecordedPlace = v.InferOutput<typeof recordedPlace>

export const actor = shape({
  kind: v.picklist(['agent', 'sub-agent', 'person', 'program']),
  /** The host's name for it. It is part of what is hashed, and stays when contents are taken out of the log. */
  id: text,
})
/** Who does something in a session: its agent, one that this one sent, a human being, or any other program. */
export interface Actor extends v.InferOutput<typeof actor> {}

export const todoStatus = v.picklist(['pending', 'in_progress', 'blocked', 'completed', 'cancelled'])
export type TodoStatus = v.InferOutput<typeof todoStatus>

const ruleMode = v.picklist(['reject', 'flag', 'off'])
export type RuleMode = v.InferOutput<typeof ruleMode>

export const ruleInForce = shape({
  id: text,
  version: ordinal,
  mode: ruleMode,
  options: recordOf(jsonValue),
  /** True where the profile says `reject` and a recording's accepted outcome lowered it to `flag`. */
  lowered: flag,
})
export interface RuleInForce extends v.InferOutput<typeof ruleInForce> {}

export const violation = shape({
  rule: text,
  message: text,
  /** The id of the item that is wrong, or null where no single item is. */
  item: textOrNull,
  expected: jsonValue,
  received: jsonValue,
  fix: text,
})
export interface Violation extends v.InferOutput<typeof violation> {}

export const itemFields = [
  'id',
  'activeForm',
  'priority',
  'owner',
  'notes',
  'estimate',
  'parent',
  'dependencies',
  'metadata',
] as const
export type ItemField = (typeof itemFields)[number]
const itemField = v.picklist(itemFields)

export const change = v.variant('type', [
  shape({
    type: v.literal('added'),
    key: text,
    id: text,
    text,
    status: todoStatus,
    position: count,
    reason: v.exactOptional(textOrNull),
    /** The status that it had in the list before this log begins, null where nobody says; absent for an item that is new. */
    before: v.exactOptional(v.nullable(todoStatus)),
    fields: v.exactOptional(v.pipe(v.record(itemField, jsonValue), v.readonly())),
  }),
  shape({ type: v.literal('removed'), key: text, id: text, text, status: todoStatus }),
  shape({ type: v.literal('reworded'), key: text, from: text, to: text }),
  /** Places from 0, at the moment this change applies. */
  shape({ type: v.literal('moved'), key: text, from: count, to: count }),
  shape({ type: v.literal('status-set'), key: text, from: todoStatus, to: todoStatus, reason: textOrNull }),
  /** Null stands for no value. */
  shape({ type: v.literal('field-set'), key: text, field: itemField, from: jsonValue, to: jsonValue }),
  shape({ type: v.literal('goal-set'), from: textOrNull, to: textOrNull }),
])
/** One thing that an update does to the list. Changes apply in their order. */
export type Change = v.InferOutput<typeof change>
export type ItemAdded = Extract<Change, { readonly type: 'added' }>

const effect = v.picklist(['read', 'write', 'execute', 'delegate', 'communicate', 'think', 'unknown'])
export type Effect = v.InferOutput<typeof effect>

/**
 * What starts a run. `user` and `external` are fresh input and reset budgets; `continuation` and `wake` are the
 * supervisor's own; `reply` and `subagent` spend one of the budget; `unknown` does neither.
 */
export const runTrigger = v.picklist([
  'unknown',
  'user',
  'external',
  'continuation',
  'wake',
  'reply',
  'subagent',
])
export const runTriggers = runTrigger.options
export type RunTrigger = v.InferOutput<typeof runTrigger>

export const yieldTarget = v.picklist(['idle', 'dormant', 'waiting'])
export type YieldTarget = v.InferOutput<typeof yieldTarget>

/**
 * How a session's phase is told. `review`: what is neither all pending nor in progress is under review. `completion`:
 * work that is begun goes on until all is closed, and a continuation is a phase of its own.
 */
export const phaseScheme = v.picklist(['review', 'completion'])
export type PhaseScheme = v.InferOutput<typeof phaseScheme>

/** `host`: where a process id means one process; `started`: when that was, as its machine tells, or null. */
const turnHolder = shape({ ledger: text, pid: count, host: text, started: textOrNull })
export type TurnHolder = v.InferOutput<typeof turnHolder>

/** What a guard, named by the cause of its continuations, holds against a session whose corrections were in vain. */
export const blockedGuard = shape({ guard: text, message: text })
export type BlockedGuard = v.InferOutput<typeof blockedGuard>

/** What a reader answered to the page of a completion. */
const completionAnswer = shape({
  verdict: v.picklist(['done', 'partly', 'not_done', 'cannot_tell']),
  /** How probable it is that the item was not wholly done, 0 to 100. */
  p: v.number(),
  parts: listOf(shape({ part: text, done: flag, line: v.nullable(v.number()) })),
  /** The line, or the event of a live session, of the step that decides; null where none does. */
  line: v.nullable(v.number()),
  quote: text,
  why: text,
})
export type CompletionAnswer = v.InferOutput<typeof completionAnswer>

/** True where it showed the list to an agent that did not know of all that others had changed. */
const seen = v.exactOptional(flag)

/** What every call of a todo tool says, accepted or not. */
const todoCall = {
  /** The model's id of the call, or the one that the session gave it. */
  call: text,
  tool: text,
  input: v.unknown(),
  reply: text,
  /** True where a person or a program made it beside the turns (`session.edit`): `reply` is what the agent is told next. */
  edit: v.exactOptional(flag),
  seen,
}

const subagent = shape({ child: text, call: textOrNull })

/**
 * What a tool stated against a completion: `kind` is such as `never-ran`, `asked` the words of the item that ask for it,
 * `needs` what would change it, as an instruction.
 */
const statedFact = shape({ kind: text, asked: text, quote: text, sentence: text, needs: text })

export const eventShapes = {
  'session.opened': shape({
    profile: text,
    settings: recordOf(jsonValue),
    rules: listOf(ruleInForce),
    goal: textOrNull,
    source: v.nullable(shape({ format: text, file: text })),
    parent: textOrNull,
    /** `review` where absent. */
    phases: v.exactOptional(phaseScheme),
    /** Only todo calls come to it, as to an MCP server; the client's own recording is found by the folder in which it works. */
    todoCallsOnly: v.exactOptional(shape({ folder: textOrNull })),
  }),
  'run.started': shape({
    trigger: runTrigger,
    text,
    /** The ids of the issued nags and continuations that this input delivers. */
    delivers: listOf(text),
    /** True where it woke a dormant session: a new activation, whose budget is whole. */
    woke: v.exactOptional(flag),
    /** Whose run it begins, where several work on the list; absent: that of the one agent that nobody names. */
    agent: v.exactOptional(actor),
    seen,
  }),
  'turn.started': shape({
    delivers: listOf(text),
    /** Who has it under way; absent in a recording, and where nobody says. */
    holder: v.exactOptional(turnHolder),
    seen,
  }),
  'turn.ended': shape({ interrupted: flag }),
  'todos.updated': shape({
    ...todoCall,
    changes: listOf(change),
    /** True where ids are mere positions: the reducer numbers the items anew, from 1. */
    numbered: flag,
    query: flag,
    /** The rules that it broke and that stopped nothing; `unconfirmed` where the recorded call has no result. */
    flags: listOf(violation),
    /** The rules set to `reject` that it broke all the same, of those in `flags`. Absent where there are none. */
    waivedRules: v.exactOptional(listOf(text)),
    /** What tools stated against its completions, by item key, where a gate is on. */
    contradictions: v.exactOptional(recordOf(listOf(statedFact))),
  }),
  /** An update broke a rule, or the recording says that it was refused. State is untouched. */
  'todos.rejected': shape({
    ...todoCall,
    violations: listOf(violation),
    /** The key is null where the refused update would have added the item. */
    contradicted: v.exactOptional(listOf(shape({ key: textOrNull, text, facts: listOf(statedFact) }))),
  }),
  /** A later call in the same turn voided an accepted update. */
  'todos.rolled-back': shape({ update: text, changes: listOf(change), numbered: flag }),
  'tool.called': shape({ call: text, name: text, input: v.unknown() }),
  'tool.returned': shape({
    call: text,
    ok: v.nullable(flag),
    output: text,
    effect,
    /** True where the call was a check: tests, a build, a linter, a type check, running the program. */
    verify: flag,
  }),
  'message.recorded': shape({ role: v.picklist(['assistant', 'user']), text }),
  'nag.issued': shape({
    /** `recorded` where the recording gives the nag. */
    policy: text,
    level: count,
    text,
    turnsSinceUpdate: count,
    /** The threshold in turns that it came at, where the policy adapts it. */
    threshold: v.exactOptional(count),
    watcher: textOrNull,
  }),
  'continuation.issued': shape({
    /** Such as `todos-open`; `recorded` where the recording gives it. */
    cause: text,
    /** How much of the budget is used, this one included. */
    used: count,
    budget: v.nullable(v.number()),
    prompt: text,
    watcher: textOrNull,
  }),
  /** The supervisor did not continue although it could have, for a reason such as `budget` or `identical-answer`. */
  'continuation.stopped': shape({ reason: text, blocked: v.exactOptional(blockedGuard) }),
  'context.compacted': shape({ summary: textOrNull }),
  'subagent.started': subagent,
  'subagent.ended': subagent,
  /** Control went back from the agent, for a reason such as `no-open-todos`. */
  'session.yielded': shape({ to: yieldTarget, waitingFor: textOrNull, reason: textOrNull }),
  /** Contents of earlier events were taken out of the log. What this event does not name was not touched. */
  'session.redacted': shape({
    reason: text,
    /** The events whose data was erased whole. */
    erased: listOf(shape({ from: ordinal, to: ordinal })),
    /** The events in whose data texts were replaced, with the salted digest of their data since then. */
    replaced: listOf(shape({ seq: ordinal, digest: text })),
  }),
  /** A reader of meaning answered to the page of a completion: beside the session, with turn and time of the event before. */
  'completion.read': shape({
    item: text,
    call: text,
    page: text,
    /** The digest of page and question: another page, or another question, is another one to ask. */
    digest: text,
    question: ordinal,
    reader: text,
    model: text,
    asked: textOrNull,
    /** In US dollars. */
    cost: v.nullable(v.number()),
    answer: v.nullable(completionAnswer),
  }),
  /** What is left of an event whose data was erased: its type and version. Reading gives it; it is never stored. */
  'event.erased': shape({ type: text, version: ordinal }),
}

export type EventType = keyof typeof eventShapes

export type EventDataByType = { readonly [Type in EventType]: v.InferOutput<(typeof eventShapes)[Type]> }
export type TodosUpdatedData = EventDataByType['todos.updated']
export type RecordingSource = NonNullable<EventDataByType['session.opened']['source']>
export type TodoCallsOnly = NonNullable<EventDataByType['session.opened']['todoCallsOnly']>
export type TodosRejectedData = EventDataByType['todos.rejected']
export type ContradictedItem = NonNullable<TodosRejectedData['contradicted']>[number]
export type StatedFact = v.InferOutput<typeof statedFact>
export type SessionRedactedData = EventDataByType['session.redacted']
export type SeqRange = SessionRedactedData['erased'][number]
export type CompletionReadData = EventDataByType['completion.read']

export interface EventOf<Type extends EventType> {
  /** The idempotency key: the same id twice is the same event once. */
  readonly id: string
  readonly session: string
  readonly seq: number
  /** From 1; 0 before the first. What happens between the turns of its actor has the last number that there is. */
  readonly turn: number
  readonly at: Date
  readonly type: Type
  readonly version: number
  readonly data: EventDataByType[Type]
  readonly source?: RecordedPlace
  /** Who did it, or for whom the session did it, as it does a reminder. Absent where the host names nobody: `actorOf` says whom that means. */
  readonly actor?: Actor
  readonly hash?: string
  /** True where texts in its data were replaced, or its data erased, after it was stored. */
  readonly redacted?: true
}

export type TodoEvent = { [Type in EventType]: EventOf<Type> }[EventType]
/** The version that each event type's data is written with: the first. Another comes with a step in `store/upcast.ts`. */
export const eventVersions = Object.fromEntries(
  Object.keys(eventShapes).map((type) => [type, 1]),
) as Readonly<Record<EventType, number>> // its keys are those of the shapes
