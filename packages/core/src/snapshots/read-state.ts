/** The state of a stored session at a moment, from the newest snapshot before it and the events after that. */

import { setImmediate } from 'node:timers/promises'
import type { TodoEvent } from '../events.js'
import { type Point, Reached } from '../history.js'
import { createReducer, type Reducer } from '../reducer.js'
import { initialState, type SessionState } from '../state.js'
import {
  type Beginning,
  noProgress,
  progressAfter,
  SessionSnapshots,
  type SnapshotContext,
} from './session-snapshots.js'

/** So many events are read between two looks at what else the process has to do. */
const unbroken = 32

/** A stored session whose state is wanted. */
export interface StateSource extends Omit<SnapshotContext, 'reducer'> {
  readonly session: string
  /** Makes the states; one over the built-in rules when absent. */
  readonly reducer?: Reducer
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
 * The state of a session at a moment, or null where the session never came to it.
 * @throws DamagedLogError when the log has a gap or cannot be
 * @throws StoreError when an event that is needed can't be read
 */
export async function readStateAt(source: StateSource, point: Point): Promise<ReadState | null> {
  const context = { ...source, reducer: source.reducer ?? createReducer() }
  const snapshots = new SessionSnapshots(source.session, context)
  const { state, progress, from, reached } = await readTo({ ...context, snapshots }, point)
  if (!reached || state.seq === 0) return null
  return { state, latestAt: new Date(progress.latestAt), from }
}

/** What a reading of one session needs. */
export interface ReadingContext extends Pick<SnapshotContext, 'store' | 'reducer'> {
  readonly session: string
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
  const beginning = (await context.snapshots.before(point)) ?? { state: initialState, progress: noProgress }
  return readOn(context, { beginning, point, asOf, passed })
}

/**
 * Reads on from a state that is at hand.
 * @param reading `asOf`: the session's last seq when that state was read, or later
 */
export async function readOn(
  { store, session, reducer, snapshots }: ReadingContext,
  {
    beginning,
    point,
    asOf,
    passed,
  }: {
    readonly beginning: Beginning
    readonly point: Point
    readonly asOf: number
    readonly passed?: ((event: TodoEvent) => void) | undefined
  },
): Promise<ReadingEnd> {
  const from = beginning.state.seq
  const to = point !== 'end' && 'seq' in point && Number.isSafeInteger(point.seq) ? point.seq : undefined
  const replay = reducer.replay(beginning.state)
  if (from > 0 && to === from) return { ...beginning, state: replay.finish(), from, reached: true }
  const seen = new Reached(point)
  let { progress } = beginning
  for await (const event of store.read(session, { from: from + 1, ...(to === undefined ? {} : { to }) })) {
    if (seen.isBefore(event)) break
    replay.apply(event)
    passed?.(event)
    progress = progressAfter(progress, event)
    snapshots.take(replay.state, progress)
    if (seen.isAt(event)) break
    if (event.seq % unbroken === 0) await setImmediate()
  }
  await snapshots.save(asOf)
  return { state: replay.finish(), progress, from, reached: seen.reached }
}
