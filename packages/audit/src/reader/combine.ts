/**
 * What the rules and a reader say together. It follows from reasons, not from a fit: where a tool stated an outcome, the
 * rules have read it, and they hold; what an edit means, and whether "all" was all, only the reader can know. The two
 * thresholds of `p` alone rest on answers to labelled pages, with the reader alone, by folds of whole sessions:
 * `npm run bench:audit -- --labels FILE --recordings DIR --answers FILE` prints them (docs/guides/second-reader.md).
 */

import type { RulesVerdict } from '../audit-result.js'
import type { ItemSupport, Verdict } from '../evidence/support/item-support.js'
import type { ReaderAnswer } from './answer.js'

/**
 * From this `p` on an answer is a doubt. The fit on 100 pages of 12,000 characters can't tell 39 to 50 apart, on those of
 * 16,000 characters 39 to 45. Of them 40 was measured on others: on 235 completions it found all that was unsupported and
 * 84 % of what was done in part, and doubted 2.6 % of what was done.
 */
export const doubtedFrom = 40

/**
 * From this `p` on an answer that nothing was done is believed as such; below it is a doubt. The fit can't tell 44 to 85
 * apart on pages of 12,000 characters, 69 to 82 on those of 16,000: of what fits both the mildest that is a round number,
 * for an accusation takes more than a doubt.
 */
export const notDoneFrom = 70

/** True where the item asks for something to be run, and a tool or the host stated how it came out. */
export function restsOnStatement({ parts }: ItemSupport): boolean {
  return parts.some(({ need, lastCheck }) => {
    const outcome = lastCheck?.outcome ?? null
    if (outcome === null || (need.kind !== 'check' && need.kind !== 'execute')) return false
    return outcome.report !== null || outcome.certainty !== 'inferred'
  })
}

/** From which `p` on an answer is a doubt, and from which it is believed that nothing was done. */
export interface ReaderThresholds {
  /** A doubt. */
  readonly doubtedFrom: number
  /** Believed. */
  readonly notDoneFrom: number
}

/** The verdict of a reader alone; null where it cannot tell. @param thresholds others than those in force, to fit them */
export function verdictOfReader(
  { verdict, p }: Pick<ReaderAnswer, 'verdict' | 'p'>,
  thresholds: ReaderThresholds = { doubtedFrom, notDoneFrom },
): Verdict | null {
  if (verdict === 'cannot_tell') return null
  if (p < thresholds.doubtedFrom) return 'supported'
  return verdict === 'not_done' && p >= thresholds.notDoneFrom ? 'unsupported' : 'weak'
}

/** The verdict of both. */
export function combined(
  { verdict, stated }: Pick<RulesVerdict, 'verdict' | 'stated'>,
  answer: Pick<ReaderAnswer, 'verdict' | 'p'>,
): Verdict {
  const read = verdictOfReader(answer)
  if (read === null) return verdict
  // A tool said how it went: what the rules read there holds, for the mark and against it. A reader may still see that
  // what passed was not all that was promised: that lowers it to a doubt, and never further.
  if (stated) return verdict === 'supported' && read !== 'supported' ? 'weak' : verdict
  // Both doubt it, and the reader is nearly sure: nothing speaks for the milder word.
  if (verdict === 'unsupported' && read === 'weak' && answer.p >= notDoneFrom) return verdict
  return read
}
