/** What the audit has read of a call, as far as a page needs it. */

import { isCall } from '../facts/joined-work.js'
import { type CallWork, cameToNothing, filesWrittenBy, type Work } from '../facts/work/work.js'

export type CallFacts = Readonly<ReturnType<typeof factsOf>>

/** The facts of a session's calls by their seqs. */
export function callFactsOf(work: readonly Work[]): ReadonlyMap<number, CallFacts> {
  return new Map(work.filter(isCall).map((call) => [call.seq, factsOf(call)]))
}

function factsOf(call: CallWork) {
  const { files } = call.description
  const written = files.filter(({ access }) => access === 'write').map(({ path }) => path)
  const line = call.outcome?.line ?? null
  return { did: deedOf(call), written, failed: cameToNothing(call.outcome), line }
}

/** `check`: tests, a build, a linter. `run`: another command. `look`: a read or a search. */
function deedOf(call: CallWork): 'change' | 'check' | 'delegate' | 'run' | 'look' {
  const { effect, checks } = call.description
  if (checks.length > 0) return 'check'
  if (filesWrittenBy(call).length > 0) return 'change'
  if (effect === 'delegate') return 'delegate'
  return effect === 'read' || effect === 'think' || effect === 'communicate' ? 'look' : 'run'
}
