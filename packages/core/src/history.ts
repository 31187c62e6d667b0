/** What a session looked like: its state at any turn, seq or time. */

import type { TodoEvent } from './events.js'
import { createReducer, type Reducer } from './reducer.js'
import type { SessionState } from './state.js'

/** A moment of a session. */
export type Point =
  | {
      /** The end of this turn. */
      readonly turn: number
    }
  | {
      /** Just after the event of this seq. */
      readonly seq: number
    }
  | {
      /** Just before the first event that is later. */
      readonly at: Date
    }
  | 'end'

/**
 * The state at a moment, or null where the session never came to it.
 * @param events the session's events from the first on, in order
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function stateAt(
  events: AsyncIterable<TodoEvent>,
  point: Point,
  reducer: Reducer = createReducer(),
): Promise<SessionState | null> {
  const replay = reducer.replay()
  const seen = new Reached(point)
  for await (const event of events) {
    if (seen.isBefore(event)) break
    replay.apply(event)
    if (seen.isAt(event)) break
  }
  return seen.reached && replay.state.seq > 0 ? replay.finish() : null
}

/** Follows the events up to a moment; also for those that pass by one at a time. */
export class Reached {
  readonly #point: Point
  /** True once the moment has come; at the end of the log a time that is still ahead has come, too. */
  reached: boolean

  /** @param point the moment that is waited for */
  constructor(point: Point) {
    this.#point = point
    this.reached = point === 'end' || (typeof point === 'object' && 'at' in point)
  }

  /** True for an event that the moment comes before: it is not to be applied, nor any after it. */
  isBefore(event: TodoEvent): boolean {
    if (this.#point === 'end') return false
    if ('at' in this.#point) return event.at.getTime() > this.#point.at.getTime()
    return 'turn' in this.#point && this.reached && event.turn > this.#point.turn
  }

  /** True for the event that is the moment's last. */
  isAt(event: TodoEvent): boolean {
    if (this.#point === 'end' || 'at' in this.#point) return false
    if ('seq' in this.#point) {
      if (event.seq === this.#point.seq) this.reached = true
      return this.reached
    }
    if (event.turn === this.#point.turn) this.reached = true
    return event.type === 'turn.ended' && event.turn === this.#point.turn
  }
}
