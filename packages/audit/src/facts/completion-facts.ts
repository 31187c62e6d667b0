/** All that tools stated of one completion, and the verdict that follows from it. */

import type { Fact, Verdict } from '../result.js'
import { factsOfAsk } from './ask-facts.js'
import { factsAgainstFiles, factsOfFile } from './file-facts.js'
import type { Span } from './span.js'
import { factOf } from './state-fact.js'
import { factsOfWeakening } from './weakened-facts.js'
import type { CallWork } from './work/work.js'

/** What the log shows of a completion. */
export interface StatedFacts {
  /** Those that decide first. */
  readonly facts: readonly Fact[]
  readonly verdict: Verdict
  /** The call whose result the log does not hold, where it would be the answer; else null. */
  readonly gap: CallWork | null
  /** What the log shows and decides nothing: a run that failed, as the agent itself said; else null. */
  readonly note: Fact | null
}

/** A text of so many characters says something of its own. */
const substance = 200

/** States the facts of a completion. */
export function statedFacts(span: Span): StatedFacts {
  const { promise, mayBeElsewhere } = span
  const ofAsks = promise.asks.map((ask) =>
    ask.kind === 'file' ? { facts: factsOfFile(ask, span), gap: null, note: null } : factsOfAsk(ask, span),
  )
  const found = [
    ...ofAsks.flatMap(({ facts }) => facts),
    ...factsOfWeakening(span),
    ...factsAgainstFiles(span),
    ...nothingDone(span),
  ]
  const of = (speaks: Fact['says']) => found.filter(({ says }) => says === speaks)
  const facts = [...of('against'), ...of('half'), ...of('for')]
  const gap = ofAsks.find((one) => one.gap !== null)?.gap ?? null
  const note = ofAsks.find((one) => one.note !== null)?.note ?? null
  const isMet = promise.covered && ofAsks.every((one) => one.facts.some(({ says }) => says === 'for'))
  const open = gap !== null || mayBeElsewhere ? 'unknown' : 'undecided'
  const verdicts = { against: 'unsupported', half: 'weak', for: isMet ? 'supported' : open } as const
  return { facts, verdict: verdicts[facts[0]?.says ?? 'for'], gap, note }
}

/** No call and no text of any substance from the request on, behind the mark neither. */
function nothingDone(span: Span): readonly Fact[] {
  const { calls, after, inputs, said, completion, mayBeElsewhere, promise } = span
  const isOpen =
    mayBeElsewhere ||
    completion.from === 'added' ||
    [promise.asks, inputs, calls, after].some(({ length }) => length > 0) ||
    said.some(({ text }) => text.length >= substance)
  if (isOpen) return []
  const clause = 'no call was made for it, and nothing of any length was said'
  const needs = 'Do what the item asks for, before the mark'
  return [factOf(span, { kind: 'nothing-done', asked: completion.text, call: null, clause, needs })]
}
