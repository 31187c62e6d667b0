/** The state of a stored session at a moment, from the newest snapshot before it and the events after that. */

import type { TodoEvent } from '../events.js'
import { type Point, Reached } from '../history.js'
import { createReducer, type Reducer } from '../reducer.js'
import { initialState, type SessionState } from '../state.js'
import type { EventStore } from '../store/event-store.js'
import { type Beginning, noProgress, progressAfter, SessionSnapshots } from './session-snapshots.js'

/** A stored session whose state is wanted. */
export interface StateSource {
  /** Where it is stored. */
  readonly store: EventStore
  readonly session: string
  /** Makes the states; one over the built-in rules when absent. */
  readonly reducer?: Reducer
  /** Events between two snapshots, 250 when absent; false: none is used or saved. */
  readonly snapshotInterval?: number | false | undefined
  /** True: snapshots are used, and none is saved. False when absent. */
  readonly isReadOnly?: boolean
}

/** A state, and what was read to get it. */
export interface ReadState {
  /** The state, frozen. */
  readonly state: SessionState
  /** The latest time of the events up to it. */
  readonly latestAt: Date
  /** The seq of the snapshot that was gone on from; 0 where all events were read. */
  readonly from: number
}

/**
 * The state of a session at a moment, or null where the session never came to it. Snapshots that can't be used are
 * passed over, and made anew where the store can be written to.
 * @throws DamagedLogError when the log has a gap or cannot be
 * @throws StoreError when an event that is needed can't be read
 */
export async function readStateAt(source: StateSource, point: Point): Promise<ReadState | null> {
  const { store, session, reducer = createReducer(), snapshotInterval, isReadOnly = false } = source
  const snapshots = new SessionSnapshots(session, { store, reducer, snapshotInterval, isReadOnly })
  const { state, progress, from, reached } = await readTo({ store, session, reducer, snapshots }, point)
  if (!reached || state.seq === 0) return null
  return { state, latestAt: new Date(progress.latestAt), from }
}

/** What a reading of one session needs. */
export interface ReadingContext {
  /** Where the session is stored. */
  readonly store: EventStore
  readonly session: string
  /** Makes the states. */
  readonly reducer: Reducer
  /** The session's snapshots; some are saved on the way. */
  readonly snapshots: SessionSnapshots
}

/** Where a reading came to. */
export interface ReadingEnd extends Beginning {
  /** The seq that it began after. */
  readonly from: number
  /** True where it came to the moment. */
  readonly reached: boolean
}

/**
 * Reads to a moment, from the newest snapshot before it.
 * @param passed is called with each event that is read
 */
export async function readTo(
  context: ReadingContext,
  point: Point,
  passed?: (event: TodoEvent) => void,
): Promise<ReadingEnd> {
  // Asked before anything is read, so that what is taken out of the log meanwhile comes into no snapshot.
  const asOf = await context.snapshots.asOf()
  const beginning = await context.snapshots.before(point)
  return readOn(context, { beginning: beginning ?? nothingRead, point, asOf, passed })
}

const nothingRead: Beginning = { state: initialState, progress: noProgress }

/** What there is to read. */
export interface Reading {
  /** The state to go on from. */
  readonly beginning: Beginning
  /** The moment to read to. */
  readonly point: Point
  /** The session's last seq when the state to go on from was read, or later. */
  readonly asOf: number
  /** Is called with each event that is read. */
  readonly passed?: ((event: TodoEvent) => void) | undefined
}

/** Snapshots that are saved together. */
const savedAtOnce = 16

/** Reads on from a state that is at hand. */
export async function readOn(context: ReadingContext, reading: Reading): Promise<ReadingEnd> {
  const { store, session, reducer, snapshots } = context
  const { beginning, point, asOf, passed } = reading
  const from = beginning.state.seq
  if (from > 0 && point !== 'end' && 'seq' in point && point.seq === from) {
    return { ...beginning, state: reducer.replay(beginning.state).finish(), from, reached: true }
  }
  const replay = reducer.replay(beginning.state)
  const seen = new Reached(point)
  let { progress } = beginning
  let saving: Promise<void>[] = []
  for await (const event of store.read(session, { from: from + 1, ...lastSeqOf(point) })) {
    if (seen.isBefore(event)) break
    replay.apply(event)
    passed?.(event)
    progress = progressAfter(progress, event)
    // Some at once, since those that are saved together share a sync of the disk.
    if (snapshots.isDue(event.seq)) saving.push(snapshots.save(replay.state, progress, asOf))
    if (saving.length === savedAtOnce) {
      await Promise.all(saving)
      saving = []
    }
    if (seen.isAt(event)) break
  }
  await Promise.all(saving)
  return { state: replay.finish(), progress, from, reached: seen.reached }
}

function lastSeqOf(point: Point): { readonly to?: number } {
  const isSeq = point !== 'end' && 'seq' in point && Number.isSafeInteger(point.seq)
  return isSeq ? { to: point.seq } : {}
}
