/** Puts a fact into words: the item's, the tool's, and both in one sentence. */

import type { Fact, FactKind } from '../result.js'
import { cut } from './cut.js'
import type { Span } from './span.js'
import { type CallWork, placeOf } from './work/work.js'

const longestQuote = 120

/** What a fact is made of. */
interface FactParts {
  readonly kind: FactKind
  readonly says: Fact['says']
  readonly asked: string
  /** The call that it is about; null where there is none. */
  readonly call: CallWork | null
  readonly tool: string
  readonly quote: string
  /** Behind "but"; `PLACE` stands for where the call is. */
  readonly clause: string
  /** What would change it, or null. */
  readonly needs: string | null
}

export function factOf(
  { completion }: Span,
  { kind, says, asked, call, tool, quote, clause, needs }: FactParts,
): Fact {
  const { item, at, source } = completion
  const words = quote === '' ? '' : `: "${cut(quote, longestQuote)}"`
  const place = call === null ? '' : placeOf(call)
  const head = `Item ${item} asks for "${cut(asked, 80)}"`
  const sentence =
    says === 'for'
      ? `${head}, and ${tool} (${place}) did it${words}.`
      : `${head}, but ${clause.replace('PLACE', place)}${words}.`
  const where = call?.source ?? source
  return {
    kind,
    says,
    asked,
    tool,
    quote: cut(quote, longestQuote),
    sentence,
    ...(needs === null ? {} : { needs }),
    seq: call?.seq ?? at.seq,
    turn: call?.turn ?? at.turn,
    ...(where === null ? {} : { source: where }),
  }
}

/** What a call printed that says how it came out, else what its status says; empty where nothing does. */
export function saidOf({ outcome }: CallWork): string {
  return outcome === null ? '' : (outcome.line ?? outcome.report?.line ?? outcome.reason)
}
