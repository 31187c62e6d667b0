/** Claims in the model's messages that the log contradicts: nothing was run since the last write, or the last run failed. */

import type { CheckKind } from './evidence/calls/call-description.js'
import { metBy } from './evidence/items/named-checks.js'
import type { Claim, ClaimKind } from './evidence/work/claims.js'
import { type CallWork, type MessageWork, succeeded, type Work } from './evidence/work/work.js'
import { runsSomething, sortOf, writesContent, writesNotesOnly } from './evidence/work/work-sort.js'

/** A claim and what the log shows instead. */
export interface Contradiction {
  /** The message. */
  readonly message: MessageWork
  /** The claim. */
  readonly claim: Claim
  /** `never`: nothing of the kind was run at all. `outdated`: not since the last write. `failed`: the last run failed. */
  readonly how: 'never' | 'outdated' | 'failed'
  /** The last run of the kind, or null. */
  readonly run: CallWork | null
  /** The last write of the product, or null. */
  readonly write: CallWork | null
  /** True where it is beyond doubt. */
  readonly sure: boolean
}

/** A check of one kind in place of another counts from here. */
const standsInFrom = 0.4

/** A run that follows within so many pieces of work is what the claim announces. */
const runsAhead = 4

/** The contradicted claims of a session, in order; of what is claimed again of the same state only the first. Linear. */
export function contradictionsIn(work: readonly Work[]): readonly Contradiction[] {
  const found: Contradiction[] = []
  const told = new Set<string>()
  const states = new Map<ClaimKind, State>()
  const stateOf = (kind: ClaimKind) => {
    const known = states.get(kind) ?? { run: null, write: null, mayHaveRun: false, everMayHaveRun: false }
    states.set(kind, known)
    return known
  }
  const kinds: readonly ClaimKind[] = ['test', 'build', 'typecheck', 'lint', 'deploy']
  let carried = false
  for (const piece of work) {
    if (piece.kind === 'compaction' && piece.position === 0) carried = true
    if (piece.kind === 'call') for (const kind of kinds) follow(stateOf(kind), piece, kind)
    // What a sub-agent or a background task reports may be what is claimed.
    if (piece.kind === 'input' && piece.report) for (const kind of kinds) mark(stateOf(kind))
    if (piece.kind !== 'message') continue
    for (const claim of piece.text.claims) {
      const contradiction = contradict(claim, piece, stateOf(claim.kind), carried)
      // "I ran it" speaks of what was, not of the next step.
      if (contradiction === null || (!claim.own && isRunNext(work, piece, claim.kind))) continue
      const { run, write } = contradiction
      const state = `${claim.kind} ${run?.seq} ${write?.seq}`
      if (!told.has(state)) found.push(contradiction)
      told.add(state)
    }
  }
  return found
}

/** What is known of one kind of run at some point of the log. */
interface State {
  run: CallWork | null
  write: CallWork | null
  /** True where something ran since the last write that may have been of the kind. */
  mayHaveRun: boolean
  everMayHaveRun: boolean
}

function mark(state: State): void {
  state.mayHaveRun = true
  state.everMayHaveRun = true
}

function follow(state: State, call: CallWork, kind: ClaimKind): void {
  if (isRunOf(call, kind)) {
    state.run = call
    // What it wrote on the way it has also checked.
    return
  }
  if (writesContent(call) && !writesNotesOnly(call) && succeeded(call) && sortOf(call) === 'product') {
    state.write = call
    state.mayHaveRun = false
  }
  if (mayHaveRun(call, kind)) mark(state)
}

function isRunOf({ description: { checks } }: CallWork, kind: ClaimKind): boolean {
  if (checks.length === 0) return false
  if (kind === 'lint' && checks.includes('format')) return true
  return metBy(kind satisfies CheckKind, checks) >= standsInFrom
}

/** True where a call may have run such a thing without showing it by its name. */
function mayHaveRun(call: CallWork, kind: ClaimKind): boolean {
  const sort = sortOf(call)
  if (sort === 'unknown' || sort === 'delegate' || sort === 'report' || sort === 'status') return true
  if (call.tool.startsWith('mcp__') && call.description.files.length === 0) return true
  // Hooks of a commit run checks; a push deploys.
  if (sort === 'version') return call.description.commands.some(({ words }) => words.some(isHooked))
  if (kind === 'deploy' && (sort === 'check' || sort === 'fetch')) return true
  return (
    runsSomething(call) &&
    (sort !== 'check' || call.description.checks.some((check) => check === 'run' || check === 'deploy'))
  )
}

function isHooked(word: string): boolean {
  return word === 'commit' || word === 'push' || word === 'merge' || word === 'rebase' || word === 'pr'
}

function contradict(
  claim: Claim,
  message: MessageWork,
  state: State,
  carried: boolean,
): Contradiction | null {
  const { run, write } = state
  const of = (how: Contradiction['how'], sure: boolean) => ({ message, claim, how, run, write, sure })
  if (run !== null && run.seq > (write?.seq ?? 0)) {
    const { outcome } = run
    if (state.mayHaveRun && run.seq < message.seq && outcome?.status === 'succeeded') return null
    if (outcome?.status !== 'failed' || !claim.whole || message.text.admitsFailure) return null
    if (outcome.reason === 'refused' || !run.description.checks.includes(claim.kind)) return null
    return of('failed', outcome.certainty !== 'inferred')
  }
  if (state.mayHaveRun) return null
  if (write === null) return claim.own && !state.everMayHaveRun ? of('never', !carried) : null
  return run === null ? of('never', !carried && !state.everMayHaveRun) : of('outdated', false)
}

/** True where the very next steps run it: the message was early. */
function isRunNext(work: readonly Work[], message: MessageWork, kind: ClaimKind): boolean {
  return work
    .slice(message.position + 1, message.position + 1 + runsAhead)
    .some((piece) => piece.kind === 'call' && isRunOf(piece, kind) && succeeded(piece))
}
