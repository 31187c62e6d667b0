/** Puts a fact into words: the item's, the tool's, and both in one sentence. */

import type { Fact, FactKind } from '../result.js'
import { cut } from './cut.js'
import type { Span } from './span.js'
import { type CallWork, placeOf } from './work/work.js'

const longestQuote = 120

/** Whether a fact of a kind speaks for a completion, for half of it, or against it. */
const speaks: Readonly<Record<FactKind, Fact['says']>> = {
  passed: 'for',
  'deed-done': 'for',
  'file-written': 'for',
  masked: 'half',
  'in-part': 'half',
  stale: 'half',
  'never-ran': 'against',
  'never-written': 'against',
  failed: 'against',
  'ran-nothing': 'against',
  'end-unseen': 'against',
  'made-to-pass': 'against',
  stub: 'against',
  undone: 'against',
  'nothing-done': 'against',
}

/** What a fact is made of. */
interface FactParts {
  readonly kind: FactKind
  /** Where it speaks otherwise than its kind usually does. */
  readonly says?: Fact['says']
  readonly asked: string
  /** The call at which it stands; null where there is none. */
  readonly call: CallWork | null
  /** What was run or written: the call, unless something else is said. */
  readonly tool?: string
  readonly quote?: string
  /** Behind "but". */
  readonly clause?: string
  /** What would change it. */
  readonly needs?: string | undefined
}

export function factOf({ completion }: Span, parts: FactParts): Fact {
  const { kind, asked, call, tool = call?.label ?? '', clause = '', needs } = parts
  const { item, at, source } = completion
  const says = parts.says ?? speaks[kind]
  const quote = cut(parts.quote ?? '', longestQuote)
  const words = quote === '' ? '' : `: "${quote}"`
  const told =
    says === 'for' && call !== null ? `and ${nameOfCall(call)} did it${words}` : `but ${clause}${words}`
  const where = call?.source ?? source
  return {
    kind,
    says,
    asked,
    tool,
    quote,
    sentence: `Item ${item} asks for "${cut(asked, 80)}", ${told}.`,
    ...(needs === undefined ? {} : { needs }),
    seq: call?.seq ?? at.seq,
    turn: call?.turn ?? at.turn,
    ...(where === null ? {} : { source: where }),
  }
}

/** `npm test (line 12)`. */
export function nameOfCall(call: CallWork): string {
  return `${call.label} (${placeOf(call)})`
}

/** `ran npm test (line 12)`. */
export function deedOfCall(call: CallWork): string {
  return `${call.action} (${placeOf(call)})`
}

/** What a call printed that says how it came out, else what its status says; empty where nothing does. */
export function saidOf({ outcome }: CallWork): string {
  return outcome === null ? '' : (outcome.line ?? outcome.report?.line ?? outcome.reason)
}
