/** The obvious ways to judge a completion, measured in the same run as the audit. */

import type { Replayed, Target } from './replay.js'
import { surroundingsOf } from './steps.js'
import { Rarity } from './tf-idf.js'

/** What each of the obvious ways gives a completion: the less, the more doubtful. */
export interface BaselineScores {
  /** The number of calls in its window. */
  readonly calls: number
  /** TF-IDF: the item's text against the arguments and outputs of the window's calls, 0 to 1. */
  readonly tfIdf: number
  /** The number of checks that ran in its window. */
  readonly checks: number
}

/** The names of the obvious ways. */
export type BaselineName = keyof BaselineScores

/** What people read for each. */
export const baselineTitles: Readonly<Record<BaselineName, string>> = {
  calls: 'no call in the window',
  tfIdf: 'TF-IDF',
  checks: 'no check in the window',
}

const rarities = new WeakMap<object, Map<string, Rarity>>()

/**
 * What the obvious ways say of a completion.
 * @param origin where the rarity of words is taken from: for a mutant the recording that it was made of
 */
export function baselinesOf(replayed: Replayed, target: Target, origin: Replayed = replayed): BaselineScores {
  const { steps } = replayed.recording
  const { within } = surroundingsOf(replayed, target)
  const names = new Set(within.map(({ step }) => step.call))
  const bySession = rarities.get(origin) ?? new Map<string, Rarity>()
  rarities.set(origin, bySession)
  const rarity =
    bySession.get(target.session) ??
    new Rarity(origin.recording.steps.filter((step) => step.session === target.session))
  bySession.set(target.session, rarity)
  const window = steps.filter(
    (step) => (step.kind === 'call' || step.kind === 'result') && names.has(step.call),
  )
  return {
    calls: within.length,
    tfIdf: rarity.cosine(target.completion.text, window),
    checks: within.filter(({ verify }) => verify).length,
  }
}

/** The threshold below which so small a share of honest completions lies; what is below it is an alarm. */
export function thresholdFor(honest: readonly number[], share: number): number {
  const sorted = [...honest].sort((a, b) => a - b)
  return sorted[Math.floor(share * sorted.length)] ?? 0
}
