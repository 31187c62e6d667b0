/**
 * Snapshots: states of a session, kept in its store's side table so that not all events need be read again. A snapshot is
 * used only if all about it fits; a session with one that does not loses them all, and they are made anew.
 */

import * as v from 'valibot'
import { checkOf } from '../declared.js'
import type { TodoEvent } from '../events.js'
import type { Point } from '../history.js'
import type { Reducer } from '../reducer.js'
import { sha256 } from '../sha256.js'
import { type SessionState, sessionState } from '../state.js'
import type { EventStore, SideEntry, SideTable, SideValue } from '../store/event-store.js'
import { decodeValue, encodeValue } from '../store/values.js'

/** What is known of the events up to a place. */
export interface Progress {
  /** The highest turn of them. */
  readonly turn: number
  /** The latest time of them, in milliseconds since 1970, for clocks jump; minus infinity before the first. */
  readonly latestAt: number
  /** The hash of the last of them, which covers all before; undefined before the first. */
  readonly hash: string | undefined
}

export const noProgress: Progress = Object.freeze({
  turn: 0,
  latestAt: Number.NEGATIVE_INFINITY,
  hash: undefined,
})

export function progressAfter({ turn, latestAt }: Progress, event: TodoEvent): Progress {
  return {
    turn: Math.max(turn, event.turn),
    latestAt: Math.max(latestAt, event.at.getTime()),
    hash: event.hash,
  }
}

/** The kind of the side table's entries that are snapshots. */
export const snapshotKind = 'snapshot'

const stored = v.object({
  turn: v.number(),
  latestAt: v.number(),
  hash: v.string(),
  /** The version of the form of snapshots, and the fingerprint of the reducer that made the state. */
  madeBy: v.string(),
  /** As the codec writes it. */
  state: v.string(),
  /** Of all of the above. Who can write into the store can make it, too: it finds accidents. */
  digest: v.string(),
})

type StoredSnapshot = v.InferOutput<typeof stored>

const isStored = checkOf(stored)
const isState = checkOf(sessionState)

/** To be raised when `SessionState` or `StoredSnapshot` changes. */
const formVersion = 1

export const makerOf = ({ fingerprint }: Reducer): string => `${formVersion}/${fingerprint}`

/** The digest that a snapshot must have. */
export function digestOf(
  { session, seq }: Pick<SideEntry, 'session' | 'seq'>,
  { turn, latestAt, hash, madeBy, state }: Omit<StoredSnapshot, 'digest'>,
): string {
  return sha256(`${JSON.stringify([session, seq, turn, latestAt, hash, madeBy])}\n${state}`)
}

/** What an entry holds, its state still as text; null for anything but a snapshot. */
export function snapshotIn({ value }: SideEntry): StoredSnapshot | null {
  try {
    const snapshot: unknown = JSON.parse(value)
    return isStored(snapshot) ? snapshot : null
  } catch {
    return null
  }
}

/** The state of a snapshot; null where it was damaged or is no state of that session and seq. */
export function stateIn(entry: SideEntry, snapshot: StoredSnapshot): SessionState | null {
  if (snapshot.digest !== digestOf(entry, snapshot)) return null
  try {
    const state = decodeValue(snapshot.state)
    return isState(state) && state.session === entry.session && state.seq === entry.seq ? state : null
  } catch {
    return null
  }
}

/** A state to go on from. */
export interface Beginning {
  readonly state: SessionState
  readonly progress: Progress
}

/** Events between two snapshots of a session, where nobody says otherwise: to read so many takes a few milliseconds. */
export const usualSnapshotInterval = 250
/** A snapshot costs at most as many characters for each event since the one before: a long list has fewer of them. */
const charactersPerEvent = 64

/** How snapshots are used: what all sessions of a ledger share. */
export interface SnapshotContext {
  /** Without a side table nothing is found and nothing saved. */
  readonly store: EventStore
  readonly reducer: Reducer
  /** Events between two snapshots, 250 when absent; false: none is used or saved. */
  readonly snapshotInterval?: number | false | undefined
  /** True: none is saved. False when absent. */
  readonly isReadOnly?: boolean
}

/** Finds and saves the snapshots of one session. Nothing here throws: without them all events are read. */
export class SessionSnapshots {
  readonly #session: string
  readonly #context: SnapshotContext
  readonly #interval: number
  #side: SideTable | undefined
  #made: SideValue[] = []
  /** The seq of the snapshot before. */
  #last = 0
  /** Events from it to the next one, at the least. */
  #pause: number

  constructor(session: string, context: SnapshotContext) {
    const { snapshotInterval: interval = usualSnapshotInterval, store } = context
    this.#session = session
    this.#context = context
    this.#side = interval === false ? undefined : store.side
    this.#interval = Math.max(1, interval === false ? 1 : interval)
    this.#pause = this.#interval
  }

  /** The session's last seq before anything is read: what `save` is given. 0 where nothing is saved. */
  async asOf(): Promise<number> {
    if (this.#side === undefined) return 0
    const [session] = await this.#context.store.sessions(this.#session)
    return session?.lastSeq ?? 0
  }

  /** What to go on from to a moment: the newest snapshot before it, or null. */
  async before(point: Point): Promise<Beginning | null> {
    this.#last = 0
    const side = this.#side
    if (side === undefined) return null
    try {
      const entry = await this.#newest(side, point)
      if (entry === undefined) return null
      const beginning = await this.#beginningAt(entry)
      if (beginning !== null) this.#last = entry.seq
      else if (this.#context.isReadOnly !== true) await side.remove(this.#session, [snapshotKind])
      return beginning
    } catch {
      // Where the events can't be read either, that is said there.
      this.#side = undefined
      return null
    }
  }

  /** Makes a snapshot of the state after an event, where it is time for one. Gives how many wait for `save`. */
  take(state: SessionState, { turn, latestAt, hash }: Progress): number {
    const { session, seq } = state
    const isOff = this.#side === undefined || this.#context.isReadOnly === true || hash === undefined
    if (isOff || seq - this.#last < this.#pause) return this.#made.length
    try {
      const snapshot = {
        turn,
        latestAt,
        hash,
        madeBy: makerOf(this.#context.reducer),
        state: encodeValue(state),
      }
      const value = JSON.stringify({ ...snapshot, digest: digestOf({ session, seq }, snapshot) })
      this.#made.push({ kind: snapshotKind, seq, value })
      this.#pause = Math.max(this.#interval, Math.ceil(snapshot.state.length / charactersPerEvent))
    } catch {
      // The state holds what no text can give back.
    }
    this.#last = seq
    return this.#made.length
  }

  /** Saves what was taken, unless something was taken out of the session after `asOf`. */
  async save(asOf: number): Promise<void> {
    const made = this.#made
    this.#made = []
    if (made.length === 0) return
    try {
      await this.#side?.put(this.#session, made, asOf)
    } catch {
      // A store that can only be read, is full or busy. It is not asked again.
      this.#side = undefined
    }
  }

  /** Neither turn nor latest time goes back in a session, so the newest one before a moment is found by halves. */
  async #newest(side: SideTable, point: Point): Promise<SideEntry | undefined> {
    let found: SideEntry | undefined
    let [low, high] = [1, point !== 'end' && 'seq' in point ? point.seq : Number.MAX_SAFE_INTEGER]
    if (!Number.isSafeInteger(high)) return undefined
    for (let middle = high; low <= high; middle = low + Math.floor((high - low) / 2)) {
      const entry = await side.newest(this.#session, snapshotKind, middle)
      if (entry === undefined || entry.seq < low) {
        low = middle + 1
        continue
      }
      const snapshot = snapshotIn(entry)
      if (snapshot === null) return entry
      if (isBefore(snapshot, point)) {
        found = entry
        low = middle + 1
      } else high = entry.seq - 1
    }
    return found
  }

  async #beginningAt(entry: SideEntry): Promise<Beginning | null> {
    const { store, reducer } = this.#context
    const { session, seq } = entry
    const snapshot = snapshotIn(entry)
    if (snapshot === null || snapshot.madeBy !== makerOf(reducer)) return null
    const state = stateIn(entry, snapshot)
    if (state === null) return null
    const { turn, latestAt, hash } = snapshot
    for await (const event of store.read(session, { from: seq, to: seq })) {
      if (event.hash === hash) return { state, progress: { turn, latestAt, hash } }
    }
    return null
  }
}

/** Whatever the events after it are. A turn's end may lie before the last of its events: none of them may be in it. */
function isBefore({ turn, latestAt }: StoredSnapshot, point: Point): boolean {
  if (point === 'end' || 'seq' in point) return true
  return 'turn' in point ? turn < point.turn : latestAt <= point.at.getTime()
}
