/** How fast a session closes items. */

import type { ListStep, SessionWork, WorkTime } from './work-log.js'

/** One update that closed items, and how long it was in coming. */
export interface Throughput {
  /** Turns since the update before that closed items, or since items came into an empty list. */
  readonly turns: number
  /** The same in seconds of work; null where the log does not say times. */
  readonly seconds: number | null
  /** How many items it closed. */
  readonly closed: number
}

/** How fast a session closed items up to a moment. */
export interface Pace {
  /** Its updates that closed items, in order. */
  readonly throughput: readonly Throughput[]
  /** The keys of the items that are open. */
  readonly open: ReadonlySet<string>
  /** How long the last such update is past, or the items' coming. */
  readonly since: Omit<Throughput, 'closed'>
}

/** How many items a session closed, and at what rate. */
export interface Velocity {
  /** Items that were closed. */
  readonly closed: number
  /** Of these in ten turns, while any was open; null where none was closed. */
  readonly inTenTurns: number | null
  /** Of these in an hour of work; null where none was closed, or the log does not say times. */
  readonly inAnHour: number | null
}

/** Follows the steps of a session: its pace can be asked for after each. */
export class PaceKeeper {
  readonly #throughput: Throughput[] = []
  readonly #open = new Set<string>()
  #from: WorkTime = { turn: 0, seconds: 0 }

  /** Takes in a step, in order. */
  take({ turn, seconds, opened, closed, left }: ListStep): void {
    if (this.#open.size === 0) this.#from = { turn, seconds }
    for (const key of opened) this.#open.add(key)
    for (const key of [...closed, ...left]) this.#open.delete(key)
    if (closed.length === 0) return
    this.#throughput.push({ ...between(this.#from, { turn, seconds }), closed: closed.length })
    this.#from = { turn, seconds }
  }

  /** The pace up to a moment that comes after the last step. What is open goes on with the next step. */
  at(now: WorkTime): Pace {
    return { throughput: [...this.#throughput], open: this.#open, since: between(this.#from, now) }
  }
}

/** The pace of a session up to its end. */
export function paceOf({ steps, now }: Pick<SessionWork, 'steps' | 'now'>): Pace {
  const keeper = new PaceKeeper()
  for (const step of steps) keeper.take(step)
  return keeper.at(now)
}

/** The velocity of a session. */
export function velocityOf({ throughput }: Pick<Pace, 'throughput'>): Velocity {
  const sum = (of: (each: Throughput) => number) => throughput.reduce((total, each) => total + of(each), 0)
  const closed = sum((each) => each.closed)
  const turns = sum((each) => each.turns)
  const seconds = throughput.some((each) => each.seconds === null) ? 0 : sum((each) => each.seconds ?? 0)
  return {
    closed,
    inTenTurns: turns === 0 ? null : rounded((closed / turns) * 10),
    inAnHour: seconds === 0 ? null : rounded((closed / seconds) * 3600),
  }
}

function between(from: WorkTime, to: WorkTime): Omit<Throughput, 'closed'> {
  const seconds = from.seconds === null || to.seconds === null ? null : Math.max(0, to.seconds - from.seconds)
  return { turns: Math.max(0, to.turn - from.turn), seconds }
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100
}
