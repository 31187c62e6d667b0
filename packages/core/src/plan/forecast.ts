/** When what is open will be closed: a Monte Carlo simulation over how fast items were closed before. */

import { type Elapsed, momentsOf } from './moments.js'
import { paceOf, type Throughput } from './pace.js'
import type { SessionWork } from './work-log.js'

/** Whose throughput a forecast goes by. */
export type ForecastBasis = 'session' | 'project' | 'both'

/** What a session that is over tells about those to come. */
export interface TrackRecord {
  /** Its updates that closed items. */
  readonly throughput: readonly Throughput[]
  /** After its closings: how many times as long the rest took as its pace up to then said. */
  readonly drift: readonly Elapsed[]
}

/** What is forecast, and from what. */
export interface ForecastInput {
  /** How many items are open. */
  readonly open: number
  /** How long the last closing is past. */
  readonly since: Elapsed
  /** The session's own throughput so far. */
  readonly throughput: readonly Throughput[]
  /** The project's other sessions. */
  readonly project: readonly TrackRecord[]
}

/** How a forecast is made. */
export interface ForecastOptions {
  /** The share of outcomes that the interval is to hold, 0 to 1; 0.8 when absent. */
  readonly level?: number
  /** How often the rest of the session is played; 1,000 when absent. */
  readonly trials?: number
  /** The seed of chance: the same seed gives the same forecast; 1 when absent. */
  readonly seed?: number
}

/** An interval, with its middle. */
export interface Interval {
  /** As few as this. */
  readonly low: number
  /** As many outcomes lie below as above. */
  readonly median: number
  /** As many as this. */
  readonly high: number
}

/** How much longer it takes until all that is open is closed. */
export interface Forecast {
  /** Whose throughput it goes by. */
  readonly basis: ForecastBasis
  /** How many updates that closed items it draws from. */
  readonly closings: number
  /** How many other sessions it goes by. */
  readonly sessions: number
  /** The share of outcomes that the intervals hold. */
  readonly level: number
  /** In turns. */
  readonly turns: Interval
  /** In seconds of work; null where not all that it goes by says times. */
  readonly seconds: Interval | null
}

/**
 * How many times as long the rest of a list takes as the pace up to then says, where a project does not say it: the middle
 * and the spread (of its logarithm) over recorded sessions of coding agents. What is done last, such as tests that must
 * pass, takes longer than what is done first. docs/guides/plan.md has the figures.
 */
const usualDrift = { turns: { middle: 1.3, spread: 0.6 }, seconds: { middle: 1.3, spread: 1 } } as const
/** So many moments of the project weigh as much as the usual drift. */
const usualWeight = 10
/** What comes of so many closings is played one by one; of more, as their sum is spread. */
const mostDraws = 200

/** What a session tells about those to come. */
export function recordOf(session: Pick<SessionWork, 'steps' | 'now'>): TrackRecord {
  const drift = momentsOf(session).flatMap(({ open, throughput, outcome }): readonly Elapsed[] => {
    const { turns, seconds, closed } = total(throughput)
    if (outcome === null || turns === 0) return []
    const isTimed = outcome.seconds !== null && seconds > 0
    return [
      {
        turns: outcome.turns / (open * (turns / closed)),
        seconds: isTimed ? outcome.seconds / (open * (seconds / closed)) : null,
      },
    ]
  })
  return { throughput: paceOf(session).throughput, drift }
}

/**
 * When what is open will be closed: by the session's own throughput; by that of the project's other sessions; or by its
 * own, corrected by how far off such forecasts were in those.
 * @returns null where there is nothing to go by
 */
export function forecast(
  input: ForecastInput,
  basis: ForecastBasis,
  { level = 0.8, trials = 1000, seed = 1 }: ForecastOptions = {},
): Forecast | null {
  const own = basis === 'project' ? [] : input.throughput
  const project = basis === 'session' ? [] : input.project.filter(({ throughput }) => throughput.length > 0)
  if (own.length === 0 && project.length === 0) return null
  const random = randomNumbers(seed)
  const drifts = project.map(({ drift }) => drift).filter(({ length }) => length > 0)
  const known = drifts.reduce((sum, { length }) => sum + length, 0)
  const outcomes = Array.from({ length: trials }, () => {
    if (own.length === 0) {
      const other = project[below(random, project.length)]?.throughput ?? []
      const played = playedOut(input, resampled(other, random), random)
      // Few sessions do not show how far others are from them.
      return random() < known / (known + usualWeight) ? played : spreadOut(played, random)
    }
    const { turns, seconds } = playedOut(input, own, random)
    const drift = driftOf(drifts, known, random)
    return { turns: turns * drift.turns, seconds: seconds * drift.seconds }
  })
  const used = own.length > 0 ? [own] : project.map(({ throughput }) => throughput)
  const turns = outcomes.map((outcome) => outcome.turns)
  // Of a project some sessions may say times and others not.
  const seconds = outcomes.flatMap((outcome) => (Number.isNaN(outcome.seconds) ? [] : [outcome.seconds]))
  const hasTimes = input.since.seconds !== null && seconds.length > trials / 10
  return {
    basis,
    closings: used.reduce((sum, { length }) => sum + length, 0),
    sessions: project.length,
    level,
    turns: intervalOf(turns, level, Math.round),
    seconds: hasTimes ? intervalOf(seconds, level, tenths) : null,
  }
}

/** One drift of the project's, or the usual one: the fewer moments are known, the more often. */
function driftOf(
  drifts: readonly (readonly Elapsed[])[],
  known: number,
  random: () => number,
): { readonly turns: number; readonly seconds: number } {
  const far = normal(random)
  const usual = (unit: keyof typeof usualDrift) =>
    usualDrift[unit].middle * Math.exp(usualDrift[unit].spread * far)
  const all = drifts[below(random, drifts.length)]
  const one = all?.[below(random, all.length)]
  if (one === undefined || random() >= known / (known + usualWeight)) {
    return { turns: usual('turns'), seconds: usual('seconds') }
  }
  return { turns: one.turns, seconds: one.seconds ?? usual('seconds') }
}

function spreadOut(
  { turns, seconds }: { readonly turns: number; readonly seconds: number },
  random: () => number,
): { readonly turns: number; readonly seconds: number } {
  const far = normal(random)
  const { turns: inTurns, seconds: inTime } = usualDrift
  return { turns: turns * Math.exp(inTurns.spread * far), seconds: seconds * Math.exp(inTime.spread * far) }
}

/** A number of the standard normal distribution, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** As many closings again, drawn from these: what is known by few of them is known badly. */
function resampled(pool: readonly Throughput[], random: () => number): readonly Throughput[] {
  return Array.from({ length: Math.min(pool.length, mostDraws) }, () => drawn(pool, random))
}

/** How long it takes to close so many items, a closing after the other drawn from those there were; NaN where one does not say times. */
function playedOut(
  { open, since }: Pick<ForecastInput, 'open' | 'since'>,
  pool: readonly Throughput[],
  random: () => number,
): { readonly turns: number; readonly seconds: number } {
  let turns = 0
  let seconds = 0
  let closed = 0
  // The closing that is due is one that took longer than what has passed already, where there is such a one.
  const longer = since.turns > 0 ? pool.filter((each) => each.turns > since.turns) : pool
  for (let draws = 0; closed < open && draws < mostDraws; draws += 1) {
    const isFirst = draws === 0 && since.turns > 0
    const next = drawn(isFirst && longer.length > 0 ? longer : pool, random)
    turns += isFirst ? Math.max(0, next.turns - since.turns) : next.turns
    seconds += isFirst
      ? Math.max(0, (next.seconds ?? Number.NaN) - (since.seconds ?? 0))
      : (next.seconds ?? Number.NaN)
    closed += next.closed
  }
  if (closed >= open) return { turns, seconds }
  const all = total(pool)
  const spread = (sum: number, each: number) =>
    Math.max(0, open * each + (sum - closed * each) * Math.sqrt(open / closed))
  return { turns: spread(turns, all.turns / all.closed), seconds: spread(seconds, all.seconds / all.closed) }
}

function total(pool: readonly Throughput[]): { turns: number; seconds: number; closed: number } {
  const sum = { turns: 0, seconds: 0, closed: 0 }
  for (const { turns, seconds, closed } of pool) {
    sum.turns += turns
    sum.seconds += seconds ?? 0
    sum.closed += closed
  }
  return sum
}

function drawn(pool: readonly Throughput[], random: () => number): Throughput {
  return pool[below(random, pool.length)] ?? { turns: 0, seconds: 0, closed: 1 }
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit)
}

function intervalOf(values: readonly number[], level: number, round: (value: number) => number): Interval {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return { low: at((1 - level) / 2), median: at(0.5), high: at((1 + level) / 2) }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** Numbers from 0 to 1 that a seed settles: mulberry32, which is in the public domain. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
