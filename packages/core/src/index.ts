/** What a host needs to open ledgers, drive sessions and read states. More is at the sub-paths: history, plan, store, recording, rules, profiles, redaction, sqlite, testing. */

export { actorOf, calledBy, isFromOutside, isSameActor } from './actors.js'
export {
  ConcurrencyError,
  DamagedLogError,
  HostError,
  IdConflictError,
  LedgerError,
  RuleViolationError,
  StoreError,
} from './errors.js'
export type {
  Actor,
  ActorKind,
  AnsweredPart,
  Change,
  CompletionAnswer,
  CompletionReadData,
  ConversationChangedData,
  Effect,
  EventOf,
  EventType,
  JsonValue,
  ReaderVerdict,
  RecordedPlace,
  RuleInForce,
  RuleMode,
  RunTrigger,
  TodoCallsOnly,
  TodoEvent,
  TodoStatus,
  TurnHolder,
  Violation,
  YieldTarget,
} from './events.js'
export type { ClaimedCompletion, EventWithState, Evidence, EvidenceJudge } from './evidence.js'
export { type Point, stateAt } from './history.js'
export type {
  Adoption,
  Compaction,
  ConversationChange,
  ListEdit,
  ListEdited,
  ListEditing,
  LoneReply,
  Message,
  NamedOccurrence,
  Occurrence,
  RecordedOutcome,
  Reminder,
  RunEnding,
  RunInput,
  RunOutcome,
  RunStart,
  Subagent,
  TodoCall,
  TodoReply,
  ToolCall,
  ToolResult,
  TurnEnding,
  TurnOutcome,
} from './host-input.js'
export type { ForgottenSession, RedactOptions, SessionRedaction } from './ledger/redact-session.js'
export type { FollowedEvent, SessionFeed, SessionReading } from './ledger/session-reading.js'
export {
  Ledger,
  type LedgerOptions,
  openLedger,
  type PlanOptions,
  type SessionOptions,
} from './ledger.js'
export type { SessionPlan } from './plan/session-plan.js'
export { profileList, profileNamed, profiles } from './profiles/builtin-profiles.js'
export type { Profile, ProfileSettings, RuleSetting, TodoTool } from './profiles/profile.js'
export type { RedactionOptions } from './redaction/redactor.js'
export { type Attempt, createReducer, type Reducer, type Replay, reduce } from './reducer.js'
export { defineRule, type Rule } from './rules/rule.js'
export { callEventId } from './session/todo-call.js'
export { toolCallEventId } from './session/tool-events.js'
export { namedEventId } from './session/transaction.js'
export type { OpenTurnChoice } from './session/turn-lease.js'
export { Session, type SessionEvents } from './session.js'
export { type ReadState, readStateAt } from './snapshots/read-state.js'
export {
  type ActorState,
  countCompleted,
  initialState,
  isOpen,
  type Phase,
  type SessionState,
  type TodoItem,
  type Undelivered,
} from './state.js'
export { decodeEvent, encodeEvent } from './store/codec/codec.js'
export type { EventStore } from './store/event-store.js'
export { memoryStore } from './store/memory/memory-store.js'
export type { SessionSummary, SessionsPage, SessionsQuery, StatusCounts } from './store/session-list.js'
export { transientStore } from './store/transient-store.js'
export { type TroubleSign, troubleSigns } from './supervisor/signs.js'
export { Turn } from './turn.js'
