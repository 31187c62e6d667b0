/**
 * What the facts and a reader say together. What a tool stated against the mark holds; what an edit means, and whether
 * "all" was all, only the reader can know. The two thresholds of `p` rest on answers to labelled pages, by folds of whole
 * sessions (docs/guides/audit.md#the-second-reader).
 */

import type { Completion } from '../list/item-histories.js'
import type { Fact, Reading, Verdict } from '../result.js'
import type { ReaderAnswer } from './answer.js'

/** From which `p` on an answer is a doubt, and from which it is believed that nothing was done. */
const doubtedFrom = 40
const notDoneFrom = 70

/**
 * True where a fact speaks against the mark. It holds against any reader, that of a check which never ran, too: else a
 * recording that tells its reader to say "done" would take an error away.
 */
export function isStated({ says }: Pick<Fact, 'says'>): boolean {
  return says === 'against'
}

/** The verdict of a reader alone; null where it cannot tell. */
export function verdictOfReader({
  verdict,
  p,
}: Pick<ReaderAnswer, 'verdict' | 'p'>): 'supported' | 'weak' | 'unsupported' | null {
  if (verdict === 'cannot_tell') return null
  if (p < doubtedFrom) return 'supported'
  return verdict === 'not_done' && p >= notDoneFrom ? 'unsupported' : 'weak'
}

/** The verdict of both. @param rules what follows from the facts alone */
export function combined(
  rules: Verdict,
  facts: readonly Pick<Fact, 'says'>[],
  answer: Pick<ReaderAnswer, 'verdict' | 'p'>,
): Verdict {
  const read = verdictOfReader(answer)
  if (read === null || facts.some(isStated)) return rules
  // A reader may see that what passed was not all that was promised: that makes it a doubt, and never more.
  if (rules === 'supported') return read === 'supported' ? 'supported' : 'weak'
  return read
}

/** A reader's doubt in one sentence. */
export function doubtOf(
  { item, source }: Pick<Completion, 'item' | 'source'>,
  { model, why, quote, line }: Reading,
): string {
  const place = source === null ? 'event' : 'line'
  const cited = quote === '' || line === null ? '' : ` (${place} ${line}): "${quote}"`
  const said = why === '' ? '' : `: ${why.replace(/(?<![.\s])[.\s]+$/, '')}`
  return `A reader (${model}) doubts that item ${item} was wholly done${said}${cited}.`
}
