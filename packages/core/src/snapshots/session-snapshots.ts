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
  /** The last of them, whose hash covers all before; it is asked for that only where a snapshot is taken. */
  readonly last: Pick<TodoEvent, 'hash'>
}

export const noProgress: Progress = { turn: 0, latestAt: Number.NEGATIVE_INFINITY, last: {} }

export function progressAfter({ turn, latestAt }: Progress, event: TodoEvent): Progress {
  const at = Math.max(latestAt, event.at.getTime())
  return { turn: Math.max(turn, event.turn), latestAt: at, last: event }
}

/** A state to go on from. */
export interface Beginning {
  readonly state: SessionState
  readonly progress: Progress
}

/** The kind of the side table's entries that are snapshots. */
export const snapshotKind = 'snapshot'

const contents = {
  turn: v.number(),
  latestAt: v.number(),
  hash: v.string(),
  /** The version of the form of snapshots, and the fingerprint of the reducer that made the state. */
  madeBy: v.string(),
  /** As the codec writes it. */
  state: v.string(),
}
/** The digest is of all else. Who can write into the store can make it, too: it finds accidents. */
const stored = v.object({ ...contents, digest: v.string() })
type StoredSnapshot = v.InferOutput<typeof stored>
const isStored = checkOf(stored)
const isState = checkOf(sessionState)

/** To be raised when `SessionState` or `StoredSnapshot` changes. */
const formVersion = 1

const makerOf = ({ fingerprint }: Reducer): string => `${formVersion}/${fingerprint}`

/** The text of a snapshot with the digest that it must have. The same state gives the same text. */
export function snapshotText(
  { session, seq }: Pick<SideEntry, 'session' | 'seq'>,
  { turn, latestAt, hash, madeBy, state }: Omit<StoredSnapshot, 'digest'>,
): string {
  const digest = sha256(`${JSON.stringify([session, seq, turn, latestAt, hash, madeBy])}\n${state}`)
  return JSON.stringify({ turn, latestAt, hash, madeBy, state, digest })
}

/** What an entry holds, its state still as text; null for anything but a snapshot whose digest fits. */
export function snapshotIn(entry: SideEntry): StoredSnapshot | null {
  try {
    const snapshot: unknown = JSON.parse(entry.value)
    return isStored(snapshot) && snapshotText(entry, snapshot) === entry.value ? snapshot : null
  } catch {
    return null
  }
}

function stateIn(snapshot: StoredSnapshot): SessionState | null {
  try {
    const state = decodeValue(snapshot.state)
    return isState(state) ? state : null
  } catch {
    return null
  }
}

/** Null for what no text can give back, and without a hash to find it by. */
function snapshotOf({ state, progress }: Beginning, reducer: Reducer): string | null {
  const {
    last: { hash },
    ...rest
  } = progress
  if (hash === undefined) return null
  try {
    return snapshotText(state, { ...rest, hash, madeBy: makerOf(reducer), state: encodeValue(state) })
  } catch {
    return null
  }
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
}

/** Finds and saves the snapshots of one session. Nothing here throws: without them all events are read. */
export class SessionSnapshots {
  readonly #session: string
  readonly #context: SnapshotContext
  readonly #interval: number
  readonly #side: SideTable | undefined
  #made: SideValue[] = []
  /** The seq from which on the next one is made. */
  #next: number

  constructor(session: string, context: SnapshotContext) {
    const { snapshotInterval = usualSnapshotInterval, store } = context
    this.#session = session
    this.#context = context
    this.#side = snapshotInterval === false ? undefined : store.side
    this.#interval = Math.max(1, snapshotInterval || usualSnapshotInterval)
    this.#next = this.#interval
  }

  /** The session's last seq before anything is read: what `save` is given. 0 where nothing is saved. */
  async asOf(): Promise<number> {
    const [session] = this.#side === undefined ? [] : await this.#context.store.sessions(this.#session)
    return session?.lastSeq ?? 0
  }

  /** What to go on from to a moment: the newest snapshot before it, or null. */
  async before(point: Point): Promise<Beginning | null> {
    this.#next = this.#interval
    // Where the events can't be read either, that is said there.
    const entry = await this.#newest(point).catch(() => undefined)
    if (entry === undefined) return null
    const beginning = await this.#beginningAt(entry).catch(() => null)
    if (beginning !== null) this.#next = entry.seq + this.#interval
    else await this.#side?.remove(this.#session, snapshotKind).catch(() => undefined)
    return beginning
  }

  /** Makes a snapshot of the state after an event, where it is time for one. */
  take(state: SessionState, progress: Progress): void {
    if (this.#side === undefined || state.seq < this.#next) return
    const value = snapshotOf({ state, progress }, this.#context.reducer)
    if (value !== null) this.#made.push({ kind: snapshotKind, seq: state.seq, value })
    this.#next = state.seq + Math.max(this.#interval, Math.ceil((value?.length ?? 0) / charactersPerEvent))
  }

  /** Saves what was taken, unless something was taken out of the session after `asOf`. */
  async save(asOf: number): Promise<void> {
    const made = this.#made
    this.#made = []
    // A store that can only be read, is full or busy keeps its events.
    if (made.length > 0) await this.#side?.put(this.#session, made, asOf).catch(() => false)
  }

  /** Neither turn nor latest time goes back in a session, so the newest one before a moment is found by halves. */
  async #newest(point: Point): Promise<SideEntry | undefined> {
    const side = this.#side
    let found: SideEntry | undefined
    let [low, high] = [1, point !== 'end' && 'seq' in point ? point.seq : Number.MAX_SAFE_INTEGER]
    if (side === undefined || !Number.isSafeInteger(high)) return undefined
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
    const { turn, latestAt, hash } = snapshot
    const state = stateIn(snapshot)
    if (state === null || state.session !== session || state.seq !== seq) return null
    for await (const event of store.read(session, { from: seq, to: seq })) {
      if (event.hash === hash) return { state, progress: { turn, latestAt, last: event } }
    }
    return null
  }
}

/** Whatever the events after it are. A turn's end may lie before the last of its events: none of them may be in it. */
function isBefore({ turn, latestAt }: StoredSnapshot, point: Point): boolean {
  if (point === 'end' || 'seq' in point) return true
  return 'turn' in point ? turn < point.turn : latestAt <= point.at.getTime()
}

/** A snapshot that is not what the events say. */
export interface BadSnapshot {
  readonly session: string
  readonly seq: number
  /** What is wrong and what to do. */
  readonly message: string
}

/** Holds the snapshots of a session against its events, for who replays these anyway: it finds one that was made to fit. */
export class SnapshotChecker {
  readonly #reducer: Reducer
  /** Those that no event was held against yet, by seq. */
  readonly #left: Promise<Map<number, SideEntry>>
  #progress = noProgress
  /** Snapshots that were compared with the events. */
  checked = 0
  /** Snapshots of another form or another reducer: not used, and not compared. */
  outdated = 0
  readonly bad: BadSnapshot[] = []

  /** @param store that the events are read from; @param reducer the one that replays them */
  constructor(store: EventStore, session: string, reducer: Reducer) {
    this.#reducer = reducer
    this.#left = snapshotsOf(store, session)
    // It is awaited with the first event.
    this.#left.catch(() => {})
  }

  /**
   * Takes in one event, in order, from the first on.
   * @param state the state after it; it is read at once and not kept
   */
  async observe(event: TodoEvent, state: SessionState): Promise<void> {
    this.#progress = progressAfter(this.#progress, event)
    const left = await this.#left
    const entry = left.get(event.seq)
    if (entry === undefined) return
    left.delete(event.seq)
    const madeBy = snapshotIn(entry)?.madeBy ?? makerOf(this.#reducer)
    if (madeBy !== makerOf(this.#reducer)) {
      this.outdated += 1
      return
    }
    this.checked += 1
    if (entry.value !== snapshotOf({ state, progress: this.#progress }, this.#reducer)) this.#note(entry)
  }

  /** To be called once the last event was observed: what is left is of no event of the log. */
  async finish(): Promise<void> {
    for (const entry of (await this.#left).values()) this.#note(entry)
  }

  #note({ session, seq }: SideEntry): void {
    const message = `The snapshot at event ${seq} of session ${JSON.stringify(session)} is not what its events lead to: it was damaged, or made by somebody else. The events are what counts: remove the snapshots, and look who wrote this one.`
    this.bad.push({ session, seq, message })
  }
}

async function snapshotsOf({ side }: EventStore, session: string): Promise<Map<number, SideEntry>> {
  const found = new Map<number, SideEntry>()
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const entry = await side?.newest(session, snapshotKind, last)
    if (entry === undefined || entry.seq > last) return found
    found.set(entry.seq, entry)
    last = entry.seq - 1
  }
}
