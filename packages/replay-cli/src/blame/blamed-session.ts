/** The lives of a session's items up to a moment, followed as its events pass. */

import { isCarriedOn } from '@todo-ledger/audit'
import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { type ItemLife, ItemLives, Reached, type SessionMoment } from '@todo-ledger/core/history'
import type { SessionEvent } from '@todo-ledger/recordings'
import type { Failure } from '../failure.js'
import { headOf, type SessionHead } from '../items/place.js'
import { WorkBeforeUpdates } from '../items/work-before.js'
import { missingMoment } from '../show/missing-moment.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'

/** Follows a session and remembers the lives of its items. */
export class BlamedSession implements SessionFollower<BlamedSession> {
  /** The session. */
  readonly head: SessionHead
  /** What was done before each update. */
  readonly work: WorkBeforeUpdates = new WorkBeforeUpdates()
  /** The last turn that was seen; 0 before the first. */
  turn = 0
  /** The last event that was seen. */
  seq = 0
  readonly #moment: SessionMoment
  readonly #follower: Reached
  readonly #lives = new ItemLives(isCarriedOn)
  readonly #began: Date
  #order: readonly string[] = []
  #happened = 0
  #isOver = false

  /** Follows a session up to a moment. */
  constructor({ opened }: SourceSession, moment: SessionMoment) {
    this.head = headOf(opened)
    this.#began = opened.at
    this.#moment = moment
    this.#follower = new Reached(moment)
  }

  take({ event, state }: SessionEvent): void {
    this.#isOver ||= this.#observe(event, state)
  }

  finish(): this {
    return this
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

  /** Says why there is no such moment in the session. */
  missing(): Failure {
    const { session } = this.head
    const seen = { session, began: this.#began, turns: this.turn, seq: this.seq, happened: this.#happened }
    return missingMoment(this.#moment, seen)
  }

  /** @returns true once the moment has come */
  #observe(event: TodoEvent, state: SessionState): boolean {
    const moment = this.#moment
    if (moment !== 'end' && 'before' in moment && event.type === moment.before) this.#happened += 1
    if (this.#follower.isBefore(event)) return true
    this.turn = event.turn
    this.seq = event.seq
    this.#lives.observe(event, state)
    this.work.observe(event)
    this.#order = state.items.map(({ key }) => key)
    return this.#follower.isAt(event)
  }
}
