/** The state of a session at a moment, taken as its events pass. */

import {
  type EventOf,
  followMoment,
  type MomentFollower,
  type SessionMoment,
  type SessionState,
} from '@todo-ledger/core'
import type { Failure } from '../failure.js'
import type { MomentWish, SessionListener } from '../sources/reading.js'
import { missingMoment } from './missing-moment.js'

/** A session's state at a moment. */
export class Snapshot implements SessionListener {
  /** The session's id. */
  readonly session: string
  /** The moment, for a source that need not be read whole for it. */
  readonly moment?: MomentWish
  /** How many events there were of the type that the moment stands before. */
  happened = 0
  readonly #moment: SessionMoment
  readonly #follower: MomentFollower
  readonly #finished: (snapshot: Snapshot) => void
  #cameToIt: boolean | null = null
  #state: SessionState | null = null
  readonly #began: Date
  #over = false

  /** @param opened the session's first event; @param finished is given the snapshot once it is taken */
  constructor(
    opened: EventOf<'session.opened'>,
    moment: SessionMoment,
    finished: (snapshot: Snapshot) => void,
  ) {
    this.session = opened.session
    this.#began = opened.at
    this.#moment = moment
    this.#follower = followMoment(moment)
    this.#finished = finished
    if (moment !== 'end' && 'before' in moment) return
    this.moment = {
      point: moment,
      took: (read, cameToIt) => {
        this.#state = read.state
        this.#cameToIt = cameToIt
      },
    }
  }

  /** The state at the moment; null where the session never came to it. */
  get state(): SessionState | null {
    return (this.#cameToIt ?? this.#follower.reached) ? this.#state : null
  }

  /** The turns that were seen. */
  get turns(): number {
    return this.#state?.turn.number ?? 0
  }

  /** Follows the session up to the moment; of what the moment is named by, all are counted. */
  readonly passed: SessionListener['passed'] = (event, state) => {
    const moment = this.#moment
    const counted = moment !== 'end' && 'before' in moment
    if (counted && event.type === moment.before) this.happened += 1
    if (!this.#over && this.#follower.isBefore(event)) this.#over = true
    if (!this.#over) {
      this.#state = state
      this.#over = this.#follower.isAt(event)
    }
    return this.#over && !counted ? 'enough' : 'more'
  }

  /** Hands the snapshot out. */
  finished(): void {
    this.#finished(this)
  }

  /** Says why there is no such moment in the session. */
  missing(): Failure {
    const seq = this.#state?.seq ?? 0
    const { session, turns, happened } = this
    return missingMoment(this.#moment, { session, began: this.#began, turns, seq, happened })
  }
}
