/** A session's list at a moment, and its work up to then and to the end, followed as its events pass. */

import type { SessionState, TodoEvent } from '@todo-ledger/core'
import { followMoment, type MomentFollower, type SessionMoment } from '@todo-ledger/core/history'
import { type PlanMoment, type SessionWork, WorkLog } from '@todo-ledger/core/plan'
import type { Failure } from '../failure.js'
import { headOf, type SessionHead } from '../items/item-text.js'
import { missingMoment } from '../show/missing-moment.js'
import type { SourceSession } from '../sources/source-session.js'

/** Follows a session to its end. */
export class PlannedSession {
  /** The session. */
  readonly head: SessionHead
  /** Its profile. */
  readonly profile: string
  /** True for one that was asked for; the others count for their pace. */
  readonly wanted: boolean
  /** Its list at the moment; null where it never came to it. */
  moment: PlanMoment | null = null
  /** Its work up to the moment. */
  before: SessionWork
  /** The last turn that was seen. */
  turns = 0
  readonly #moment: SessionMoment
  readonly #follower: MomentFollower
  readonly #log = new WorkLog()
  readonly #began: Date
  #seq = 0
  #happened = 0
  #isPast = false
  #last: PlanMoment | null = null

  /** Made by `follow` alone. */
  constructor({ opened, profile, wanted }: SourceSession, moment: SessionMoment) {
    this.head = headOf(opened)
    this.profile = profile
    this.wanted = wanted
    this.before = this.#log.work
    this.#began = opened.at
    this.#moment = moment
    this.#follower = followMoment(moment)
  }

  /** Reads a session to its end. */
  static async follow(session: SourceSession, moment: SessionMoment): Promise<PlannedSession> {
    const planned = new PlannedSession(session, moment)
    for await (const { event, state } of session.events) planned.#observe(event, state)
    planned.#pass()
    return planned
  }

  /** Its work to the end. */
  get work(): SessionWork {
    return this.#log.work
  }

  /** Says why there is no such moment in the session. */
  missing(): Failure {
    const { session } = this.head
    return missingMoment(this.#moment, {
      session,
      began: this.#began,
      turns: this.turns,
      seq: this.#seq,
      happened: this.#happened,
    })
  }

  #observe(event: TodoEvent, state: SessionState): void {
    const moment = this.#moment
    if (moment !== 'end' && 'before' in moment && event.type === moment.before) this.#happened += 1
    if (!this.#isPast && this.#follower.isBefore(event)) this.#pass()
    this.turns = event.turn
    this.#seq = event.seq
    this.#log.observe(event, state)
    if (this.#isPast) return
    const { session, goal, items } = state
    this.#last = { session, goal, items, turn: event.turn, seq: event.seq, at: event.at }
    if (this.#follower.isAt(event)) this.#pass()
  }

  /** The moment is over: what was seen up to it is kept. */
  #pass(): void {
    if (this.#isPast) return
    this.#isPast = true
    if (!this.#follower.reached) return
    this.moment = this.#last
    this.before = this.#log.work
  }
}
