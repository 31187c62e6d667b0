/** Snapshots in a store's side table: states of sessions kept beside the events, so that not all need be read again. */

import * as v from 'valibot'
import { checkOf, shape } from '../declared.js'
import type { EventStore, SideEntry } from '../store/event-store.js'

/**
 * The state of a session just after one of its events. It is never trusted over the events: whoever reads it checks
 * what it says of itself, and `verify` compares it with a replay.
 */
export interface StoredSnapshot {
  readonly session: string
  /** The seq of the last event in it. */
  readonly seq: number
  /** The highest turn of the events up to it; a turn before it is not reached by continuing from here. */
  readonly turn: number
  /** The latest time of the events up to it, in milliseconds since 1970: clocks jump. */
  readonly latestAt: number
  /** The version of the snapshot's form. */
  readonly schema: number
  /** The fingerprint of the reducer that made it. */
  readonly reducer: string
  /** The hash of the event at `seq`, which covers all events before. */
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
  /** The highest turn; default: any. */
  readonly turn?: number
  /** The latest time in milliseconds since 1970; default: any. */
  readonly latestAt?: number
  readonly schema: number
  readonly reducer: string
}

const isKept = checkOf(
  shape({
    turn: v.number(),
    latestAt: v.number(),
    hash: v.string(),
    state: v.string(),
    digest: v.string(),
  }),
)

const prefix = 'snapshot/'
const kindOf = ({ schema, reducer }: Pick<SnapshotQuery, 'schema' | 'reducer'>) =>
  `${prefix}${schema}/${reducer}`

/** The snapshots of a store; undefined if it keeps nothing beside its events. What it loses is made again. */
export function snapshotsOf(store: EventStore): SnapshotStore | undefined {
  return store.side === undefined ? undefined : new SnapshotStore(store, store.side)
}

/** Snapshots in a side table. */
export class SnapshotStore {
  readonly #store: EventStore
  readonly #side: NonNullable<EventStore['side']>

  /** @param store the store; @param side its side table */
  constructor(store: EventStore, side: NonNullable<EventStore['side']>) {
    this.#store = store
    this.#side = side
  }

  /** The seq of a session's last event, 0 without any: to be asked before the events are read that a snapshot is made of. */
  async lastSeq(session: string): Promise<number> {
    const [stored] = await this.#store.sessions(session)
    return stored?.lastSeq ?? 0
  }

  /** Keeps a snapshot; false if something was taken out of the session after `asOf`. */
  save(snapshot: StoredSnapshot, asOf: number): Promise<boolean> {
    const { session, seq, turn, latestAt, hash, state, digest } = snapshot
    const value = JSON.stringify({ turn, latestAt, hash, state, digest })
    return this.#side.put(session, [{ kind: kindOf(snapshot), seq, value }], asOf)
  }

  /** The snapshot of the highest seq that the query allows. Neither turn nor time goes back in a session: found by halves. */
  async newest(session: string, query: SnapshotQuery): Promise<StoredSnapshot | undefined> {
    const { turn = Number.POSITIVE_INFINITY, latestAt = Number.POSITIVE_INFINITY } = query
    let found: StoredSnapshot | undefined
    let [low, high] = [1, query.seq]
    for (let middle = high; low <= high; middle = low + Math.floor((high - low) / 2)) {
      const entry = await this.#side.newest(session, kindOf(query), middle)
      if (entry === undefined || entry.seq < low) {
        low = middle + 1
        continue
      }
      const snapshot = snapshotOf(entry)
      if (snapshot.turn <= turn && snapshot.latestAt <= latestAt) {
        found = snapshot
        low = middle + 1
      } else high = entry.seq - 1
    }
    return found
  }

  /** All snapshots of a session, by form and reducer and then by seq. */
  async *list(session: string): AsyncIterable<StoredSnapshot> {
    const all: StoredSnapshot[] = []
    for await (const entry of this.#side.entries({ session })) {
      if (entry.kind.startsWith(prefix)) all.push(snapshotOf(entry))
    }
    yield* all.sort((one, other) => one.seq - other.seq)
  }

  /** Removes a session's snapshots, except those of `keep`'s form and reducer. */
  async drop(session: string, keep?: Pick<SnapshotQuery, 'schema' | 'reducer'>): Promise<void> {
    const kinds = new Set<string>()
    for await (const { kind } of this.#side.entries({ session })) {
      if (kind.startsWith(prefix) && (keep === undefined || kind !== kindOf(keep))) kinds.add(kind)
    }
    if (kinds.size > 0) await this.#side.remove(session, [...kinds])
  }
}

/** An entry that holds anything else becomes a snapshot that nobody takes for one: its digest is wrong. */
function snapshotOf({ session, kind, seq, value }: SideEntry): StoredSnapshot {
  const [, schema = '', reducer = ''] = /^snapshot\/(\d+)\/(.*)$/s.exec(kind) ?? []
  const kept = keptIn(value) ?? { turn: 0, latestAt: 0, hash: '', state: '', digest: '' }
  return { session, seq, schema: Number(schema), reducer, ...kept }
}

function keptIn(
  value: string,
): Pick<StoredSnapshot, 'turn' | 'latestAt' | 'hash' | 'state' | 'digest'> | null {
  try {
    const kept: unknown = JSON.parse(value)
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}
