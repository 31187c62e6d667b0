/** The lives of a session's items up to a moment, followed as its events pass. */

import { isCarriedOn } from '@todo-ledger/audit'
import {
  type EventOf,
  followMoment,
  type ItemLife,
  ItemLives,
  type MomentFollower,
  type SessionMoment,
} from '@todo-ledger/core'
import type { Failure } from '../failure.js'
import { headOf, type SessionHead } from '../items/session-head.js'
import { WorkBeforeUpdates } from '../items/work-before.js'
import { missingMoment } from '../show/missing-moment.js'
import type { SessionListener } from '../sources/reading.js'

/** Follows a session and remembers the lives of its items. */
export class BlamedSession implements SessionListener {
  /** The session. */
  readonly head: SessionHead
  /** What was done before each update. */
  readonly work: WorkBeforeUpdates = new WorkBeforeUpdates()
  /** The last turn that was seen; 0 before the first. */
  turn = 0
  /** The last event that was seen. */
  seq = 0
  readonly #moment: SessionMoment
  readonly #follower: MomentFollower
  readonly #lives = new ItemLives(isCarriedOn)
  readonly #began: Date
  readonly #finished: (session: BlamedSession) => void
  #order: readonly string[] = []
  #happened = 0

  /** @param opened the session's first event; @param finished is given this once the session was read */
  constructor(
    opened: EventOf<'session.opened'>,
    moment: SessionMoment,
    finished: (session: BlamedSession) => void,
  ) {
    this.head = headOf(opened)
    this.#began = opened.at
    this.#moment = moment
    this.#follower = followMoment(moment)
    this.#finished = finished
  }

  /** True where the session came to the moment. */
  get cameToIt(): boolean {
    return this.#follower.reached
  }

  /** The lives: those of the items on the list in its order, then of those that left it. */
  get lives(): readonly ItemLife[] {
    const lives = this.#lives.lives
    const place = new Map(this.#order.map((key, index) => [key, index]))
    const at = ({ key }: ItemLife): number => place.get(key) ?? place.size
    return lives.toSorted((one, other) => at(one) - at(other))
  }

  /** Follows the session up to the moment. */
  readonly passed: SessionListener['passed'] = (event, state) => {
    const moment = this.#moment
    if (moment !== 'end' && 'before' in moment && event.type === moment.before) this.#happened += 1
    if (this.#follower.isBefore(event)) return 'enough'
    this.turn = event.turn
    this.seq = event.seq
    this.#lives.observe(event, state)
    this.work.observe(event)
    this.#order = state.items.map(({ key }) => key)
    return this.#follower.isAt(event) ? 'enough' : 'more'
  }

  /** Hands itself out. */
  finished(): void {
    this.#finished(this)
  }

  /** Says why there is no such moment in the session. */
  missing(): Failure {
    const { session } = this.head
    const seen = { session, began: this.#began, turns: this.turn, seq: this.seq, happened: this.#happened }
    return missingMoment(this.#moment, seen)
  }
}
