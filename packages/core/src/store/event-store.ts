/**
 * What a store of events is: `append`, `read`, `readAll`, `lastPosition`, `sessions`, `redact`, `close`, and one small side
 * table for data that can be thrown away. Everything else is built once on top: `findEvent`, `subscribe`, `listSessions`,
 * `verifyChain`, anchors, snapshots, `copyLedger`. Its contract stands, as tests, in `@todo-ledger/core/testing`.
 */

import type { EventOf, TodoEvent } from '../events.js'

export interface AppendOptions {
  /** The seq that must be the session's last before this append; 0 for a session that does not exist yet. */
  readonly expectedSeq: number
}

export interface AppendResult {
  /** The session's last seq after it: what the next append expects. */
  readonly lastSeq: number
  /** The events as stored, in order; for an id that was stored before, the event that was stored then. */
  readonly events: readonly TodoEvent[]
}

export interface ReadRange {
  /** Only the event of this id; the rest of the range is ignored. */
  readonly id?: string
  /** The first seq to read, 1 by default. */
  readonly from?: number
  /** The last seq to read, the newest by default. */
  readonly to?: number
}

export interface LedgerRange {
  /** Only entries after this position; 0, from the first, by default. */
  readonly after?: number
  /** The last position to read; the newest by default. */
  readonly to?: number
}

/** A stored event, its data still a text. All texts in it are what the hashes are made of, byte for byte. */
export interface StoredRecord {
  /** Its place in the ledger: 1, 2, 3 … without gaps. */
  readonly position: number
  readonly session: string
  readonly seq: number
  readonly id: string
  readonly turn: number
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly type: string
  readonly version: number
  /** The place in the recorded file as JSON, or null for a live event. */
  readonly source: string | null
  /** Who did it, as JSON, or null where nobody is named. */
  readonly actor: string | null
  /** The data as the codec writes it, or null where it was erased. */
  readonly data: string | null
  /**
   * What the data's digest is salted with: 32 hexadecimal digits, with an `r` before them where texts in the data were
   * replaced since it was first stored; null where the data was erased.
   */
  readonly salt: string | null
  /** The salted digest of the data as it was first stored, 64 hexadecimal digits. It outlives the data. */
  readonly digest: string
  /** The session's chain: covers the hash of the session's event before, this envelope and the digest. */
  readonly hash: string
  /** The ledger's chain: covers the link of the record before, this position and this hash. */
  readonly link: string
}

/** A place of a store that holds something that is no record, and why. */
export interface UnreadableRecord {
  readonly position: number
  readonly unreadable: string
}

export interface LedgerEntry {
  /** 1, 2, 3 … over all sessions, without gaps. */
  readonly position: number
  /** What is stored there, whatever that is: checking and copying need it as it is. */
  readonly record: StoredRecord | UnreadableRecord
  /** The event stored there, decoded when asked for. @throws StoreError if it can't be read */
  readonly event: TodoEvent
}

export interface StoredSession {
  readonly session: string
  readonly lastSeq: number
}

/** The data of an event, as stored: in the form of the version that it was written with. */
export type EventContents = { readonly [key: string]: unknown }

export type ContentsPlace = Pick<StoredRecord, 'seq' | 'type' | 'version'>

export interface Redaction {
  /** The id of the `session.redacted` event that says so; asked again with the same id, it is done once. */
  readonly id: string
  /** The time of that event. */
  readonly at: Date
  /** Why. It is stored. */
  readonly reason: string
  /** True: the data of all events is erased, and the session can't go on. False when absent. */
  readonly erase?: boolean
  /**
   * Gives an event's new data; the same or equal data leaves the event alone. Called for every event with data that is not
   * erased; pure. It must leave the data of its type's shape, and of a `session.redacted` everything but the reason.
   */
  readonly replace?: (data: EventContents, of: ContentsPlace) => EventContents
}

export interface RedactionResult {
  /** The event that says what was taken out, as stored; null if there was nothing to take out. */
  readonly event: EventOf<'session.redacted'> | null
  readonly lastSeq: number
  /** True if the store's own files no longer hold the old contents; if false, asking again with the same id tries again. */
  readonly wiped: boolean
  /** False if asking again can't change `wiped`, since the files are a server's. Default: true. */
  readonly canWipe?: boolean
}

export type SideValue = Omit<SideEntry, 'session'>

/**
 * One entry of the side table: derived from a session's events, and made again from them if it is missing. Entries of one
 * kind, session and seq replace each other.
 */
export interface SideEntry {
  /** What it is, such as a snapshot of one form and one reducer. */
  readonly kind: string
  readonly session: string
  /** The event up to which it is derived, or 0 for a kind that keeps one entry a session. */
  readonly seq: number
  /** The entry itself, as JSON; whoever reads it checks it. */
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
   */
  put(session: string, entries: readonly SideValue[], asOf: number): Promise<boolean>
  /** The entry of a kind with the highest seq up to this one. */
  newest(session: string, kind: string, seq: number): Promise<SideEntry | undefined>
  /** All entries of a kind: those of one session together, by seq. */
  entries(kind: string): AsyncIterable<SideEntry>
  /** Removes a session's entries of a kind. */
  remove(session: string, kind: string): Promise<void>
}

/**
 * A store of events: one stream a session, appended to and never changed, chained by hashes over each session and over the
 * whole ledger. Appending with an expected seq is the only lock.
 */
export interface EventStore {
  /** Derived data beside the events, if the store keeps any. */
  readonly side?: SideTable
  /** The ledger's id: 32 hexadecimal digits, drawn when it was created. */
  ledger(): string
  /**
   * Appends events to a session, all or none. The events' seqs follow `expectedSeq` without a gap. An id is unique in
   * its session; the same id in another session is another event. Without events only `expectedSeq` is checked.
   *
   * An event whose id is stored already with the same body (compared without `at`, `seq` and `hash`) is stored once,
   * and the stored one is returned: a repeated append gives what the first one gave, whatever `expectedSeq` says. One
   * that repeats the end of the session, seq for seq, and goes on from there stores the rest. Stored events anywhere
   * else among new ones would leave a gap, and are refused. A `hash` that comes with an event is ignored.
   *
   * Errors are reported in this order: the events themselves, an id with another body, the seq. Redacted data can't be
   * compared any more: such an event is the same if type, version, turn and source are.
   * @throws HostError `bad-append` if the events do not follow `expectedSeq`, belong to another session, hold an id
   * twice, mix stored events among new ones, or hold an `event.erased`
   * @throws IdConflictError if an id is stored with another body
   * @throws ConcurrencyError if the session's last seq is not `expectedSeq`
   * @throws StoreError if an event can't be encoded or the store failed; then nothing was stored. `forgotten` if the
   * session's contents were erased: it can't go on
   */
  append(session: string, events: readonly TodoEvent[], options: AppendOptions): Promise<AppendResult>
  /** The events of a session in the order of their seqs, up to the last when the reading began; none if it does not exist. */
  read(session: string, range?: ReadRange): AsyncIterable<TodoEvent>
  /** The whole ledger in the order of its positions, up to the last when the reading began. One bad place never ends it. */
  readAll(range?: LedgerRange): AsyncIterable<LedgerEntry>
  /** The last position; all that was acknowledged before this call stands at or before it. */
  lastPosition(): Promise<number>
  /** The sessions that have events, in the order of their first. @param only the only one to look at */
  sessions(only?: string): Promise<readonly StoredSession[]>
  /**
   * Takes contents out of a session in one step, and appends one `session.redacted` event that says so. Hashes, links
   * and digests stay, so the log verifies as redacted at those places and nowhere else.
   * @throws ConcurrencyError if the session's last seq is not `expectedSeq`
   * @throws IdConflictError if the id is stored with another body
   * @throws HostError `bad-redaction` if the session does not exist
   * @throws StoreError if the new data is not of its type's shape, or the store failed; then nothing was changed
   */
  redact(session: string, redaction: Redaction, options: AppendOptions): Promise<RedactionResult>
  /**
   * Takes over records of this very ledger from another store of it, as they are, all or none: those that are there
   * already, and then more after the last. Contents that were taken out of records since are taken out here, too.
   * `copyLedger` calls it; absent if a store can hold no copy.
   * @throws StoreError `ledgers-differ` if it holds other records there
   */
  restore?(records: readonly StoredRecord[]): Promise<void>
  /** Calls a listener after each append through this object and when it closes, until the returned function is called. */
  onAppend?(listener: () => void): () => void
  /** Frees what the store holds. A second call does nothing; anything else asked of a closed store is a StoreError `closed`. */
  close(): Promise<void>
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

/** The first event of a session, or undefined if there is none. */
export async function firstEvent(
  store: Pick<EventStore, 'read'>,
  session: string,
): Promise<TodoEvent | undefined> {
  for await (const event of store.read(session, { from: 1, to: 1 })) return event
  return undefined
}

export class AppendListeners {
  readonly #listeners = new Set<() => void>()

  readonly add = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  call(): void {
    for (const listener of this.#listeners) listener()
  }
}
