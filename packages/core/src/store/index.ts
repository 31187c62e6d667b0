/** What stores are made of, for who writes one, and what checks a stored log: chains, anchors, snapshots. */

export type { BodyDifference } from '../errors.js'
export { type EventDataByType, eventVersions, type SeqRange } from '../events.js'
export { callEventId, namedEventId } from '../session/log-question.js'
export type { StateSource } from '../snapshots/read-state.js'
export { type BadSnapshot, SnapshotChecker, usualSnapshotInterval } from '../snapshots/session-snapshots.js'
export { bodyDifference } from './body.js'
export { type Anchor, anchorLine, parseAnchor } from './chain/anchor.js'
export {
  type ChainEnds,
  type ChainSource,
  chained,
  firstHash,
  firstLink,
  linkOf,
  newLedgerId,
  type RandomBytes,
  systemRandom,
} from './chain/chain.js'
export { planRedaction, type RedactedContents } from './chain/redact.js'
export type { RedactedSession } from './chain/redactions.js'
export {
  type AnchorCheck,
  type BadPlace,
  type ChainCheck,
  type ChainProblem,
  verifyChain,
} from './chain/verify-chain.js'
export { asColumn, eventOf, fromColumn, ledgerEntry } from './codec.js'
export { copyLedger, type LedgerCopy, planRestore } from './copy-ledger.js'
export {
  AppendListeners,
  type AppendOptions,
  type AppendResult,
  type ContentsPlace,
  type EventContents,
  type EventStore,
  findEvent,
  firstEvent,
  type LedgerEntry,
  type LedgerRange,
  type ReadRange,
  type Redaction,
  type RedactionResult,
  type SideEntry,
  type SideTable,
  type SideValue,
  type StoredRecord,
  type StoredSession,
  type UnreadableRecord,
} from './event-store.js'
export type { MemoryStoreOptions } from './memory/memory-store.js'
export {
  type EncodedEvent,
  planAppend,
  prepareAppend,
  wholePosition,
  wholeRange,
} from './plan-append.js'
export {
  listSessions,
  type SessionSummary,
  type SessionsPage,
  type SessionsQuery,
  type StatusCounts,
  wronglyListed,
} from './session-list.js'
export { type SubscribeOptions, type Subscription, subscribe } from './subscriptions.js'
