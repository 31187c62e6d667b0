/** What stores are made of, for who writes one, and what checks a stored log: chains, anchors, proofs, snapshots. */

export type { BodyDifference } from '../errors.js'
export { type EventDataByType, eventVersions, type SeqRange } from '../events.js'
export { callEventId } from '../session/call-ids.js'
export { namedEventId } from '../session/transaction.js'
export {
  type BadSnapshot,
  checkSnapshots,
  SnapshotChecker,
  type SnapshotsCheck,
} from '../snapshots/check-snapshots.js'
export type { StateSource } from '../snapshots/read-state.js'
export { usualSnapshotInterval } from '../snapshots/session-snapshots.js'
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
export { endProblem } from './chain/end-problem.js'
export {
  checkInclusion,
  type InclusionProof,
  type ProofCheck,
  type ProvenRecord,
  parseProof,
  proveInclusion,
} from './chain/inclusion-proof.js'
export { planRedaction, type RedactedContents } from './chain/redact-records.js'
export { bySession, planRestore, type RestorePlan } from './chain/restore-records.js'
export { newLedgerId, type RandomBytes, systemRandom } from './chain/salts.js'
export { type AnchorCheck, type ChainCheck, type RedactedSession, verifyChain } from './chain/verify-chain.js'
export {
  type ChainedStore,
  type ContentsPlace,
  type EventContents,
  isChainedStore,
  type RecordRange,
  type Redaction,
  type RedactionResult,
} from './chained-store.js'
export { decodeRecord } from './codec/record-codec.js'
export { copyLedger, type LedgerCopy } from './copy-ledger.js'
export {
  type AppendOptions,
  type AppendResult,
  beatKept,
  findEvent,
  listSessions,
  type PositionedEvent,
  type ReadRange,
  type SideEntry,
  type SideTable,
  type StoredSession,
  subscribe,
} from './event-store.js'
export type { MemoryStoreOptions } from './memory/memory-store.js'
export { type EncodedEvent, planAppend, prepareAppend, wholePosition, wholeRange } from './plan-append.js'
export { bodyDifference } from './same-body.js'
export type { SnapshotQuery, SnapshotStore, StoredSnapshot } from './snapshot-store.js'
export type { StoredRecord, UnreadableRecord } from './stored-record.js'
export { Subscriptions } from './subscriptions.js'
export { wronglyListed } from './summaries/check-list.js'
export { summariesOf } from './summaries/of-records.js'
export {
  mergedSummary,
  type SessionSummary,
  type StatusCounts,
  type SummaryFields,
  summaryOf,
} from './summaries/session-summary.js'
export {
  newestFirst,
  type PlacedSummary,
  pageOf,
  placedSummaryOf,
  type SessionsPage,
  type SessionsQuery,
  type WholeSessionsQuery,
  wholeQuery,
} from './summaries/sessions-page.js'
