/**
 * The whole event vocabulary of a session, one discriminated union.
 * Its words are those of the field; docs/background/decisions.md says why an update is one event.
 */

/** Where in a recorded file an event was read from, so that a person can open the recording at the place. */
export interface RecordedPlace {
  /** The line of the recorded file, from 1; where each event is a file of its own, the event's number, from 0. */
  readonly line: number
  /** The recorded id of the tool call, where the event belongs to one. */
  readonly call?: string
}

/** What does something in a session: its agent, one that this one sent, a human being, or any other program. */
export type ActorKind = 'agent' | 'sub-agent' | 'person' | 'program'

/** Who does something in a session. */
export interface Actor {
  /** What it is. */
  readonly kind: ActorKind
  /** The host's name for it. It is part of what is hashed, and stays when contents are taken out of the log. */
  readonly id: string
}

/** A status that an item can have. */
export type TodoStatus = 'pending' | 'in_progress' | 'blocked' | 'completed' | 'cancelled'

/** What a rule does to an update that breaks it: refuse it, mark it, or nothing. */
export type RuleMode = 'reject' | 'flag' | 'off'

/** A value as JSON knows it, for rule options and settings. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** A rule as a session has it in force, so that a log replays without its profile's code. */
export interface RuleInForce {
  /** The rule's id, such as `single-in-progress`. */
  readonly id: string
  /** The version of the rule's check. */
  readonly version: number
  /** What happens to an update that breaks it. */
  readonly mode: RuleMode
  /** The rule's options, such as `{ max: 20 }`. */
  readonly options: { readonly [key: string]: JsonValue }
  /** True where the profile says `reject` and a recording's accepted outcome lowered it to `flag`. */
  readonly lowered: boolean
}

/** One thing that is wrong with an update. Read-only data, never thrown by itself. */
export interface Violation {
  /** The id of the rule that was broken. */
  readonly rule: string
  /** What is wrong, in one sentence. */
  readonly message: string
  /** The id of the item that is wrong, or null where no single item is. */
  readonly item: string | null
  /** What the rule expected. */
  readonly expected: JsonValue
  /** What the update held instead. */
  readonly received: JsonValue
  /** One sentence that says how to mend the call. */
  readonly fix: string
}

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

/** A field of an item that `field-set` can change. */
export type ItemField = (typeof itemFields)[number]

/** An item came into the list. */
export interface ItemAdded {
  /** The kind of change. */
  readonly type: 'added'
  /** The item's internal key, never used again in its session. */
  readonly key: string
  /** The id that people and models see. */
  readonly id: string
  /** The item's text. */
  readonly text: string
  /** The status it starts with. */
  readonly status: TodoStatus
  /** The place in the list that it takes, from 0. */
  readonly position: number
  /** Why it is blocked, where it starts blocked. */
  readonly reason?: string | null
  /**
   * The status that it had in the list before this log begins, null where nobody says; absent for an item that is new.
   * What was completed before is no completion of this log.
   */
  readonly before?: TodoStatus | null
  /** What the profile adds to an item. */
  readonly fields?: { readonly [field in ItemField]?: JsonValue }
}

/** An item left the list. */
interface ItemRemoved {
  /** The kind of change. */
  readonly type: 'removed'
  /** The item's internal key. */
  readonly key: string
  /** The id it had. */
  readonly id: string
  /** The text it had. */
  readonly text: string
  /** The status it had. */
  readonly status: TodoStatus
}

/** An item's text changed. */
interface ItemReworded {
  /** The kind of change. */
  readonly type: 'reworded'
  /** The item's internal key. */
  readonly key: string
  /** The text before. */
  readonly from: string
  /** The text after. */
  readonly to: string
}

/** An item took another place in the list. */
interface ItemMoved {
  /** The kind of change. */
  readonly type: 'moved'
  /** The item's internal key. */
  readonly key: string
  /** The place before, from 0, at the moment this change applies. */
  readonly from: number
  /** The place after, from 0. */
  readonly to: number
}

/** An item's status changed, or the reason of its block. */
interface ItemStatusSet {
  /** The kind of change. */
  readonly type: 'status-set'
  /** The item's internal key. */
  readonly key: string
  /** The status before. */
  readonly from: TodoStatus
  /** The status after. */
  readonly to: TodoStatus
  /** Why it is blocked, else null. */
  readonly reason: string | null
}

/** Another field of an item changed. */
export interface ItemFieldSet {
  /** The kind of change. */
  readonly type: 'field-set'
  /** The item's internal key. */
  readonly key: string
  /** Which field. */
  readonly field: ItemField
  /** The value before, null where there was none. */
  readonly from: JsonValue
  /** The value after, null where there is none. */
  readonly to: JsonValue
}

/** The list's goal changed. */
interface GoalSet {
  /** The kind of change. */
  readonly type: 'goal-set'
  /** The goal before. */
  readonly from: string | null
  /** The goal after. */
  readonly to: string | null
}

/** One thing that an update does to the list. Changes apply in their order. */
export type Change =
  | ItemAdded
  | ItemRemoved
  | ItemReworded
  | ItemMoved
  | ItemStatusSet
  | ItemFieldSet
  | GoalSet

/** What a tool call did to the world, by kind. */
export type Effect = 'read' | 'write' | 'execute' | 'delegate' | 'communicate' | 'think' | 'unknown'

/**
 * What starts a run. `user` and `external` are fresh input and reset budgets; `continuation` and `wake` are the
 * supervisor's own; `reply` and `subagent` spend one of the budget; `unknown` does neither.
 */
export type RunTrigger = 'user' | 'external' | 'continuation' | 'wake' | 'reply' | 'subagent' | 'unknown'

/** Where control went when a run ended. */
export type YieldTarget = 'idle' | 'dormant' | 'waiting'

/**
 * How a session's phase is told. `review`: what is neither all pending nor in progress is under review. `completion`:
 * work that is begun goes on until all is closed, and a continuation is a phase of its own.
 */
export type PhaseScheme = 'review' | 'completion'

/** First event of a session. */
interface SessionOpenedData {
  /** The profile's name. */
  readonly profile: string
  /** The profile's settings. */
  readonly settings: { readonly [key: string]: JsonValue }
  /** The rules in force with their options, in the profile's checking order. */
  readonly rules: readonly RuleInForce[]
  /** The goal that the host gave, if any. */
  readonly goal: string | null
  /** The recording that the session was read from, or null for a live session. */
  readonly source: RecordingSource | null
  /** The session that started this one as a sub-agent, or null. */
  readonly parent: string | null
  /** How its phase is told; `review` where absent. */
  readonly phases?: PhaseScheme
  /** The session that this one was forked from; absent where it was not. Its past is that one's, its future is live. */
  readonly forkedFrom?: ForkOrigin
  /** Only todo calls come to the session, as to an MCP server. Absent: its host records the other work, too. */
  readonly todoCallsOnly?: TodoCallsOnly
}

/** Where the other work of a session may be found to which only todo calls come. */
export interface TodoCallsOnly {
  /** The folder in which the client works, by which its own recording is found; null where that is not known. */
  readonly folder: string | null
}

/** Where a fork began. */
export interface ForkOrigin {
  /** The id of the session that was forked. */
  readonly session: string
  /** The seq of its last event that the fork holds. */
  readonly seq: number
}

/** The recording that a session was read from. */
export interface RecordingSource {
  /** The format's name, such as `neutral`. */
  readonly format: string
  /** The recorded file as the reader was given it. */
  readonly file: string
}

/** An input arrived and a run began. */
interface RunStartedData {
  /** What started it. */
  readonly trigger: RunTrigger
  /** The input's text. */
  readonly text: string
  /** The ids of the issued nags and continuations that this input delivers. */
  readonly delivers: readonly string[]
  /** True where it woke a dormant session: a new activation, whose budget is whole. Absent where it did not. */
  readonly woke?: boolean
  /** Whose run it begins, where several work on the list; absent: that of the one agent that nobody names. */
  readonly agent?: Actor
}

/** A model response began. */
interface TurnStartedData {
  /** The ids of the issued nags that this turn's request delivers. */
  readonly delivers: readonly string[]
  /** Who has it under way; absent in a recording, and where nobody says. */
  readonly owner?: TurnOwner
}

/** A ledger of a process that has a turn under way. */
export interface TurnOwner {
  /** The ledger's own: another of the same process has another. */
  readonly id: string
  /** The id of the process. */
  readonly pid: number
  /** The machine's name, a digest of its id where it has one, and in a container which of its containers: where a process id means one process. */
  readonly host: string
  /** When the process started, as its machine tells; null where it does not. */
  readonly started: string | null
  /** True where it says now and then, in the store, that it is there. Absent: it does not. */
  readonly beats?: boolean
}

/** A model response and its tool calls are over. */
interface TurnEndedData {
  /** True when a crash or the user cut it. */
  readonly interrupted: boolean
}

/** An update passed the rules. */
export interface TodosUpdatedData {
  /** The model's id of the call, or the one that the session gave it. */
  readonly call: string
  /** The todo tool that was called. */
  readonly tool: string
  /** The raw input, as it came. */
  readonly input: unknown
  /** What it does to the list, in order; empty for a call that only reads it. */
  readonly changes: readonly Change[]
  /** True where ids are mere positions: the reducer numbers the items anew, from 1. */
  readonly numbered: boolean
  /** True where the tool only reads the list. */
  readonly query: boolean
  /** The rules that it broke and that stopped nothing, as violations; `unconfirmed` where the recorded call has no result. */
  readonly flags: readonly Violation[]
  /** What the model was answered. */
  readonly reply: string
  /**
   * The rules set to `reject` that it broke all the same, of those in `flags`: all of them for a list that was taken
   * over, `evidence-required` where the gate let go. Absent where there are none.
   */
  readonly letPass?: readonly string[]
  /** The support of its completions by item key, where a gate is on. */
  readonly support?: { readonly [key: string]: number }
  /** What another host had counted, of a list that was taken over with it. */
  readonly carried?: CarriedCounters
  /**
   * True where a person or another program made it beside the turns (`session.edit`): no call of the agent's, so nothing
   * that is counted of its calls changes, and `reply` is what it is told with its next request.
   */
  readonly edit?: boolean
}

/** What another host had counted when its list was taken over. */
export interface CarriedCounters {
  /** Turns with tool calls since the last call of the todo tool. */
  readonly turnsSinceCall: number
  /** Turns since the last nag, or null where there was none. */
  readonly turnsSinceNag: number | null
  /** Continuations by cause that no call of a todo tool has followed. */
  readonly unheeded: { readonly [cause: string]: number }
  /** What a guard holds against the session, or null. */
  readonly blocked: BlockedGuard | null
  /** Whether guards stay silent until the todo tool is called. */
  readonly suppressed: boolean
  /** The cause of a continuation whose run is still to come or under way, or null. */
  readonly continuing: string | null
}

/** What a guard holds against a session whose corrections were in vain. */
export interface BlockedGuard {
  /** The guard: the cause of its continuations, such as `finalization`. */
  readonly guard: string
  /** What is wrong, in a sentence. */
  readonly message: string
}

/** An update broke a rule, or the recording says that it was refused. State is untouched. */
export interface TodosRejectedData {
  /** The model's id of the call, or the one that the session gave it. */
  readonly call: string
  /** The todo tool that was called. */
  readonly tool: string
  /** The raw input, as it came. */
  readonly input: unknown
  /** What was wrong, in the profile's checking order; at least one. */
  readonly violations: readonly Violation[]
  /** What the model was answered. */
  readonly reply: string
  /** The items whose completion had too little support, where a gate refused it. */
  readonly unsupported?: readonly UnsupportedItem[]
  /** True where a person or another program would have made it beside the turns. */
  readonly edit?: boolean
}

/** An item whose completion a gate refused. */
export interface UnsupportedItem {
  /** Its internal key, or null where the refused update would have added it. */
  readonly key: string | null
  /** Its text in the refused call. */
  readonly text: string
  /** The support that its completion had, 0 to 1. */
  readonly support: number
}

/** A later call in the same turn voided an accepted update. */
interface TodosRolledBackData {
  /** The event id of the update that is voided. */
  readonly update: string
  /** What brings the list back to where it was. */
  readonly changes: readonly Change[]
  /** True where ids are mere positions, as in the update. */
  readonly numbered: boolean
}

/** A tool that is no todo tool was called. */
interface ToolCalledData {
  /** The model's id of the call. */
  readonly call: string
  /** The tool's name. */
  readonly name: string
  /** The raw input, as it came. */
  readonly input: unknown
}

/** A tool that is no todo tool returned. */
interface ToolReturnedData {
  /** The model's id of the call. */
  readonly call: string
  /** Whether it worked, as the host or the recording says; null where neither says. */
  readonly ok: boolean | null
  /** What came back, as text. */
  readonly output: string
  /** What the call did, by kind. */
  readonly effect: Effect
  /** True where the call was a check: tests, a build, a linter, a type check, running the program. */
  readonly verify: boolean
}

/** The model or the user said something. */
interface MessageRecordedData {
  /** Who said it. */
  readonly role: 'assistant' | 'user'
  /** What was said. */
  readonly text: string
}

/** What a host keeps of a conversation, in its own form, changed at its end. It says nothing of the list. */
export interface ConversationChangedData {
  /** The host's name of the conversation; a session may have several. */
  readonly conversation: string
  /** So many of its entries went, from the last one back. */
  readonly removed: number
  /** What came then, as the host has it. */
  readonly added: readonly unknown[]
}

/** The supervisor reminded the model. */
interface NagIssuedData {
  /** The nag policy's name; `recorded` where the recording gives the nag. */
  readonly policy: string
  /** How strong it is, from 1. */
  readonly level: number
  /** The reminder as the model reads it. */
  readonly text: string
  /** Turns since the last update when it was issued. */
  readonly turnsSinceUpdate: number
  /** The threshold in turns that it came at, where the policy adapts it. */
  readonly threshold?: number
  /** The line for the person who watches, or null. */
  readonly watcher: string | null
}

/** A run ended with open todos and the supervisor starts another. */
interface ContinuationIssuedData {
  /** Why, such as `todos-open` or `finalization`; `recorded` where the recording gives it. */
  readonly cause: string
  /** How much of the budget is used, this one included. */
  readonly used: number
  /** The budget, or null where there is none. */
  readonly budget: number | null
  /** The input of the new run. */
  readonly prompt: string
  /** The line for the person who watches, or null. */
  readonly watcher: string | null
}

/** The supervisor did not continue although it could have. */
interface ContinuationStoppedData {
  /** Why not, such as `budget` or `identical-answer`. */
  readonly reason: string
  /** What a guard holds against the session; absent where none does. */
  readonly blocked?: BlockedGuard
}

/** The host compacted the conversation. */
interface ContextCompactedData {
  /** The summary that stands for what was compacted, or null where it is not known. */
  readonly summary: string | null
}

/** Work moved to a child session. */
interface SubagentStartedData {
  /** The child's session id. */
  readonly child: string
  /** The call that started it, or null where that is not known. */
  readonly call: string | null
}

/** Work came back from a child session. */
interface SubagentEndedData {
  /** The child's session id. */
  readonly child: string
  /** The call that started it, or null where that is not known. */
  readonly call: string | null
}

/** Control went back from the agent. */
interface SessionYieldedData {
  /** Where to. */
  readonly to: YieldTarget
  /** What a parked session waits for, else null. */
  readonly waitingFor: string | null
  /** Why, such as `no-open-todos`, or null. */
  readonly reason: string | null
}

/** Seqs from one to another. */
export interface SeqRange {
  /** The first. */
  readonly from: number
  /** The last. */
  readonly to: number
}

/** Contents of earlier events were taken out of the log. What this event does not name was not touched. */
export interface SessionRedactedData {
  /** Why, as whoever did it says. */
  readonly reason: string
  /** The events whose data was erased whole. */
  readonly erased: readonly SeqRange[]
  /** The events in whose data texts were replaced, with the salted digest of their data since then. */
  readonly replaced: readonly { readonly seq: number; readonly digest: string }[]
}

/** What a reader of meaning says of a completion; `cannot_tell` where the page does not show it. */
export type ReaderVerdict = 'done' | 'partly' | 'not_done' | 'cannot_tell'

/** One part of an item as a reader split it. */
export interface AnsweredPart {
  /** The part: verb and object. */
  readonly part: string
  /** True where it was done. */
  readonly done: boolean
  /** The line or event of the step that shows it, or null. */
  readonly line: number | null
}

/** What a reader answered to the page of a completion. */
export interface CompletionAnswer {
  /** The verdict. */
  readonly verdict: ReaderVerdict
  /** How probable it is that the item was not wholly done, 0 to 100. */
  readonly p: number
  /** The parts of the item. */
  readonly parts: readonly AnsweredPart[]
  /** The line, or the event of a live session, of the step that decides; null where none does. */
  readonly line: number | null
  /** Words of that step, verbatim; empty where no step decides. */
  readonly quote: string
  /** Why, in few words. */
  readonly why: string
}

/**
 * A reader of meaning answered to the page of a completion. It stands beside the session: nothing of its state hangs on
 * it, its `turn` and its `at` are those of the event before it, and a writer that it comes before goes on.
 */
export interface CompletionReadData {
  /** The item's id. */
  readonly item: string
  /** The id of the completing call. */
  readonly call: string
  /** The id of the page. */
  readonly page: string
  /** The digest of page and question: another page, or another question, is another one to ask. */
  readonly digest: string
  /** The version of the question. */
  readonly question: number
  /** Who was asked, as it was named. */
  readonly reader: string
  /** The model, or who else answered. */
  readonly model: string
  /** When it was asked, as an ISO time, or null where nobody says. */
  readonly asked: string | null
  /** What it cost in US dollars, or null where nobody says. */
  readonly cost: number | null
  /** The answer; null where what came had not the form of one. */
  readonly answer: CompletionAnswer | null
}

/** What is left of an event whose data was erased. Reading gives it; it is never stored. */
interface EventErasedData {
  /** The type of the event that was erased. */
  readonly type: string
  /** The version of its data. */
  readonly version: number
}

/** The data of every event type, by the type's name. */
export interface EventDataByType {
  /** First event of a session. */
  readonly 'session.opened': SessionOpenedData
  /** An input arrived. */
  readonly 'run.started': RunStartedData
  /** A model response began. */
  readonly 'turn.started': TurnStartedData
  /** A model response is over. */
  readonly 'turn.ended': TurnEndedData
  /** An update passed the rules. */
  readonly 'todos.updated': TodosUpdatedData
  /** An update broke a rule. */
  readonly 'todos.rejected': TodosRejectedData
  /** An accepted update was voided. */
  readonly 'todos.rolled-back': TodosRolledBackData
  /** Another tool was called. */
  readonly 'tool.called': ToolCalledData
  /** Another tool returned. */
  readonly 'tool.returned': ToolReturnedData
  /** Something was said. */
  readonly 'message.recorded': MessageRecordedData
  /** A host's own record of a conversation changed. */
  readonly 'conversation.changed': ConversationChangedData
  /** The supervisor reminded the model. */
  readonly 'nag.issued': NagIssuedData
  /** The supervisor starts another run. */
  readonly 'continuation.issued': ContinuationIssuedData
  /** The supervisor starts no other run. */
  readonly 'continuation.stopped': ContinuationStoppedData
  /** The conversation was compacted. */
  readonly 'context.compacted': ContextCompactedData
  /** Work moved to a child session. */
  readonly 'subagent.started': SubagentStartedData
  /** Work came back from a child session. */
  readonly 'subagent.ended': SubagentEndedData
  /** Control went back. */
  readonly 'session.yielded': SessionYieldedData
  /** Contents were taken out of the log. */
  readonly 'session.redacted': SessionRedactedData
  /** A reader of meaning answered; beside the session. */
  readonly 'completion.read': CompletionReadData
  /** What is left of an erased event. */
  readonly 'event.erased': EventErasedData
}

/** The name of an event type. */
export type EventType = keyof EventDataByType

/** One event of one type. */
export interface EventOf<Type extends EventType> {
  /** The idempotency key: the same id twice is the same event once. */
  readonly id: string
  /** The session that it belongs to. */
  readonly session: string
  /** Its number in its session: 1, 2, 3 … without gaps. */
  readonly seq: number
  /** The turn it happened in, from 1; 0 before the first. What happens between the turns of its actor has the last number that there is. */
  readonly turn: number
  /** When it happened. */
  readonly at: Date
  /** What happened. */
  readonly type: Type
  /** The version of this type's data. */
  readonly version: number
  /** The event's own data. */
  readonly data: EventDataByType[Type]
  /** The place in the recorded file, for an imported event. */
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
  'session.opened': 3,
  'run.started': 2,
  'turn.started': 1,
  'turn.ended': 1,
  'todos.updated': 3,
  'todos.rejected': 3,
  'todos.rolled-back': 1,
  'tool.called': 1,
  'tool.returned': 1,
  'message.recorded': 2,
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
