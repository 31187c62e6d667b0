/** What the audit has read of a call, as far as a page needs it. */

import { isCall } from '../facts/joined-work.js'
import { type CallWork, cameToNothing, filesWrittenBy, type Work } from '../facts/work/work.js'

/** What a call did. */
export interface CallFacts {
  /** `check`: tests, a build, a linter. `run`: another command. `look`: a read or a search. */
  readonly did: 'change' | 'check' | 'delegate' | 'run' | 'look'
  /** The files that it wrote. */
  readonly written: readonly string[]
  readonly failed: boolean
  /** The line of its output that tells how it ended; null where none does. */
  readonly line: string | null
}

/** The facts of a session's calls by their seqs. */
export function callFactsOf(work: readonly Work[]): ReadonlyMap<number, CallFacts> {
  return new Map(work.filter(isCall).map((call) => [call.seq, factsOf(call)]))
}

function factsOf(call: CallWork): CallFacts {
  const { effect, checks, files } = call.description
  const isLook = effect === 'read' || effect === 'think' || effect === 'communicate'
  const other = effect === 'delegate' ? 'delegate' : isLook ? 'look' : 'run'
  return {
    did: checks.length > 0 ? 'check' : filesWrittenBy(call).length > 0 ? 'change' : other,
    written: files.filter(({ access }) => access === 'write').map(({ path }) => path),
    failed: cameToNothing(call.outcome),
    line: call.outcome?.line ?? null,
  }
}
