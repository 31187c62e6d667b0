export * from './audit/audit-result.js'
export { type AuditContext, auditEvents, SessionAuditor } from './audit/auditor.js'
export { summarise } from './audit/summarise.js'
export {
  ConcurrencyError,
  DamagedLogError,
  HostError,
  IdConflictError,
  LedgerError,
  RuleViolationError,
  StoreError,
} from './errors.js'
export * from './events.js'
export type { ItemClass } from './evidence/items/item-class.js'
export type { Verdict } from './evidence/support/item-support.js'
export type { Work } from './evidence/work/work.js'
export { type Point, Reached, stateAt } from './history.js'
export type * from './host-input.js'
export { Ledger, type LedgerOptions, openLedger, type SessionOptions } from './ledger.js'
export { profileList, profileNamed, profiles } from './profiles/builtin-profiles.js'
export { renderChecklist } from './profiles/checklist.js'
export {
  type Answerable,
  type CallToRead,
  defineProfile,
  type Profile,
  type ProfileDefinition,
  type ProfileSettings,
  type Reading,
  type RuleSetting,
  type TodoTool,
} from './profiles/profile.js'
export { type MiddlewareTodo, type TodoListState, todoListState } from './profiles/todo-list-middleware.js'
export { type Attempt, createReducer, type Reducer, type Replay, reduce } from './reducer.js'
export * from './rules/index.js'
export { Session, type SessionEvents, type Subagent } from './session.js'
export * from './state.js'
export { decodeEvent, encodeEvent } from './store/codec.js'
export type * from './store/event-store.js'
export { memoryStore } from './store/memory-store.js'
export { bodyDifference } from './store/same-body.js'
export { transientStore } from './store/transient-store.js'
export { Turn } from './turn.js'
