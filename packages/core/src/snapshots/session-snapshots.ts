/** The snapshots of one session: finds the one to begin with, and saves new ones on the way. */

import type { TodoEvent } from '../events.js'
import type { Point } from '../history.js'
import type { Reducer } from '../reducer.js'
import { sha256 } from '../sha256.js'
import type { SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import { decodeValue, encodeValue } from '../store/values.js'
import { type SnapshotQuery, type SnapshotStore, type StoredSnapshot, snapshotsOf } from './snapshot-store.js'
import { isSessionState } from './state-shape.js'

/** Events between two snapshots of a session, where nobody says otherwise: to read so many takes a few milliseconds. */
export const usualSnapshotInterval = 250

/** A snapshot costs at most as many characters for each event since the one before: a long list has fewer of them. */
const charactersPerEvent = 64

/** How a session's snapshots are used: what all sessions of a ledger share. */
export interface SnapshotContext {
  /** Where its events are. Without a side table nothing is found and nothing saved. */
  readonly store: EventStore
  /** The reducer that makes the states. */
  readonly reducer: Reducer
  /** Events between two snapshots, 250 when absent; false: none is used or saved. */
  readonly snapshotInterval?: number | false | undefined
  /** True: none is saved. False when absent. */
  readonly isReadOnly?: boolean
}

/** A state to go on from. */
export interface Beginning {
  /** The state. */
  readonly state: SessionState
  /** What is known of the events up to it. */
  readonly progress: Progress
}

/** Finds and saves the snapshots of one session. */
export class SessionSnapshots {
  readonly #session: string
  readonly #context: SnapshotContext
  readonly #interval: number
  #store: SnapshotStore | undefined
  /** The seq of the snapshot before. */
  #last = 0
  /** Events from it to the next one, at the least. */
  #pause: number
  /** Where snapshots stand that can't be used: they are made anew when the reading comes there. Few have any. */
  #bad: Set<number> | null = null
  #foundNone = false

  /** @param session whose they are; @param context how they are used */
  constructor(session: string, context: SnapshotContext) {
    const { snapshotInterval: interval = usualSnapshotInterval, store } = context
    this.#session = session
    this.#context = context
    this.#store = interval === false ? undefined : snapshotsOf(store)
    this.#interval = interval === false ? Number.POSITIVE_INFINITY : Math.max(1, interval)
    this.#pause = this.#interval
  }

  /** The session's last seq before anything is read; what `save` is given as `asOf`. 0 where nothing is saved. */
  async asOf(): Promise<number> {
    return (await this.#store?.lastSeq(this.#session)) ?? 0
  }

  /** What to go on from to a moment: the newest snapshot before it that can be used, or null. */
  async before(point: Point): Promise<Beginning | null> {
    const limit = limitOf(point)
    this.#last = 0
    if (this.#store === undefined || limit === null) return null
    try {
      return await this.#newest(this.#store, limit)
    } catch {
      // Where the snapshots can't be read, the events can still be; where they can't either, that is said there.
      this.#store = undefined
      return null
    }
  }

  /** True where it is time for a snapshot. @param seq the seq of the event that was applied last */
  isDue(seq: number): boolean {
    if (this.#context.isReadOnly === true) return false
    return this.#store !== undefined && (seq - this.#last >= this.#pause || this.#bad?.has(seq) === true)
  }

  /**
   * Saves a snapshot. Never throws: the events are stored, and one snapshot more or less changes no answer.
   * @param state the state after an event, not kept; @param asOf as `SnapshotStore.save` says
   */
  async save(state: SessionState, progress: Progress, asOf: number): Promise<void> {
    if (this.#store === undefined || progress.hash === undefined) return
    const { seq } = state
    try {
      const { reducer } = this.#context
      const snapshot = snapshotOf(state, progress, progress.hash, reducer.fingerprint)
      this.#last = seq
      this.#pause = Math.max(this.#interval, Math.ceil(snapshot.state.length / charactersPerEvent))
      if (this.#foundNone) {
        // What another reducer made is of no use any more.
        this.#foundNone = false
        await this.#store.drop(this.#session, { schema: snapshotSchema, reducer: reducer.fingerprint })
      }
      if (await this.#store.save(snapshot, asOf)) this.#bad?.delete(seq)
    } catch {
      // A store that can only be read, is full or busy. It is not asked again.
      this.#store = undefined
    }
  }

  async #newest(store: SnapshotStore, limit: SnapshotLimit): Promise<Beginning | null> {
    const { reducer } = this.#context
    const query = { ...limit, schema: snapshotSchema, reducer: reducer.fingerprint }
    for (let { seq } = limit; seq > 0; ) {
      const snapshot = await store.newest(this.#session, { ...query, seq })
      if (snapshot === undefined || snapshot.seq > seq) break
      const state = isTrusted(snapshot, query) ? stateOfSnapshot(snapshot) : null
      if (state !== null && (await this.#hashAt(snapshot.seq)) === snapshot.hash) {
        this.#last = snapshot.seq
        const { turn, latestAt, hash } = snapshot
        return { state, progress: { turn, latestAt, hash } }
      }
      this.#bad ??= new Set()
      this.#bad.add(snapshot.seq)
      seq = snapshot.seq - 1
    }
    this.#foundNone = true
    return null
  }

  async #hashAt(seq: number): Promise<string | undefined> {
    const { store } = this.#context
    const session = this.#session
    for await (const event of store.read(session, { from: seq, to: seq })) return event.hash
    return undefined
  }
}

type SnapshotLimit = Pick<SnapshotQuery, 'seq' | 'turn' | 'latestAt'>

/** Which snapshots lie before a moment, whatever the events after them are; null: none can be said to. */
function limitOf(point: Point): SnapshotLimit | null {
  const seq = Number.MAX_SAFE_INTEGER
  if (point === 'end') return { seq }
  if ('seq' in point) return Number.isSafeInteger(point.seq) ? { seq: point.seq } : null
  // The turn's end may lie before the last of its events, so none of them may be in the snapshot.
  if ('turn' in point) return Number.isSafeInteger(point.turn) ? { seq, turn: point.turn - 1 } : null
  const latestAt = point.at.getTime()
  return Number.isNaN(latestAt) ? null : { seq, latestAt }
}

/** What the store was asked for is what it gave. */
function isTrusted(snapshot: StoredSnapshot, query: SnapshotQuery): boolean {
  const { turn = Number.POSITIVE_INFINITY, latestAt = Number.POSITIVE_INFINITY } = query
  return (
    snapshot.schema === query.schema &&
    snapshot.reducer === query.reducer &&
    snapshot.turn <= turn &&
    snapshot.latestAt <= latestAt
  )
}

/** What is known of the events up to a place. */
export interface Progress {
  /** The highest turn of them. */
  readonly turn: number
  /** The latest time of them, in milliseconds since 1970; minus infinity before the first. */
  readonly latestAt: number
  /** What stands for all of them, as `StoredSnapshot.hash` says; undefined before the first, and where nothing does. */
  readonly hash: string | undefined
}

/** Before the first event. */
export const noProgress: Progress = Object.freeze({
  turn: 0,
  latestAt: Number.NEGATIVE_INFINITY,
  hash: undefined,
})

/** How far it is after one event more. */
export function progressAfter(progress: Progress, event: TodoEvent): Progress {
  const { turn, at, hash } = event
  return {
    turn: Math.max(progress.turn, turn),
    latestAt: Math.max(progress.latestAt, at.getTime()),
    hash,
  }
}

/** The version of the form that snapshots are written in. To be raised when `SessionState` or a column changes. */
export const snapshotSchema = 1

/**
 * The snapshot of a state.
 * @param hash the hash of the state's last event; @param reducer the fingerprint of the reducer that made the state
 * @throws StoreError when the state holds what no text can give back
 */
function snapshotOf(
  state: SessionState,
  { turn, latestAt }: Progress,
  hash: string,
  reducer: string,
): StoredSnapshot {
  const snapshot = {
    session: state.session,
    seq: state.seq,
    turn,
    latestAt,
    schema: snapshotSchema,
    reducer,
    hash,
    state: encodeValue(state),
  }
  return { ...snapshot, digest: digestOfSnapshot(snapshot) }
}

/** The digest that a snapshot must have. Whoever can write into the store can make it, too: it finds accidents. */
export function digestOfSnapshot(snapshot: Omit<StoredSnapshot, 'digest'>): string {
  const { session, seq, turn, latestAt, schema, reducer, hash, state } = snapshot
  const line = JSON.stringify([session, seq, turn, latestAt, schema, reducer, hash])
  return sha256(`todo-ledger/snapshot/1\n${line}\n${state}`)
}

/** The state of a snapshot of today's form, or null where it was damaged or is no state of that session and seq. */
export function stateOfSnapshot(snapshot: StoredSnapshot): SessionState | null {
  if (snapshot.schema !== snapshotSchema || snapshot.digest !== digestOfSnapshot(snapshot)) return null
  let state: unknown
  try {
    state = decodeValue(snapshot.state)
  } catch {
    return null
  }
  if (!isSessionState(state)) return null
  return state.session === snapshot.session && state.seq === snapshot.seq ? state : null
}
