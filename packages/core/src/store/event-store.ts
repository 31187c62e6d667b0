/**
 * What a store of events is: `append`, `read`, `readAll`, `sessions`, `redact`, `close`, and one small side table for data
 * that can be thrown away. Everything else is built once on top: following (`subscribe`), finding one event (`findEvent`),
 * lists of sessions (`listSessions`), `verifyChain`, anchors, snapshots, `copyLedger`. Its contract stands, as tests, in
 * `@todo-ledger/core/testing`.
 */

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
  /** Only the event of this id. */
  readonly id?: string
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

/**
 * One entry of the side table: derived from a session's events, and made again from them where it is missing. Entries of one
 * kind, session and seq replace each other.
 */
export interface SideEntry {
  /** What it is, such as a snapshot of one form and one reducer. */
  readonly kind: string
  /** The session that it is derived from. */
  readonly session: string
  /** The event up to which it is derived, or 0 for a kind that keeps one entry a session. */
  readonly seq: number
  /** The entry itself; whoever reads it checks it. */
  readonly value: string
}

/**
 * Where a store keeps what is derived from events. All of it can be lost at any time. `redact` removes all entries of its
 * session in the same transaction, since they may hold what was taken out.
 */
export interface SideTable {
  /**
   * Puts entries of one session. Nothing is put if something was taken out of the session after `asOf`: the entries may
   * still hold it.
   * @param asOf the session's last seq before the events were read that the entries are made of
   * @returns true if they were put
   * @throws StoreError if the store failed or can only be read
   */
  put(session: string, entries: readonly Omit<SideEntry, 'session'>[], asOf: number): Promise<boolean>
  /** The entry of a kind with the highest seq up to this one. */
  newest(session: string, kind: string, seq: number): Promise<SideEntry | undefined>
  /** All entries of a kind, or of a session, or of both, by session and seq. */
  entries(of: { readonly kind?: string; readonly session?: string }): AsyncIterable<SideEntry>
  /** Removes a session's entries of these kinds. */
  remove(session: string, kinds: readonly string[]): Promise<void>
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
  /** Derived data beside the events, where the store keeps any. */
  readonly side?: SideTable
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

/**
 * A page of a store's sessions, last updated first.
 * @throws HostError `bad-query`
 */
export function listSessions(store: EventStore, query: SessionsQuery = {}): Promise<SessionsPage> {
  return store.listSessions(query)
}

/** The events of all sessions after a position (without one: those stored after this call), and then those to come. */
export function subscribe(
  store: EventStore,
  options: { readonly after?: number } = {},
): AsyncIterable<PositionedEvent> {
  return store.subscribe(options)
}

/** The event of an id in a session, or undefined if none is stored. */
export async function findEvent(
  store: Pick<EventStore, 'read'>,
  session: string,
  id: string,
): Promise<TodoEvent | undefined> {
  for await (const event of store.read(session, { id })) return event
  return undefined
}
