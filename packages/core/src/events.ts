/**
 * The whole event vocabulary of a session, each shape declared once: types, checks of what is stored, and the kit's
 * arbitraries come from here. docs/background/decisions.md says why an update is one event.
 */

import * as v from 'valibot'
import {
  anything,
  count,
  flag,
  type JsonValue,
  jsonValue,
  listOf,
  number,
  ordinal,
  recordOf,
  shape,
  text,
  textOrNull,
} from './declared.js'

export type { JsonValue }

/** Where in a recorded file an event was read from, so that a person can open the recording at the place. */
export const recordedPlace = shape({
  /** The line of the recorded file, from 1; where each event is a file of its own, the event's number, from 0. */
  line: count,
  call: v.exactOptional(text),
})
export type RecordedPlace = v.InferOutput<typeof recordedPlace>

export const actor = shape({
  kind: v.picklist(['agent', 'sub-agent', 'person', 'program']),
  /** The host's name for it. It is part of what is hashed, and stays when contents are taken out of the log. */
  id: text,
})
/** Who does something in a session: its agent, one that this one sent, a human being, or any other program. */
export type Actor = v.InferOutput<typeof actor>
export type ActorKind = Actor['kind']

export const todoStatus = v.picklist(['pending', 'in_progress', 'blocked', 'completed', 'cancelled'])
export type TodoStatus = v.InferOutput<typeof todoStatus>

const ruleMode = v.picklist(['reject', 'flag', 'off'])
/** What a rule does to an update that breaks it: refuse it, mark it, or nothing. */
export type RuleMode = v.InferOutput<typeof ruleMode>

/** A rule as a session has it in force, so that a log replays without its profile's code. */
export const ruleInForce = shape({
  id: text,
  version: ordinal,
  mode: ruleMode,
  options: recordOf(jsonValue),
  /** True where the profile says `reject` and a recording's accepted outcome lowered it to `flag`. */
  lowered: flag,
})
export type RuleInForce = v.InferOutput<typeof ruleInForce>

export const violation = shape({
  rule: text,
  message: text,
  /** The id of the item that is wrong, or null where no single item is. */
  item: textOrNull,
  expected: jsonValue,
  received: jsonValue,
  /** One sentence that says how to mend the call. */
  fix: text,
})
/** One thing that is wrong with an update. Data, never thrown by itself. */
export type Violation = v.InferOutput<typeof violation>

/** The fields of an item that `field-set` can change. */
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

const changes = {
  added: shape({
    type: v.literal('added'),
    /** Internal, never used again in its session. */
    key: text,
    /** What people and models see. */
    id: text,
    text,
    status: todoStatus,
    /** The place in the list that it takes, from 0. */
    position: count,
    /** Why it is blocked, where it starts blocked. */
    reason: v.exactOptional(textOrNull),
    /**
     * The status that it had in the list before this log begins, null where nobody says; absent for an item that is new.
     * What was completed before is no completion of this log.
     */
    before: v.exactOptional(v.nullable(todoStatus)),
    /** What the profile adds to an item. */
    fields: v.exactOptional(v.pipe(v.record(v.picklist(itemFields), jsonValue), v.readonly())),
  }),
  removed: shape({ type: v.literal('removed'), key: text, id: text, text, status: todoStatus }),
  reworded: shape({ type: v.literal('reworded'), key: text, from: text, to: text }),
  /** Places from 0, at the moment this change applies. */
  moved: shape({ type: v.literal('moved'), key: text, from: count, to: count }),
  /** Its status changed, or the reason of its block. */
  'status-set': shape({
    type: v.literal('status-set'),
    key: text,
    from: todoStatus,
    to: todoStatus,
    /** Why it is blocked, else null. */
    reason: textOrNull,
  }),
  /** Null stands for no value. */
  'field-set': shape({
    type: v.literal('field-set'),
    key: text,
    field: v.picklist(itemFields),
    from: jsonValue,
    to: jsonValue,
  }),
  'goal-set': shape({ type: v.literal('goal-set'), from: textOrNull, to: textOrNull }),
}

export const change = v.variant('type', [
  changes.added,
  changes.removed,
  changes.reworded,
  changes.moved,
  changes['status-set'],
  changes['field-set'],
  changes['goal-set'],
])
/** One thing that an update does to the list. Changes apply in their order. */
export type Change = v.InferOutput<typeof change>
export type ItemAdded = v.InferOutput<typeof changes.added>
export type ItemFieldSet = v.InferOutput<(typeof changes)['field-set']>

const effect = v.picklist(['read', 'write', 'execute', 'delegate', 'communicate', 'think', 'unknown'])
/** What a tool call did to the world, by kind. */
export type Effect = v.InferOutput<typeof effect>

/**
 * What starts a run. `user` and `external` are fresh input and reset budgets; `continuation` and `wake` are the
 * supervisor's own; `reply` and `subagent` spend one of the budget; `unknown` does neither.
 */
export const runTrigger = v.picklist([
  'user',
  'external',
  'continuation',
  'wake',
  'reply',
  'subagent',
  'unknown',
])
export type RunTrigger = v.InferOutput<typeof runTrigger>

export const yieldTarget = v.picklist(['idle', 'dormant', 'waiting'])
/** Where control went when a run ended. */
export type YieldTarget = v.InferOutput<typeof yieldTarget>

/**
 * How a session's phase is told. `review`: what is neither all pending nor in progress is under review. `completion`:
 * work that is begun goes on until all is closed, and a continuation is a phase of its own.
 */
export const phaseScheme = v.picklist(['review', 'completion'])
export type PhaseScheme = v.InferOutput<typeof phaseScheme>

/** The recording that a session was read from. */
const recordingSource = shape({
  /** The format's name, such as `neutral`. */
  format: text,
  /** The recorded file as the reader was given it. */
  file: text,
})
export type RecordingSource = v.InferOutput<typeof recordingSource>

/** Where a fork began: the session that was forked, and the seq of its last event that the fork holds. */
const forkOrigin = shape({ session: text, seq: ordinal })
export type ForkOrigin = v.InferOutput<typeof forkOrigin>

/** Where the other work of a session may be found to which only todo calls come. */
const todoCallsOnly = shape({
  /** The folder in which the client works, by which its own recording is found; null where that is not known. */
  folder: textOrNull,
})
export type TodoCallsOnly = v.InferOutput<typeof todoCallsOnly>

/** Who has a turn under way: a ledger of a process. */
const turnHolder = shape({
  /** Its own id: another ledger of the same process has another. */
  ledger: text,
  pid: count,
  /** The machine's name, a digest of its id where it has one, and in a container which of its containers: where a process id means one process. */
  host: text,
  /** When the process started, as its machine tells; null where it does not. */
  started: textOrNull,
})
export type TurnHolder = v.InferOutput<typeof turnHolder>

/** What a guard holds against a session whose corrections were in vain. */
export const blockedGuard = shape({
  /** The guard: the cause of its continuations, such as `finalization`. */
  guard: text,
  /** What is wrong, in a sentence. */
  message: text,
})
export type BlockedGuard = v.InferOutput<typeof blockedGuard>

/** What another host had counted when its list was taken over. */
const carriedCounters = shape({
  /** Turns with tool calls since the last call of the todo tool. */
  turnsSinceCall: count,
  /** Null where there was no nag. */
  turnsSinceNag: v.nullable(count),
  /** Continuations by cause that no call of a todo tool has followed. */
  unheeded: recordOf(count),
  blocked: v.nullable(blockedGuard),
  /** Whether guards stay silent until the todo tool is called. */
  suppressed: flag,
  /** The cause of a continuation whose run is still to come or under way, or null. */
  continuing: textOrNull,
})
export type CarriedCounters = v.InferOutput<typeof carriedCounters>

/** An item whose completion a gate refused. */
const unsupportedItem = shape({
  /** Null where the refused update would have added it. */
  key: textOrNull,
  /** Its text in the refused call. */
  text,
  /** The support that its completion had, 0 to 1. */
  support: number,
})
export type UnsupportedItem = v.InferOutput<typeof unsupportedItem>

/** Seqs from the first to the last. */
const seqRange = shape({ from: ordinal, to: ordinal })
export type SeqRange = v.InferOutput<typeof seqRange>

const readerVerdict = v.picklist(['done', 'partly', 'not_done', 'cannot_tell'])
/** What a reader of meaning says of a completion; `cannot_tell` where the page does not show it. */
export type ReaderVerdict = v.InferOutput<typeof readerVerdict>

/** One part of an item as a reader split it. */
const answeredPart = shape({
  /** Verb and object. */
  part: text,
  done: flag,
  /** The line or event of the step that shows it, or null. */
  line: v.nullable(number),
})
export type AnsweredPart = v.InferOutput<typeof answeredPart>

/** What a reader answered to the page of a completion. */
const completionAnswer = shape({
  verdict: readerVerdict,
  /** How probable it is that the item was not wholly done, 0 to 100. */
  p: number,
  parts: listOf(answeredPart),
  /** The line, or the event of a live session, of the step that decides; null where none does. */
  line: v.nullable(number),
  /** Words of that step, verbatim; empty where no step decides. */
  quote: text,
  why: text,
})
export type CompletionAnswer = v.InferOutput<typeof completionAnswer>

/** What every call of a todo tool says, accepted or not. */
const todoCall = {
  /** The model's id of the call, or the one that the session gave it. */
  call: text,
  tool: text,
  /** As it came. */
  input: anything,
  /** What the model was answered. */
  reply: text,
  /**
   * True where a person or another program made it beside the turns (`session.edit`): no call of the agent's, so nothing
   * that is counted of its calls changes, and `reply` is what it is told with its next request.
   */
  edit: v.exactOptional(flag),
}

const subagent = shape({
  /** The child's session id. */
  child: text,
  /** The call that started it, or null where that is not known. */
  call: textOrNull,
})

/** The data of every event type. */
export const eventShapes = {
  'session.opened': shape({
    profile: text,
    settings: recordOf(jsonValue),
    /** In the profile's checking order. */
    rules: listOf(ruleInForce),
    goal: textOrNull,
    /** Null for a live session. */
    source: v.nullable(recordingSource),
    /** The session that started this one as a sub-agent, or null. */
    parent: textOrNull,
    /** `review` where absent. */
    phases: v.exactOptional(phaseScheme),
    /** The session's past is that one's, its future is live. */
    forkedFrom: v.exactOptional(forkOrigin),
    /** Only todo calls come to the session, as to an MCP server. Absent: its host records the other work, too. */
    todoCallsOnly: v.exactOptional(todoCallsOnly),
  }),
  /** An input arrived and a run began. */
  'run.started': shape({
    trigger: runTrigger,
    text,
    /** The ids of the issued nags and continuations that this input delivers. */
    delivers: listOf(text),
    /** True where it woke a dormant session: a new activation, whose budget is whole. */
    woke: v.exactOptional(flag),
    /** Whose run it begins, where several work on the list; absent: that of the one agent that nobody names. */
    agent: v.exactOptional(actor),
  }),
  /** A model response began. */
  'turn.started': shape({
    /** The ids of the issued nags that this turn's request delivers. */
    delivers: listOf(text),
    /** Who has it under way; absent in a recording, and where nobody says. */
    holder: v.exactOptional(turnHolder),
  }),
  /** A model response and its tool calls are over; `interrupted` when a crash or the user cut it. */
  'turn.ended': shape({ interrupted: flag }),
  /** An update passed the rules. */
  'todos.updated': shape({
    ...todoCall,
    /** In order; empty for a call that only reads the list. */
    changes: listOf(change),
    /** True where ids are mere positions: the reducer numbers the items anew, from 1. */
    numbered: flag,
    /** True where the tool only reads the list. */
    query: flag,
    /** The rules that it broke and that stopped nothing; `unconfirmed` where the recorded call has no result. */
    flags: listOf(violation),
    /**
     * The rules set to `reject` that it broke all the same, of those in `flags`: all of them for a list that was taken
     * over, `evidence-required` where the gate let go. Absent where there are none.
     */
    letPass: v.exactOptional(listOf(text)),
    /** The support of its completions by item key, where a gate is on. */
    support: v.exactOptional(recordOf(number)),
    /** What another host had counted, of a list that was taken over with it. */
    carried: v.exactOptional(carriedCounters),
  }),
  /** An update broke a rule, or the recording says that it was refused. State is untouched. */
  'todos.rejected': shape({
    ...todoCall,
    /** In the profile's checking order; at least one. */
    violations: listOf(violation),
    /** The items whose completion had too little support, where a gate refused it. */
    unsupported: v.exactOptional(listOf(unsupportedItem)),
  }),
  /** A later call in the same turn voided an accepted update. */
  'todos.rolled-back': shape({
    /** The event id of the update that is voided. */
    update: text,
    /** What brings the list back to where it was. */
    changes: listOf(change),
    /** As in the update. */
    numbered: flag,
  }),
  /** A tool that is no todo tool was called. */
  'tool.called': shape({ call: text, name: text, input: anything }),
  'tool.returned': shape({
    call: text,
    /** Whether it worked, as the host or the recording says; null where neither says. */
    ok: v.nullable(flag),
    output: text,
    effect,
    /** True where the call was a check: tests, a build, a linter, a type check, running the program. */
    verify: flag,
  }),
  'message.recorded': shape({ role: v.picklist(['assistant', 'user']), text }),
  /** What a host keeps of a conversation, in its own form, changed at its end. It says nothing of the list. */
  'conversation.changed': shape({
    /** The host's name of the conversation; a session may have several. */
    conversation: text,
    /** So many of its entries went, from the last one back. */
    removed: count,
    added: listOf(anything),
  }),
  /** The supervisor reminded the model. */
  'nag.issued': shape({
    /** `recorded` where the recording gives the nag. */
    policy: text,
    /** How strong it is, from 1. */
    level: count,
    text,
    turnsSinceUpdate: count,
    /** The threshold in turns that it came at, where the policy adapts it. */
    threshold: v.exactOptional(count),
    /** The line for the person who watches. */
    watcher: textOrNull,
  }),
  /** A run ended with open todos and the supervisor starts another. */
  'continuation.issued': shape({
    /** Such as `todos-open` or `finalization`; `recorded` where the recording gives it. */
    cause: text,
    /** How much of the budget is used, this one included. */
    used: count,
    budget: v.nullable(number),
    /** The input of the new run. */
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
    erased: listOf(seqRange),
    /** The events in whose data texts were replaced, with the salted digest of their data since then. */
    replaced: listOf(shape({ seq: ordinal, digest: text })),
  }),
  /**
   * A reader of meaning answered to the page of a completion. It stands beside the session: nothing of its state hangs on
   * it, its `turn` and its `at` are those of the event before it, and a writer that it comes before goes on.
   */
  'completion.read': shape({
    item: text,
    /** The id of the completing call. */
    call: text,
    page: text,
    /** The digest of page and question: another page, or another question, is another one to ask. */
    digest: text,
    /** The version of the question. */
    question: ordinal,
    /** Who was asked, as it was named. */
    reader: text,
    /** The model, or who else answered. */
    model: text,
    /** When, as an ISO time. */
    asked: textOrNull,
    /** In US dollars. */
    cost: v.nullable(number),
    /** Null where what came had not the form of one. */
    answer: v.nullable(completionAnswer),
  }),
  /** What is left of an event whose data was erased: its type and version. Reading gives it; it is never stored. */
  'event.erased': shape({ type: text, version: ordinal }),
}

export type EventType = keyof typeof eventShapes

/** The data of every event type, by the type's name. */
export type EventDataByType = {
  readonly [Type in EventType]: v.InferOutput<(typeof eventShapes)[Type]>
}
export type TodosUpdatedData = EventDataByType['todos.updated']
export type TodosRejectedData = EventDataByType['todos.rejected']
export type ConversationChangedData = EventDataByType['conversation.changed']
export type SessionRedactedData = EventDataByType['session.redacted']
export type CompletionReadData = EventDataByType['completion.read']

/** One event of one type. */
export interface EventOf<Type extends EventType> {
  /** The idempotency key: the same id twice is the same event once. */
  readonly id: string
  readonly session: string
  /** Its number in its session: 1, 2, 3 … without gaps. */
  readonly seq: number
  /** The turn it happened in, from 1; 0 before the first. What happens between the turns of its actor has the last number that there is. */
  readonly turn: number
  readonly at: Date
  readonly type: Type
  /** The version of this type's data. */
  readonly version: number
  readonly data: EventDataByType[Type]
  readonly source?: RecordedPlace
  /**
   * Who did it, or for whom the session did it, as it does a reminder. Absent where the host names nobody: then it is the
   * session's one agent, and of an input whoever speaks to it. `actorOf` always gives one.
   */
  readonly actor?: Actor
  /** The store's chained hash, where the store gives one. */
  readonly hash?: string
  /** True where texts in its data were replaced, or its data erased, after it was stored. */
  readonly redacted?: true
}

/** Any event: discriminated by `type`. */
export type TodoEvent = { [Type in EventType]: EventOf<Type> }[EventType]
/** The version that each event type's data is written with today. */
export const eventVersions: { readonly [Type in EventType]: number } = {
  'session.opened': 1,
  'run.started': 1,
  'turn.started': 1,
  'turn.ended': 1,
  'todos.updated': 1,
  'todos.rejected': 1,
  'todos.rolled-back': 1,
  'tool.called': 1,
  'tool.returned': 1,
  'message.recorded': 1,
  'nag.issued': 1,
  'continuation.issued': 1,
  'continuation.stopped': 1,
  'context.compacted': 1,
  'subagent.started': 1,
  'subagent.ended': 1,
  'session.yielded': 1,
  'session.redacted': 1,
  'completion.read': 1,
  'conversation.changed': 1,
  'event.erased': 1,
}
