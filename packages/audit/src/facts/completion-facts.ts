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
  const rank = { against: 0, half: 1, for: 2 }
  const facts = found.toSorted((one, other) => rank[one.says] - rank[other.says])
  const [first] = facts
  const gap = ofAsks.find((one) => one.gap !== null)?.gap ?? null
  const isMet = promise.covered && ofAsks.every((one) => one.facts.some(({ says }) => says === 'for'))
  const verdict =
    first?.says === 'against'
      ? 'unsupported'
      : first?.says === 'half'
        ? 'weak'
        : isMet
          ? 'supported'
          : gap !== null || mayBeElsewhere
            ? 'unknown'
            : 'undecided'
  const note = ofAsks.find((one) => one.note !== null)?.note ?? null
  return { facts, verdict, gap, note }
}

/** No call and no text of any substance from the request on, behind the mark neither. */
function nothingDone(span: Span): readonly Fact[] {
  const { calls, after, inputs, said, completion, mayBeElsewhere, promise } = span
  const isOpen =
    mayBeElsewhere ||
    completion.from === 'added' ||
    promise.asks.length > 0 ||
    inputs.length > 0 ||
    calls.length > 0 ||
    after.length > 0 ||
    said.some(({ text }) => text.length >= substance)
  if (isOpen) return []
  return [
    factOf(span, {
      kind: 'nothing-done',
      says: 'against',
      asked: completion.text,
      call: null,
      tool: '',
      quote: '',
      clause: 'no call was made for it, and nothing of any length was said',
      needs: 'Do what the item asks for, before the mark',
    }),
  ]
}
