/** Why a completion is not supported, in one sentence. */

import type { StatedFacts } from './facts/completion-facts.js'
import { placeOf, type Work } from './facts/work/work.js'
import type { Completion } from './list/item-histories.js'
import { doubtOf, verdictOfReader } from './reader/combine.js'
import type { Fact, Reading, Verdict, Why } from './result.js'

/** Where the answer may lie that the log does not show. */
export type Gap = Work | 'todo-calls-only' | 'before-log'

/** What it is said of. */
interface Doubted extends Omit<StatedFacts, 'verdict'> {
  readonly completion: Completion
  readonly reading: Reading | null
  readonly elsewhere: Gap | null
}

/** Why a completion is not supported; undefined where it is. @param verdict of the facts and a reader together */
export function whyOf(
  { completion, facts, gap, note, reading, elsewhere }: Doubted,
  verdict: Verdict,
): Why | undefined {
  if (verdict === 'supported') return undefined
  const { item, at, source } = completion
  const place = { turn: at.turn, seq: at.seq, ...(source === null ? {} : { source }) }
  const fact = facts.find(({ says }) => says !== 'for')
  const isDoubted = reading !== null && (verdictOfReader(reading) ?? 'supported') !== 'supported'
  if (fact !== undefined && (!isDoubted || fact.says === 'against')) return whyOfFact(fact)
  if (isDoubted) {
    const { quote } = reading
    return { sentence: doubtOf(completion, reading), ...(quote === '' ? {} : { quote }), ...place }
  }
  if (verdict === 'unknown') {
    const sentence = `The log has a gap where item ${item} may have been done: ${gapText(gap ?? elsewhere)}.`
    return { sentence, ...place }
  }
  if (note !== null) return whyOfFact(note)
  const sentence = `No tool says whether item ${item} was done: only the meaning of the work decides.`
  return { sentence, ...place }
}

function whyOfFact({ sentence, quote, turn, seq, source }: Fact): Why {
  const cited = quote === '' ? {} : { quote }
  return { sentence, ...cited, turn, seq, ...(source === undefined ? {} : { source }) }
}

function gapText(gap: Gap | null): string {
  if (gap === null) return 'what was done is not in it'
  if (gap === 'todo-calls-only') return 'only todo calls come to this session'
  if (gap === 'before-log') return 'the item was in the list before the log begins'
  return gap.kind === 'compaction'
    ? `the log begins with a compaction (${placeOf(gap)})`
    : `it does not show how ${gap.kind === 'call' ? gap.label : 'a message'} (${placeOf(gap)}) came out`
}
