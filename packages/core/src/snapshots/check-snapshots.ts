/** Holds the snapshots of a session against its events: the one thing that finds a snapshot made to fit. */

import { isDeepStrictEqual } from 'node:util'
import type { TodoEvent } from '../events.js'
import { createReducer, type Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import {
  digestOfSnapshot,
  noProgress,
  progressAfter,
  snapshotSchema,
  stateOfSnapshot,
} from './session-snapshots.js'
import { type StoredSnapshot, snapshotsOf } from './snapshot-store.js'

/** A snapshot that is not what the events say. */
export interface BadSnapshot {
  /** Its session. */
  readonly session: string
  readonly seq: number
  /**
   * `damaged`: its own digest does not fit, or it is no state. `foreign`: it was made of another log. Both are passed
   * over when states are read. `wrong-state`: all about it fits but what it says; a state that is read may rest on it.
   */
  readonly problem: 'damaged' | 'foreign' | 'wrong-state'
  /** What is wrong and what to do. */
  readonly message: string
}

/** What the snapshots of one or more sessions came to. */
export interface SnapshotsCheck {
  /** Snapshots that were compared with the events. */
  readonly checked: number
  /** Snapshots of another form or another reducer: not used, and not compared. */
  readonly outdated: number
  /** Those that are not what the events say, in the order of their seqs. */
  readonly bad: readonly BadSnapshot[]
}

/**
 * Compares every snapshot of a session with a replay of its events.
 * @throws DamagedLogError, StoreError where the events can't be replayed; the snapshots say nothing then
 */
export async function checkSnapshots(
  store: EventStore,
  session: string,
  reducer: Reducer = createReducer(),
): Promise<SnapshotsCheck> {
  const checker = new SnapshotChecker(store, session, reducer)
  const replay = reducer.replay()
  for await (const event of store.read(session)) {
    replay.apply(event)
    await checker.observe(event, replay.state)
  }
  return checker.finish()
}

/** As `checkSnapshots`, for who replays the session's events anyway. */
export class SnapshotChecker {
  readonly #session: string
  readonly #reducer: Reducer
  readonly #snapshots: AsyncIterator<StoredSnapshot> | null
  readonly #bad: BadSnapshot[] = []
  #next: StoredSnapshot | null | 'unread' = 'unread'
  #progress = noProgress
  #checked = 0
  #outdated = 0

  /** @param store that the events are read from; @param reducer the one that replays them */
  constructor(store: EventStore, session: string, reducer: Reducer) {
    this.#session = session
    this.#reducer = reducer
    this.#snapshots = snapshotsOf(store)?.list(session)[Symbol.asyncIterator]() ?? null
  }

  /**
   * Takes in one event, in order, from the first on.
   * @param state the state after it; it is read at once and not kept
   */
  async observe(event: TodoEvent, state: SessionState): Promise<void> {
    this.#progress = progressAfter(this.#progress, event)
    for (let next = await this.#peek(); next !== null && next.seq <= event.seq; next = await this.#peek()) {
      this.#next = 'unread'
      this.#judge(next, next.seq === event.seq ? state : null)
    }
  }

  /** What they came to, once the last event was observed. */
  async finish(): Promise<SnapshotsCheck> {
    for (let next = await this.#peek(); next !== null; next = await this.#peek()) {
      this.#next = 'unread'
      this.#judge(next, null)
    }
    return { checked: this.#checked, outdated: this.#outdated, bad: this.#bad }
  }

  async #peek(): Promise<StoredSnapshot | null> {
    if (this.#next !== 'unread') return this.#next
    const { value, done } = (await this.#snapshots?.next()) ?? { value: undefined, done: true }
    this.#next = done === true ? null : value
    return this.#next
  }

  /** @param state what the events say at its seq; null where there is no such event */
  #judge(snapshot: StoredSnapshot, state: SessionState | null): void {
    if (snapshot.digest !== digestOfSnapshot(snapshot)) {
      this.#note(snapshot, 'damaged', 'was changed after it was made')
    } else if (state === null) {
      this.#note(snapshot, 'foreign', 'is of an event that is not in the log')
    } else if (snapshot.schema !== snapshotSchema || snapshot.reducer !== this.#reducer.fingerprint) {
      this.#outdated += 1
    } else {
      this.#checked += 1
      const { turn, latestAt, hash } = this.#progress
      const kept = stateOfSnapshot(snapshot)
      if (kept === null) this.#note(snapshot, 'damaged', 'holds no state')
      else if (snapshot.hash !== hash) this.#note(snapshot, 'foreign', 'was made of other events')
      else if (snapshot.turn !== turn || snapshot.latestAt !== latestAt || !isDeepStrictEqual(kept, state)) {
        this.#note(snapshot, 'wrong-state', 'holds another state than its events lead to')
      }
    }
  }

  #note({ seq }: StoredSnapshot, problem: BadSnapshot['problem'], what: string): void {
    const name = `The snapshot at event ${seq} of session ${JSON.stringify(this.#session)}`
    const remedy =
      problem === 'wrong-state'
        ? 'The events are what counts: remove the snapshots, and look who wrote this one.'
        : 'It is not used, and is made anew.'
    this.#bad.push({ session: this.#session, seq, problem, message: `${name} ${what}. ${remedy}` })
  }
}
