/** Moments that are named by what happens, beside those that are a turn, a seq or a time. */

import type { EventType, TodoEvent } from '../events.js'
import { type Point, Reached } from '../history.js'

/** Just before the nth event of a type, such as the first compaction. */
export interface BeforeEvent {
  /** The type. */
  readonly before: EventType
  /** Which of them, from 1. */
  readonly nth: number
}

/** A moment of a session, also one that is named by what happens right after it. */
export type SessionMoment = Point | BeforeEvent

/** Follows the events up to a moment. */
export type MomentFollower = Pick<Reached, 'reached' | 'isBefore' | 'isAt'>

/** Follows the events up to a moment, as `Reached` does. Each event is to be asked about once, in order. */
export function followMoment(moment: SessionMoment): MomentFollower {
  return moment !== 'end' && 'before' in moment ? new UpToEvent(moment) : new Reached(moment)
}

class UpToEvent implements MomentFollower {
  reached = false
  readonly #type: EventType
  #left: number

  constructor({ before, nth }: BeforeEvent) {
    this.#type = before
    this.#left = nth
  }

  isBefore(event: TodoEvent): boolean {
    if (event.type === this.#type) this.#left -= 1
    if (this.#left <= 0) this.reached = true
    return this.reached
  }

  isAt(): boolean {
    return false
  }
}
