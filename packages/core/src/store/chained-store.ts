/** What a store is that chains its events with hashes, and can take contents out without breaking the chains. */

import type { EventOf, SeqRange } from '../events.js'
import type { AppendOptions, EventStore } from './event-store.js'
import type { StoredRecord, UnreadableRecord } from './stored-record.js'

/** Which records to read. */
export interface RecordRange {
  /** Only records after this position; 0, from the first, when absent. */
  readonly after?: number
  /** The last position to read; the newest when absent. */
  readonly to?: number
}

/** The data of an event, as stored: in the form of the version that it was written with. */
export type EventContents = { readonly [key: string]: unknown }

/** Which event the contents are of. */
export interface ContentsPlace {
  /** Its number in its session. */
  readonly seq: number
  /** What happened, in the words of the program that wrote it. */
  readonly type: string
  /** The version of its data. */
  readonly version: number
}

/** What to take out of a session. */
export interface Redaction {
  /** The id of the `session.redacted` event that says so: asked again with the same id, it is done once. */
  readonly id: string
  /** The time of that event. */
  readonly at: Date
  /** Why, in the words of whoever asked for it. It is stored. */
  readonly reason: string
  /** The events whose data is erased whole; none when absent. */
  readonly erase?: readonly SeqRange[]
  /**
   * Gives what an event's data is to be; the same data, or equal data, leaves the event alone. Asked for every event
   * with data that is not erased; pure. Nothing is replaced when absent. It must leave the data of its type's shape,
   * and of a `session.redacted` everything but the reason.
   */
  readonly replace?: (data: EventContents, of: ContentsPlace) => EventContents
}

/** What a redaction did. */
export interface RedactionResult {
  /** The event that says what was taken out, as stored; null where there was nothing to take out. */
  readonly event: EventOf<'session.redacted'> | null
  /** The session's last seq. */
  readonly lastSeq: number
  /**
   * True when the store's own files hold the old contents no more. False where another reader keeps them in the
   * write-ahead log for now: asking again with the same id tries again.
   */
  readonly wiped: boolean
  /** False where asking again changes nothing of `wiped`: the files are a server's, not the store's. True when absent. */
  readonly canWipe?: boolean
}

/** A store whose events are chained by hashes: one chain a session and one over all. */
export interface ChainedStore extends EventStore {
  /** The ledger's id: 32 hexadecimal digits, drawn when it was created. */
  ledger(): string
  /**
   * What is stored, in the order of the positions, up to the last when the reading began. For checking: what stands
   * there is given as it is, and a place that can't be read is named; one bad place never ends it.
   * @throws StoreError `old-schema` for an older program's ledger that was opened to be read: it has no hashes yet
   */
  records(range?: RecordRange): AsyncIterable<StoredRecord | UnreadableRecord>
  /**
   * Takes contents out of a session in one step, and appends one `session.redacted` event that says so. Hashes, links
   * and digests stay, so the log verifies as redacted at those places and nowhere else. Snapshots of the session go.
   * @throws ConcurrencyError when the session's last seq is not `expectedSeq`
   * @throws IdConflictError when the id is stored with another body
   * @throws HostError `bad-redaction` when the session or a range does not exist, or earlier `session.redacted` events
   * would be erased without all that they name
   * @throws StoreError when the new data is not of its type's shape, or the store failed; then nothing was changed
   */
  redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult>
  /**
   * Takes over records of this very ledger from another store of it, as they are, all or none: those that are there
   * already, and then more behind the last. Contents that were taken out of records since are taken out here, too. For
   * copies, `copyLedger` makes one; absent where a store can hold none.
   * @throws StoreError `ledgers-differ` where it holds other records there
   */
  restore?(records: readonly StoredRecord[]): Promise<void>
}

/** True for a store that chains its events. */
export function isChainedStore(store: EventStore): store is ChainedStore {
  return ['ledger', 'records', 'redact'].every((name) => typeof Reflect.get(store, name) === 'function')
}
