/** What a host needs to open ledgers, drive sessions and read states. More is at the sub-paths: history, plan, store, rules, profiles, redaction, sqlite, testing. */

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
export {
  type Actor,
  type Change,
  type CompletionAnswer,
  type Effect,
  type EventOf,
  type EventType,
  type JsonValue,
  type RecordedPlace,
  type RunTrigger,
  runTriggers,
  type TodoEvent,
  type TodoStatus,
  type Violation,
  type YieldTarget,
} from './events.js'
export type { ClaimedCompletion, EventWithState, Evidence } from './evidence.js'
export { type Point, stateAt } from './history.js'
export type {
  ListEdit,
  Occurrence,
  RecordedOutcome,
  RunEnding,
  RunInput,
  RunOutcome,
  TodoCall,
  TodoReply,
  ToolResult,
  TurnEnding,
} from './host-input.js'
export { countCompleted, isOpen } from './items.js'
export type { SessionRedaction } from './ledger/beside.js'
export type { SessionReading } from './ledger/session-reading.js'
export {
  Ledger,
  type LedgerOptions,
  openLedger,
  type SessionOptions,
} from './ledger.js'
export { profileList, profileNamed, profiles } from './profiles/builtin-profiles.js'
export type { Profile, TodoTool } from './profiles/profile.js'
export type { RedactionOptions } from './redaction/redactor.js'
export { createReducer } from './reducer.js'
export { defineRule, type Rule } from './rules/rule.js'
export type { RecordedEntry } from './session/runs-and-turns.js'
export { SessionFold, sessionFolds } from './session/session-fold.js'
export type { SessionEvents } from './session/session-log.js'
export { Session, Turn } from './session.js'
export { titleOf } from './session-title.js'
export { readStateAt } from './snapshots/read-state.js'
export {
  initialState,
  type Phase,
  type SessionState,
  type TodoItem,
} from './state.js'
export { decodeEvent, encodeEvent } from './store/codec.js'
export type { EventStore } from './store/event-store.js'
export { memoryStore } from './store/memory/memory-store.js'
export type { SessionsPage, SessionsQuery } from './store/session-list.js'
export { type TroubleSign, troubleSigns } from './supervisor/signs.js'
