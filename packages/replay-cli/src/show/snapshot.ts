/** The state of a session at a moment, taken as its events pass. */

import { type EventOf, type Point, Reached, type SessionState } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import type { MomentWish, SessionListener } from '../sources/reading.js'

/** A session's state at a moment. */
export class Snapshot implements SessionListener {
  /** The session's id. */
  readonly session: string
  /** The moment, for a source that need not be read whole for it. */
  readonly moment: MomentWish
  readonly #point: Point
  readonly #reached: Reached
  readonly #finished: (snapshot: Snapshot) => void
  #state: SessionState | null = null
  readonly #first: Date
  #over = false

  /** @param opened the session's first event; @param finished is given the snapshot once it is taken */
  constructor(opened: EventOf<'session.opened'>, point: Point, finished: (snapshot: Snapshot) => void) {
    this.session = opened.session
    this.#first = opened.at
    this.#point = point
    this.#reached = new Reached(point)
    this.#finished = finished
    this.moment = {
      point,
      took: (read, cameToIt) => {
        this.#state = read.state
        this.#reached.reached = cameToIt
      },
    }
  }

  /** The state at the moment; null where the session never came to it. */
  get state(): SessionState | null {
    return this.#reached.reached ? this.#state : null
  }

  /** The turns that were seen. */
  get turns(): number {
    return this.#state?.turn.number ?? 0
  }

  /** Follows the session up to the moment. */
  readonly passed: SessionListener['passed'] = (event, state) => {
    if (this.#over || this.#reached.isBefore(event)) {
      this.#over = true
      return 'enough'
    }
    this.#state = state
    this.#over = this.#reached.isAt(event)
    return this.#over ? 'enough' : 'more'
  }

  /** Hands the snapshot out. */
  finished(): void {
    this.#finished(this)
  }

  /** Says why there is no such moment in the session. */
  missing(): Failure {
    const name = `Session ${JSON.stringify(this.session)}`
    const point = this.#point
    if (point !== 'end' && 'turn' in point) {
      const last = this.turns
      const its = last === 0 ? 'it has no turns' : `its last is turn ${last}`
      return new Failure('unknown-turn', `${name} has no turn ${point.turn}: ${its}.`)
    }
    if (point !== 'end' && 'seq' in point) {
      return new Failure(
        'unknown-seq',
        `${name} has no event ${point.seq}: its events are 1 to ${this.#state?.seq ?? 0}.`,
      )
    }
    const began = this.#first.toISOString()
    return new Failure('unknown-time', `${name} had not begun at that time: it began at ${began}.`)
  }
}
