/** The diff of a session, made as its events pass. */

import { isCarriedOn } from '@todo-ledger/audit'
import { type ListDiff, ListDiffer } from '@todo-ledger/core/history'
import type { SessionEvent } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { headOf, type SessionHead } from '../items/place.js'
import { WorkBeforeUpdates } from '../items/work-before.js'
import { missingMoment } from '../show/missing-moment.js'
import { momentName } from '../show/moment.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import type { Range } from './range.js'

/** What changed in a session, with what was done before each update. */
export interface SessionDiff {
  /** The session. */
  readonly head: SessionHead
  /** What changed. */
  readonly diff: ListDiff
  /** What was done before each update. */
  readonly work: WorkBeforeUpdates
}

/** Follows a session and says what changed in it. */
export class SessionDiffer implements SessionFollower<SessionDiffer> {
  /** The session. */
  readonly head: SessionHead
  readonly #range: Range
  readonly #differ: ListDiffer
  readonly #work = new WorkBeforeUpdates()
  readonly #began: Date
  readonly #happened = new Map<string, number>()

  /** Follows a session up to the later moment of a range. */
  constructor({ opened }: SourceSession, range: Range) {
    this.head = headOf(opened)
    this.#began = opened.at
    this.#range = range
    this.#differ = new ListDiffer(range.from, range.to, isCarriedOn)
  }

  take({ event, state }: SessionEvent): void {
    if (this.#differ.isOver) return
    this.#happened.set(event.type, (this.#happened.get(event.type) ?? 0) + 1)
    this.#work.observe(event)
    this.#differ.observe(event, state)
  }

  finish(): this {
    return this
  }

  /** What changed; null where the session never came to one of the moments. */
  get result(): SessionDiff | null {
    const diff = this.#differ.finish()
    return diff === null ? null : { head: this.head, diff, work: this.#work }
  }

  /** The last turn that was seen. */
  get turns(): number {
    return this.#differ.seen.turn
  }

  /** Says why there is no diff. */
  missing(): Failure {
    const { from, to } = this.#range
    const { reached, seen } = this.#differ
    const isBackwards = reached.to && (reached.from || this.#differ.isOver)
    if (isBackwards) {
      const { session } = this.head
      const order = `${momentName(from)} comes after ${momentName(to)}`
      return new Failure(
        'backwards',
        `In session ${JSON.stringify(session)} ${order}: give the earlier moment first.`,
      )
    }
    const moment = reached.from ? to : from
    const happened = moment !== 'end' && 'before' in moment ? (this.#happened.get(moment.before) ?? 0) : 0
    const { session } = this.head
    return missingMoment(moment, { session, began: this.#began, turns: seen.turn, seq: seen.seq, happened })
  }
}
