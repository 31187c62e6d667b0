/** What a store of snapshots is: states of sessions kept beside the events, so that not all need be read again. */

/**
 * The state of a session just after one of its events. It is never trusted over the events: whoever reads it checks
 * what it says of itself, and `verify` compares it with a replay.
 */
export interface StoredSnapshot {
  /** The session. */
  readonly session: string
  /** The seq of the last event in it. */
  readonly seq: number
  /** The highest turn of the events up to it; a turn before it is not reached by going on from here. */
  readonly turn: number
  /** The latest time of the events up to it, in milliseconds since 1970: clocks jump. */
  readonly latestAt: number
  /** The version of the snapshot's form. */
  readonly schema: number
  /** The fingerprint of the reducer that made it. */
  readonly reducer: string
  /** The hash of the event at `seq`, which covers all events before; or what `SnapshotStore.hashAt` gives for it. */
  readonly hash: string
  /** The state as the codec writes it. */
  readonly state: string
  /** The digest of all of the above. */
  readonly digest: string
}

/** Which snapshots can be of use. */
export interface SnapshotQuery {
  /** The highest seq. */
  readonly seq: number
  /** The highest turn, any when absent. */
  readonly turn?: number
  /** The latest time in milliseconds since 1970, any when absent. */
  readonly latestAt?: number
  /** The version of the form. */
  readonly schema: number
  /** The reducer's fingerprint. */
  readonly reducer: string
}

/** Keeps snapshots. A store of events may offer one as `snapshots`. What it loses is made again from the events. */
export interface SnapshotStore {
  /**
   * The seq of a session's last event, 0 where there is none. To be asked before the events are read that a snapshot
   * is made of; `save` is given it.
   */
  lastSeq(session: string): Promise<number>
  /**
   * What stands for a session's events up to a seq, in a store that knows by less than the event's hash that they are the
   * same; undefined where it has no such event. In a store without this it is that hash.
   */
  hashAt?(session: string, seq: number): string | undefined
  /**
   * Keeps a snapshot in place of one of the same session and seq. Nothing is kept where texts were taken out of the
   * session after `asOf` (a `session.redacted` stands there): the snapshot may still hold them.
   * @param asOf the events that the snapshot was made of were read when this was the session's last seq, or later
   * @returns true where it is kept
   * @throws StoreError when the store failed or can only be read
   */
  save(snapshot: StoredSnapshot, asOf: number): Promise<boolean>
  /** The snapshot of the highest seq that the query allows, or undefined. */
  newest(session: string, query: SnapshotQuery): Promise<StoredSnapshot | undefined>
  /** All snapshots of a session in the order of their seqs. */
  list(session: string): AsyncIterable<StoredSnapshot>
  /**
   * Removes a session's snapshots, all but those of `keep`'s form and reducer.
   * @throws StoreError when the store failed or can only be read
   */
  drop(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): Promise<void>
}
