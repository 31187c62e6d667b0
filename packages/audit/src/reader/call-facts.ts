/** What the audit has read of a call, as far as a page needs it. */

import { cameToNothing, filesWrittenBy, type Work } from '../facts/work/work.js'

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
  const found = new Map<number, CallFacts>()
  for (const call of work) {
    if (call.kind !== 'call') continue
    const { effect, checks, files } = call.description
    const did =
      checks.length > 0
        ? 'check'
        : filesWrittenBy(call).length > 0
          ? 'change'
          : effect === 'delegate'
            ? 'delegate'
            : effect === 'read' || effect === 'think' || effect === 'communicate'
              ? 'look'
              : 'run'
    const written = files.filter(({ access }) => access === 'write').map(({ path }) => path)
    const line = call.outcome?.line ?? null
    found.set(call.seq, { did, written, failed: cameToNothing(call.outcome), line })
  }
  return found
}
