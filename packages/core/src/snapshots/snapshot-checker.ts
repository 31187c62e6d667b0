/** Holds the snapshots of a session against its events: the one thing that finds a snapshot made to fit. */

import { isDeepStrictEqual } from 'node:util'
import type { TodoEvent } from '../events.js'
import type { Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'
import type { EventStore, SideEntry } from '../store/event-store.js'
import {
  digestOf,
  makerOf,
  noProgress,
  progressAfter,
  snapshotIn,
  snapshotKind,
  stateIn,
} from './session-snapshots.js'

/** A snapshot that is not what the events say. */
export interface BadSnapshot {
  readonly session: string
  readonly seq: number
  /**
   * `damaged`: its own digest does not fit, or it is no state. `foreign`: it was made of another log. Neither is used when
   * states are read. `wrong-state`: all about it fits but what it says; a state that is read may rest on it.
   */
  readonly problem: 'damaged' | 'foreign' | 'wrong-state'
  /** What is wrong and what to do. */
  readonly message: string
}

/** What the snapshots of a session came to. */
export interface SnapshotsCheck {
  /** Snapshots that were compared with the events. */
  readonly checked: number
  /** Snapshots of another form or another reducer: not used, and not compared. */
  readonly outdated: number
  /** Those that are not what the events say. */
  readonly bad: readonly BadSnapshot[]
}

/** For who replays the session's events anyway. */
export class SnapshotChecker {
  readonly #session: string
  readonly #store: EventStore
  readonly #reducer: Reducer
  #left: Map<number, SideEntry> | null = null
  readonly #bad: BadSnapshot[] = []
  #progress = noProgress
  #checked = 0
  #outdated = 0

  /** @param store that the events are read from; @param reducer the one that replays them */
  constructor(store: EventStore, session: string, reducer: Reducer) {
    this.#store = store
    this.#session = session
    this.#reducer = reducer
  }

  /**
   * Takes in one event, in order, from the first on.
   * @param state the state after it; it is read at once and not kept
   */
  async observe(event: TodoEvent, state: SessionState): Promise<void> {
    this.#progress = progressAfter(this.#progress, event)
    const left = await this.#unjudged()
    const entry = left.get(event.seq)
    if (entry === undefined) return
    left.delete(event.seq)
    this.#judge(entry, state)
  }

  /** What they came to, once the last event was observed. */
  async finish(): Promise<SnapshotsCheck> {
    for (const entry of (await this.#unjudged()).values()) this.#judge(entry, null)
    return { checked: this.#checked, outdated: this.#outdated, bad: this.#bad }
  }

  async #unjudged(): Promise<Map<number, SideEntry>> {
    if (this.#left !== null) return this.#left
    this.#left = new Map()
    const entries = this.#store.side?.entries({ kind: snapshotKind, session: this.#session })
    for await (const entry of entries ?? []) this.#left.set(entry.seq, entry)
    return this.#left
  }

  /** @param state what the events say at its seq; null where there is no such event */
  #judge(entry: SideEntry, state: SessionState | null): void {
    const snapshot = snapshotIn(entry)
    if (snapshot === null || snapshot.digest !== digestOf(entry, snapshot)) {
      this.#note(entry, 'damaged', 'was changed after it was made')
    } else if (state === null) {
      this.#note(entry, 'foreign', 'is of an event that is not in the log')
    } else if (snapshot.madeBy !== makerOf(this.#reducer)) {
      this.#outdated += 1
    } else {
      this.#checked += 1
      const { turn, latestAt, hash } = this.#progress
      const kept = stateIn(entry, snapshot)
      if (kept === null) this.#note(entry, 'damaged', 'holds no state')
      else if (snapshot.hash !== hash) this.#note(entry, 'foreign', 'was made of other events')
      else if (snapshot.turn !== turn || snapshot.latestAt !== latestAt || !isDeepStrictEqual(kept, state)) {
        this.#note(entry, 'wrong-state', 'holds another state than its events lead to')
      }
    }
  }

  #note({ session, seq }: SideEntry, problem: BadSnapshot['problem'], what: string): void {
    const remedy =
      problem === 'wrong-state'
        ? 'The events are what counts: remove the snapshots, and look who wrote this one.'
        : 'It is not used, and is made anew.'
    const message = `The snapshot at event ${seq} of session ${JSON.stringify(session)} ${what}. ${remedy}`
    this.#bad.push({ session, seq, problem, message })
  }
}
