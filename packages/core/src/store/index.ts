/** What stores are made of, for who writes one, and what checks a stored log: chains, anchors, snapshots. */

export type { BodyDifference } from '../errors.js'
export { type EventDataByType, eventVersions, type SeqRange } from '../events.js'
export { callEventId, namedEventId } from '../session/event-ids.js'
export type { StateSource } from '../snapshots/read-state.js'
export { usualSnapshotInterval } from '../snapshots/session-snapshots.js'
export { type BadSnapshot, SnapshotChecker, type SnapshotsCheck } from '../snapshots/snapshot-checker.js'
export { type Anchor, anchorLine, parseAnchor } from './chain/anchor.js'
export {
  type BadPlace,
  type ChainEnds,
  type ChainProblem,
  type ChainSource,
  chainRecord,
  firstHash,
  firstLink,
  linkOf,
} from './chain/chain.js'
export { planRedaction, type RedactedContents } from './chain/redact-records.js'
export { bySession, planRestore, type RestorePlan } from './chain/restore-records.js'
export { newLedgerId, type RandomBytes, systemRandom } from './chain/salts.js'
export { type AnchorCheck, type ChainCheck, type RedactedSession, verifyChain } from './chain/verify-chain.js'
export { decodeRecord } from './codec/record-codec.js'
export { copyLedger, endProblem, type LedgerCopy } from './copy-ledger.js'
export {
  type AppendOptions,
  type AppendResult,
  type ContentsPlace,
  type EventContents,
  type EventStore,
  findEvent,
  type LedgerEntry,
  type LedgerRange,
  type ReadRange,
  type Redaction,
  type RedactionResult,
  type SideEntry,
  type SideTable,
  type SideValue,
  type StoredSession,
} from './event-store.js'
export type { MemoryStoreOptions } from './memory/memory-store.js'
export {
  type EncodedEvent,
  longestData,
  planAppend,
  prepareAppend,
  wholePosition,
  wholeRange,
} from './plan-append.js'
export { bodyDifference } from './same-body.js'
export {
  listedStore,
  listSessions,
  type SessionSummary,
  type SessionsPage,
  type SessionsQuery,
  type StatusCounts,
  wronglyListed,
} from './session-list.js'
export type { StoredRecord, UnreadableRecord } from './stored-record.js'
export { AppendListeners, type SubscribeOptions, type Subscription, subscribe } from './subscriptions.js'
