/** How fast a session closes items, and how long each was in progress. */

import type { Change, TodoEvent, TodoStatus } from '../events.js'
import type { SessionObserver } from '../history.js'

/** An update that closed items. */
export interface Closing {
  /** Turns since the closing before, or since items came into an empty list. */
  readonly turns: number
  /** The same in seconds of work; 0 where the log does not say times. */
  readonly seconds: number
  readonly closed: number
}

/** Follows a session. Seconds are those of work: between the end of a run and the next input nobody works. */
export class WorkLog implements SessionObserver {
  readonly closings: Closing[] = []
  /** For how many seconds each item was in progress, by its key. */
  readonly seconds = new Map<string, number>()
  readonly #statuses = new Map<string, TodoStatus>()
  #time = 0
  #turns = 0
  #worked = 0

  observe(event: TodoEvent): void {
    const { type, at, turn } = event
    if (type !== 'session.redacted') this.#pass(at.getTime(), type === 'run.started')
    if (type !== 'todos.updated' && type !== 'todos.rolled-back') return
    if (![...this.#statuses.values()].some(isOpen)) this.#begin(turn)
    const closed = event.data.changes.filter((change) => this.#closes(change)).length
    if (closed === 0) return
    this.closings.push({ turns: Math.max(0, turn - this.#turns), seconds: this.#worked, closed })
    this.#begin(turn)
  }

  #begin(turn: number): void {
    this.#turns = turn
    this.#worked = 0
  }

  #pass(time: number, isIdle: boolean): void {
    const passed = isIdle || this.#time <= 0 ? 0 : Math.max(0, time - this.#time) / 1000
    this.#time = Math.max(this.#time, time)
    this.#worked += passed
    for (const [key, status] of this.#statuses)
      if (status === 'in_progress') this.seconds.set(key, (this.seconds.get(key) ?? 0) + passed)
  }

  #closes(change: Change): boolean {
    if (change.type === 'removed') this.#statuses.delete(change.key)
    if (change.type !== 'added' && change.type !== 'status-set') return false
    const before = this.#statuses.get(change.key)
    const status = change.type === 'added' ? change.status : change.to
    this.#statuses.set(change.key, status)
    return before !== undefined && isOpen(before) && !isOpen(status)
  }
}

function isOpen(status: TodoStatus): boolean {
  return status !== 'completed' && status !== 'cancelled'
}
