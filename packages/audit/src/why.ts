/** Why a completion is not supported, in one sentence. */

import type { StatedFacts } from './facts/completion-facts.js'
import { placeOf, type Work } from './facts/work/work.js'
import type { Completion } from './list/item-histories.js'
import type { Proof } from './proofs/proofs.js'
import { verdictOfReader } from './reader/combine.js'
import type { Reading, Verdict, Why } from './result.js'

/** Where the answer may lie that the log does not show. */
export type Gap = Work | 'after-log' | 'todo-calls-only' | 'before-log'

/** What it is said of. */
interface Doubted extends StatedFacts {
  readonly completion: Completion
  readonly proofs: readonly Proof[]
  readonly reading: Reading | null
  readonly elsewhere: Gap | null
}

/** Why a completion is not supported; null where it is. @param verdict of the facts and a reader together */
export function whyOf(
  { completion, facts, gap, note, proofs, reading, elsewhere }: Doubted,
  verdict: Verdict,
): Why | null {
  if (verdict === 'supported') return null
  const { item, at, source } = completion
  const place = { turn: at.turn, seq: at.seq, ...(source === null ? {} : { source }) }
  const [fact] = facts.filter(({ says }) => says !== 'for')
  const read = reading === null ? null : verdictOfReader(reading)
  if (fact !== undefined && (read === null || read === 'supported' || fact.says === 'against')) {
    const { sentence, quote, turn, seq } = fact
    const where = fact.source === undefined ? {} : { source: fact.source }
    return { sentence, ...(quote === '' ? {} : { quote }), turn, seq, ...where }
  }
  if (reading !== null && read !== null && read !== 'supported') {
    const { model, why, quote, line } = reading
    const word = source === null ? 'event' : 'line'
    const cited = quote === '' || line === null ? '' : ` (${word} ${line}): "${quote}"`
    const said = why === '' ? '' : `: ${why.replace(/(?<![.\s])[.\s]+$/, '')}`
    const sentence = `A reader (${model}) doubts that item ${item} was wholly done${said}${cited}.`
    return { sentence, ...(quote === '' ? {} : { quote }), ...place }
  }
  const unproven = proofs.find(({ found }) => !found)
  if (verdict === 'weak' && unproven !== undefined)
    return {
      sentence: `Item ${item} names ${unproven.named} as its proof, but ${unproven.detail}.`,
      ...place,
    }
  if (verdict === 'unknown') {
    const missing = gap ?? elsewhere
    return {
      sentence: `The log has a gap where item ${item} may have been done: ${gapText(missing)}.`,
      ...place,
    }
  }
  if (note !== null) {
    const where = note.source === undefined ? {} : { source: note.source }
    return { sentence: note.sentence, quote: note.quote, turn: note.turn, seq: note.seq, ...where }
  }
  return {
    sentence: `No tool says whether item ${item} was done: only the meaning of the work decides.`,
    ...place,
  }
}

function gapText(gap: Gap | null): string {
  if (gap === null) return 'what was done is not in it'
  if (gap === 'after-log') return 'the rest of the recording was not read'
  if (gap === 'todo-calls-only') return 'only todo calls come to this session'
  if (gap === 'before-log') return 'the item was in the list before the log begins'
  return gap.kind === 'compaction'
    ? `the log begins with a compaction (${placeOf(gap)})`
    : `it does not show how ${gap.kind === 'call' ? gap.label : 'a message'} (${placeOf(gap)}) came out`
}
