export { itemOfKey, itemsIn } from './compact/list-index.js'
export { isSameList } from './compact/list-tables.js'
export type { Intent, WantedItem } from './decide/intent.js'
export { decide } from './decide.js'
export {
  type BodyDifference,
  ConcurrencyError,
  DamagedLogError,
  HostError,
  IdConflictError,
  LedgerError,
  RuleViolationError,
  StoreError,
} from './errors.js'
export * from './events.js'
export type * from './evidence.js'
export {
  type AskedRule,
  Bisect,
  type BisectPredicate,
  type BisectResult,
  type BrokenInterval,
  bisect,
} from './history/bisect.js'
export { CopiedEvents } from './history/copied-events.js'
export { type ForkOptions, forkOf, SessionFork } from './history/fork.js'
export {
  type CarriedOn,
  type FieldOrigin,
  type ItemLeft,
  type ItemLife,
  type ItemLifeChange,
  ItemLives,
  itemLives,
  type RemovedItem,
} from './history/item-lives.js'
export {
  type ChangedField,
  type ItemDiff,
  type ItemThen,
  isDropped,
  type ListDiff,
  ListDiffer,
  type ListedAgain,
  listDiff,
  type ReachedMoment,
} from './history/list-diff.js'
export {
  type FieldDifference,
  type ItemDifference,
  type LifeField,
  listDifferences,
} from './history/list-differences.js'
export type { EventPlace } from './history.js'
export {
  type BeforeEvent,
  followMoment,
  type MomentFollower,
  observeEvents,
  type Point,
  Reached,
  type SessionMoment,
  type SessionObserver,
  stateAt,
} from './history.js'
export type * from './host-input.js'
export type {
  ForgottenSession,
  RedactedEvent,
  RedactOptions,
  SessionRedaction,
} from './ledger/redact-session.js'
export { Ledger, type LedgerOptions, openLedger, type SessionOptions } from './ledger.js'
export { beside } from './profiles/beside.js'
export { profileList, profileNamed, profiles } from './profiles/builtin-profiles.js'
export { type Capabilities, type KeptPart, replacementOf } from './profiles/capabilities.js'
export { renderChecklist } from './profiles/checklist.js'
export type { GateSettings } from './profiles/evidence-gate.js'
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
export * from './recording/recording-line.js'
export { RecordingLines, type SubagentWork } from './recording/recording-lines.js'
export { builtinPatternNames } from './redaction/find-secrets.js'
export {
  createRedactor,
  type FoundListener,
  type Leak,
  type RedactionOptions,
  type RedactionPattern,
  type Redactor,
} from './redaction/redactor.js'
export { type Attempt, createReducer, type Reducer, type Replay, reduce, reducerVersion } from './reducer.js'
export { givenRuleId } from './renamed-rules.js'
export { builtinRules } from './rules/builtin-rules.js'
export {
  completedBy,
  type EvidenceRequirement,
  evidenceRequired,
  isAddedCompleted,
  usualRequirement,
} from './rules/evidence-required.js'
export {
  type Breach,
  defineRule,
  type Rule,
  type RuleContext,
  type RuleDefinition,
  violationOf,
} from './rules/rule.js'
export { Session, type SessionEvents } from './session.js'
export {
  type BadSnapshot,
  checkSnapshots,
  SnapshotChecker,
  type SnapshotsCheck,
} from './snapshots/check-snapshots.js'
export { type ReadState, readStateAt, type StateSource } from './snapshots/read-state.js'
export { usualSnapshotInterval } from './snapshots/session-snapshots.js'
export * from './state.js'
export { type Anchor, anchorLine, parseAnchor } from './store/chain/anchor.js'
export type { BadPlace, ChainProblem, ChainSource } from './store/chain/chain.js'
export {
  checkInclusion,
  type InclusionProof,
  type ProofCheck,
  type ProvenRecord,
  parseProof,
  proveInclusion,
} from './store/chain/inclusion-proof.js'
export type { RandomBytes } from './store/chain/salts.js'
export {
  type AnchorCheck,
  type ChainCheck,
  type RedactedSession,
  verifyChain,
} from './store/chain/verify-chain.js'
export {
  type ChainedStore,
  type ContentsPlace,
  type EventContents,
  isChainedStore,
  type RecordRange,
  type Redaction,
  type RedactionResult,
} from './store/chained-store.js'
export { decodeEvent, encodeEvent } from './store/codec/codec.js'
export type * from './store/event-store.js'
export { type MemoryStoreOptions, memoryStore } from './store/memory/memory-store.js'
export { bodyDifference } from './store/same-body.js'
export type * from './store/snapshot-store.js'
export type * from './store/stored-record.js'
export { transientStore } from './store/transient-store.js'
export { Turn } from './turn.js'
