/** The plan of a session: what is left of its list, how fast it was worked on, and when it may be done. */

import type { Change, TodoEvent, TodoStatus } from '../events.js'
import { type Point, Reached, type SessionObserver } from '../history.js'
import { isOpen } from '../items.js'
import { createReducer, type Reducer } from '../reducer.js'
import type { SessionState } from '../state.js'
import { type Plan, planOf } from './plan.js'

/** An interval that holds 80 % of the outcomes, with its middle. */
export interface Interval {
  readonly low: number
  readonly median: number
  readonly high: number
}

/** How much longer it takes until all that is open is closed. */
export interface Forecast {
  readonly turns: Interval
  /** Seconds of work; null where the log does not say times. */
  readonly seconds: Interval | null
}

export interface SessionPlan extends Plan, Pick<TodoEvent, 'session' | 'turn' | 'seq' | 'at'> {
  /** How many items were closed, and at what rate; null where none was, and in time where the log does not say times. */
  readonly velocity: {
    readonly closed: number
    readonly inTenTurns: number | null
    readonly inHourOfWork: number | null
  }
  /** Null where nothing is open, and where nothing was closed yet. */
  readonly forecast: Forecast | null
}

/** @param log the work up to the last event */
export function sessionPlan(
  list: Pick<SessionState, 'goal' | 'items'>,
  { session, turn, seq, at }: Pick<TodoEvent, 'session' | 'turn' | 'seq' | 'at'>,
  { closings, seconds }: WorkLog,
): SessionPlan {
  const open = list.items.filter(isOpen).length
  const sum = { turns: 0, seconds: 0, closed: 0 }
  for (const closing of closings) add(sum, closing)
  const rate = (per: number, of: number) =>
    of === 0 ? null : Math.round((sum.closed / of) * per * 100) / 100
  return {
    ...{ session, turn, seq, at },
    ...planOf(list, seconds),
    velocity: { closed: sum.closed, inTenTurns: rate(10, sum.turns), inHourOfWork: rate(3600, sum.seconds) },
    forecast: open === 0 || closings.length === 0 ? null : forecastOf(open, closings),
  }
}

/**
 * The plan of a session as its events tell it, or null where it never came to the moment.
 * @throws DamagedLogError when the log has a gap or cannot be
 */
export async function planAt(
  events: AsyncIterable<TodoEvent>,
  point: Point,
  reducer: Reducer = createReducer(),
): Promise<SessionPlan | null> {
  const replay = reducer.replay()
  const seen = new Reached(point)
  const log = new WorkLog()
  let last: TodoEvent | null = null
  for await (const event of events) {
    if (seen.isBefore(event)) break
    replay.apply(event)
    log.observe(event)
    last = event
    if (seen.isAt(event)) break
  }
  return seen.reached && last !== null ? sessionPlan(replay.finish(), last, log) : null
}

/**
 * How many times as long the rest of a list takes as its pace up to then says: median and spread (of the logarithm) over
 * 63 sessions that people recorded. What is done last, such as tests that must pass, takes longer than what is done first.
 */
const drift = { median: 1.3, turns: 0.6, seconds: 1 }

/** Plays the rest of the session again and again, each closing drawn from those there were. */
function forecastOf(open: number, closings: readonly Closing[]): Forecast {
  // A linear congruential generator: a session has the same forecast each time.
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const outcomes = Array.from({ length: 1000 }, () => {
    const sum = { turns: 0, seconds: 0, closed: 0 }
    // Of a longer list 200 closings are played, and their time is scaled.
    for (let draws = 0; sum.closed < open && draws < 200; draws += 1)
      add(sum, closings[Math.floor(random() * closings.length)])
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const rest = (unit: 'turns' | 'seconds') =>
      sum[unit] * Math.max(1, open / sum.closed) * drift.median * Math.exp(drift[unit] * normal)
    return { turns: Math.round(rest('turns')), seconds: Math.round(rest('seconds')) }
  })
  const seconds = intervalOf(outcomes.map((outcome) => outcome.seconds))
  const turns = intervalOf(outcomes.map((outcome) => outcome.turns))
  return { turns, seconds: seconds.high === 0 ? null : seconds }
}

function add(sum: { -readonly [Part in keyof Closing]: number }, closing: Closing | undefined): void {
  sum.turns += closing?.turns ?? 0
  sum.seconds += closing?.seconds ?? 0
  sum.closed += closing?.closed ?? 0
}

function intervalOf(values: readonly number[]): Interval {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
  return { low: at(0.1), median: at(0.5), high: at(0.9) }
}

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
    if (![...this.#statuses.values()].some((status) => isOpen({ status }))) this.#begin(turn)
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
    return before !== undefined && isOpen({ status: before }) && !isOpen({ status })
  }
}
