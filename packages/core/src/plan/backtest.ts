/** How often the intervals of forecasts held, tried on sessions that are over. */

import { type Forecast, type ForecastBasis, type ForecastOptions, forecast, recordOf } from './forecast.js'
import { momentsOf, type PastMoment } from './moments.js'
import type { SessionWork } from './work-log.js'

/** What became of forecasts, in one unit. */
export interface BacktestCounts {
  /** Forecasts whose outcome the log shows. */
  readonly judged: number
  /** Those whose interval held it. */
  readonly held: number
  /** Those where it came sooner than the interval says. */
  readonly sooner: number
  /** Those where it came later, or had not come when the session ended beyond the interval. */
  readonly later: number
  /** Those where the session ended within the interval, with items open: nobody knows. */
  readonly unknown: number
  /** The share of the judged that held, to three digits; null where none was judged. */
  readonly share: number | null
  /** The median of how many times as high the upper bound was as the outcome; null where none was judged. */
  readonly width: number | null
}

/** How the forecasts of one basis did. */
export interface BacktestRow {
  /** Whose throughput they went by. */
  readonly basis: ForecastBasis
  /** Forecasts that could be made. */
  readonly forecasts: number
  /** In how many sessions. */
  readonly sessions: number
  /** In turns. */
  readonly turns: BacktestCounts
  /** In seconds of work. */
  readonly seconds: BacktestCounts
}

/** How forecasts did. */
export interface Backtest {
  /** The share of outcomes that their intervals were to hold. */
  readonly level: number
  /** How many sessions they were tried on. */
  readonly sessions: number
  /** How many moments there were: after every closing that leaves items open, 20 of a session at most. */
  readonly moments: number
  /** A row for each basis. */
  readonly rows: readonly BacktestRow[]
}

const bases: readonly ForecastBasis[] = ['session', 'project', 'both']

/**
 * Makes a forecast after each closing of each session, knowing nothing of what came later in it, and compares it with
 * when the items that were open then were closed. The project of a session is all others.
 */
export function backtest(
  sessions: readonly Pick<SessionWork, 'steps' | 'now'>[],
  options: ForecastOptions = {},
): Backtest {
  const all = sessions.map((session) => ({ moments: momentsOf(session), record: recordOf(session) }))
  const tallies = bases.map((basis) => new Tally(basis))
  for (const [index, { moments }] of all.entries()) {
    const project = all.filter((_, other) => other !== index).map(({ record }) => record)
    for (const moment of moments) {
      const { open, throughput } = moment
      for (const tally of tallies) {
        const made = forecast({ open, since: nothing, throughput, project }, tally.basis, options)
        if (made !== null) tally.add(made, moment, index)
      }
    }
  }
  return {
    level: options.level ?? 0.8,
    sessions: sessions.length,
    moments: all.reduce((sum, { moments }) => sum + moments.length, 0),
    rows: tallies.map((tally) => tally.row),
  }
}

const nothing = { turns: 0, seconds: 0 } as const

class Tally {
  readonly basis: ForecastBasis
  readonly #sessions = new Set<number>()
  readonly #turns = new UnitTally()
  readonly #seconds = new UnitTally()
  #forecasts = 0

  constructor(basis: ForecastBasis) {
    this.basis = basis
  }

  add(made: Forecast, { outcome, rest }: PastMoment, session: number): void {
    this.#forecasts += 1
    this.#sessions.add(session)
    this.#turns.add(made.turns, outcome?.turns ?? null, rest.turns)
    if (made.seconds !== null && rest.seconds !== null) {
      this.#seconds.add(made.seconds, outcome === null ? null : outcome.seconds, rest.seconds)
    }
  }

  get row(): BacktestRow {
    return {
      basis: this.basis,
      forecasts: this.#forecasts,
      sessions: this.#sessions.size,
      turns: this.#turns.counts,
      seconds: this.#seconds.counts,
    }
  }
}

class UnitTally {
  #held = 0
  #sooner = 0
  #later = 0
  #unknown = 0
  readonly #widths: number[] = []

  add({ low, high }: Forecast['turns'], outcome: number | null, rest: number): void {
    if (outcome === null) {
      if (rest > high) this.#later += 1
      else this.#unknown += 1
      return
    }
    if (outcome < low) this.#sooner += 1
    else if (outcome > high) this.#later += 1
    else this.#held += 1
    this.#widths.push(high / Math.max(1, outcome))
  }

  get counts(): BacktestCounts {
    const judged = this.#held + this.#sooner + this.#later
    const widths = this.#widths.toSorted((one, other) => one - other)
    const width = widths[Math.floor((widths.length - 1) / 2)]
    return {
      judged,
      held: this.#held,
      sooner: this.#sooner,
      later: this.#later,
      unknown: this.#unknown,
      share: judged === 0 ? null : Math.round((this.#held / judged) * 1000) / 1000,
      width: width === undefined ? null : Math.round(width * 10) / 10,
    }
  }
}
