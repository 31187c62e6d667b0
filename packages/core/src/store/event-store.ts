/** What a store of events is. Its contract stands, as tests, in `@todo-ledger/core/testing`. */

import type { TodoEvent } from '../events.js'
import type { SnapshotStore } from './snapshot-store.js'
import type { SessionsPage, SessionsQuery } from './summaries/sessions-page.js'

/** How an append is guarded. */
export interface AppendOptions {
  /** The seq that must be the session's last before this append; 0 for a session that does not exist yet. */
  readonly expectedSeq: number
}

/** What an append gives. */
export interface AppendResult {
  /** The session's last seq after it: what the next append expects. */
  readonly lastSeq: number
  /** The events as stored, in order; of an id that was stored before, the event that was stored then. */
  readonly events: readonly TodoEvent[]
}

/** Which part of a session to read. */
export interface ReadRange {
  /** The first seq to read, 1 when absent. */
  readonly from?: number
  /** The last seq to read, the newest when absent. */
  readonly to?: number
}

/** An event and its place in the whole store. */
export interface PositionedEvent {
  /** The place: larger for an event stored later, over all sessions. In a `ChainedStore` 1, 2, 3 … without gaps. */
  readonly position: number
  /** The event. */
  readonly event: TodoEvent
}

/** What a store knows of a session without reading it. */
export interface StoredSession {
  /** The session's id. */
  readonly session: string
  /** The seq of its last event. */
  readonly lastSeq: number
}

/**
 * A store of events: one stream a session, appended to and never changed.
 * Appending with an expected seq is the only lock.
 */
export interface EventStore {
  /** States kept beside the events, where the store keeps any. */
  readonly snapshots?: SnapshotStore
  /**
   * Appends events to a session, all or none. The events' seqs follow `expectedSeq` without a gap. An id is unique in
   * its session; the same id in another session is another event. No events: nothing but `expectedSeq` is checked.
   *
   * An event whose id is stored already with the same body (compared without `at`, `seq` and `hash`) is stored once,
   * and the stored one comes back. So a repeated append gives what the first one gave, whatever `expectedSeq` says.
   * One that repeats the end of the session, seq for seq, and goes on from there stores the rest. Stored events
   * anywhere else among new ones would leave a gap, and are refused.
   *
   * What is wrong is said in this order: the events themselves, an id with another body, the seq. A `hash` that comes
   * with an event is another store's, and is not kept; a store that chains its events gives them hashes of its own.
   *
   * An event whose data was redacted since is the same event when type, version, turn and source are: its data can't
   * be compared any more.
   * @throws HostError `bad-append` when the events do not follow `expectedSeq`, belong to another session, hold an id
   * twice, mix stored events among new ones, or hold an `event.erased`, which is what is left of an event and none
   * @throws IdConflictError when an id is stored with another body
   * @throws ConcurrencyError when the session's last seq is not `expectedSeq`
   * @throws StoreError when an event cannot be encoded or the store failed; then nothing was stored. `forgotten` when
   * the session's contents were erased: it can't go on
   */
  append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult>
  /**
   * The events of a session in the order of their seqs, up to the last when the reading began; none for a session
   * that does not exist.
   */
  read(session: string, range?: ReadRange): AsyncIterable<TodoEvent>
  /**
   * The events of all sessions after a position (0: from the first), in the order in which they were stored, up to
   * the last when the reading began.
   */
  readAll(options?: { readonly after?: number }): AsyncIterable<PositionedEvent>
  /** The event of an id in a session, or undefined where none is stored. */
  find(session: string, id: string): Promise<TodoEvent | undefined>
  /** The sessions that have events, in the order of their first. */
  sessions(): Promise<readonly StoredSession[]>
  /**
   * A page of the sessions, those first that were updated last, with what their events say of them: kept beside the
   * events, in the transaction that appends them or takes contents out of them. No event is read.
   * @throws HostError `bad-query`
   */
  listSessions(query?: SessionsQuery): Promise<SessionsPage>
  /**
   * The events of all sessions after a position, and then those that come, until the consumer stops or the store
   * closes. Without `after`: only those that come after this call. None is missed and none comes twice.
   */
  subscribe(options?: { readonly after?: number }): AsyncIterable<PositionedEvent>
  /**
   * Keeps that an owner of turns was there at this time, or, with null, that it is gone; beside the log, of no event. Words
   * that are a day older go: their owners ended without a last one. Absent where a store keeps none of it.
   */
  beat?(owner: string, at: Date | null): Promise<void>
  /** When an owner was there last; null where nothing is known of it. */
  lastBeat?(owner: string): Promise<Date | null>
  /**
   * What should be there to keep stored events from being changed by mistake, and is not.
   */
  warnings?(): Promise<readonly string[]>
  /**
   * Writes all that is stored at this moment to a new file, where the store is kept in a file. Others may read and write
   * meanwhile.
   * @throws StoreError `file-exists`, or what else keeps it from being written; then there is no new file
   */
  backup?(path: string): Promise<void>
  /**
   * Ends subscriptions and frees what the store holds. A second call does nothing; anything else that is asked of a
   * closed store is a StoreError `closed`.
   */
  close(): Promise<void>
}

/** The word of an owner of turns is kept so long, in milliseconds, where no last one comes. */
export const beatKept: number = 24 * 60 * 60 * 1000
