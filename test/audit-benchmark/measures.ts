/** Shares and ranks with their intervals. */

import { randomFor } from './random.js'

/** A figure with its interval of 95 in 100. */
export interface Figure {
  /** The figure; null where there is nothing to measure it on. */
  readonly value: number | null
  /** The lower end. */
  readonly low: number | null
  /** The upper end. */
  readonly high: number | null
  /** How many cases it is of. */
  readonly n: number
}

/** A share with Wilson's interval. */
export function shareOf(count: number, n: number): Figure {
  if (n === 0) return { value: null, low: null, high: null, n }
  const z = 1.96
  const share = count / n
  const middle = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n }
}

/** A score and the session that it is of. */
export interface Scored {
  /** The score. */
  readonly score: number
  /** The session, or the file. */
  readonly session: string
}

/** How often one of the first scores is above one of the others; a tie is a half. Null where one side is empty. */
export function auroc(higher: readonly number[], lower: readonly number[]): number | null {
  if (higher.length === 0 || lower.length === 0) return null
  const sorted = [...lower].sort((a, b) => a - b)
  const below = (score: number) => countBelow(sorted, (value) => value < score)
  const upTo = (score: number) => countBelow(sorted, (value) => value <= score)
  const wins = higher.reduce((sum, score) => sum + (below(score) + upTo(score)) / 2, 0)
  return wins / (higher.length * lower.length)
}

function countBelow(sorted: readonly number[], holds: (value: number) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle] ?? Number.POSITIVE_INFINITY)) low = middle + 1
    else high = middle
  }
  return low
}

/** The AUROC with an interval by drawing whole sessions again and again, seeded. */
export function aurocOf(
  higher: readonly Scored[],
  lower: readonly Scored[],
  seed: number,
  draws = 1000,
): Figure {
  const of = (some: readonly Scored[]) => some.map(({ score }) => score)
  const n = higher.length + lower.length
  const value = auroc(of(higher), of(lower))
  if (value === null) return { value, low: null, high: null, n }
  const sessions = [...new Set([...higher, ...lower].map(({ session }) => session))]
  const scoresOf = (some: readonly Scored[]) =>
    sessions.map((session) => of(some.filter((one) => one.session === session)))
  const highs = scoresOf(higher)
  const lows = scoresOf(lower)
  const random = randomFor(seed, 'bootstrap')
  const drawn: number[] = []
  for (let i = 0; i < draws; i += 1) {
    const picks = sessions.map(() => random(sessions.length))
    const one = auroc(
      picks.flatMap((pick) => highs[pick] ?? []),
      picks.flatMap((pick) => lows[pick] ?? []),
    )
    if (one !== null) drawn.push(one)
  }
  drawn.sort((a, b) => a - b)
  const at = (share: number) => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? null
  return { value, low: at(0.025), high: at(0.975), n }
}
