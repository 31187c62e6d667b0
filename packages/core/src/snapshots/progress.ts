/** How far a session was read: what a snapshot says of itself beside the state. */

import type { TodoEvent } from '../events.js'

/** What is known of the events up to a place. */
export interface Progress {
  /** The highest turn of them. */
  readonly turn: number
  /** The latest time of them, in milliseconds since 1970; minus infinity before the first. */
  readonly latestAt: number
  /** The hash of the last, undefined before the first and where the store gives none. */
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
  return {
    turn: Math.max(progress.turn, event.turn),
    latestAt: Math.max(progress.latestAt, event.at.getTime()),
    hash: event.hash,
  }
}
