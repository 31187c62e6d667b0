import type { Severity } from '../audit-result.js'
import type { Completion } from '../completions/item-histories.js'
import type { ListedItem } from '../completions/listed-item.js'
import { firstFrom, Places } from '../completions/places.js'
import { labelOf, placeOf, quoted } from '../describe-support.js'
import type { CheckKind } from '../evidence/calls/call-description.js'
import type { ItemClass } from '../evidence/items/item-class.js'
import { metBy } from '../evidence/items/named-checks.js'
import type { Claim, ClaimKind } from '../evidence/work/claims.js'
import { type CallWork, type MessageWork, succeeded, type Work } from '../evidence/work/work.js'
import { runsSomething, sortOf, writesContent, writesNotesOnly } from '../evidence/work/work-sort.js'
import {
  type AuditedSession,
  type AuditRule,
  aboutCompletion,
  defineAuditRule,
  type Problem,
} from './audit-rule.js'

/** A message claims a run that the log does not show. */
export const claimContradictsLog: AuditRule = defineAuditRule({
  id: 'claim-contradicts-log',
  meta: {
    severity: 'error',
    docs: 'A message says that tests pass, that it builds, that types or lint are clean, or that it was deployed, and no such call was made, or the last one failed. A warning where the run is only older than the last write, or where it is not beyond doubt. Spared: denials, plans, wishes, quotations, lists of what is asked for; commands and sub-agents that may have done it; a failure said openly.',
    options: {},
    example: {
      session: [
        'todo [>] Add the cache',
        'edit src/cache.ts',
        'say The cache is in place, and all tests pass.',
        'todo [x] Add the cache',
      ],
      says: '"The cache is in place, and all tests pass." is claimed in event 11, but no tests were run.',
    },
  },
  create: (session) => {
    const marks = new Marks(session)
    return {
      completion: ({ completion, support }) => {
        marks.add({ completion, itemClass: support.itemClass })
        return []
      },
      end: () => {
        const reported = new Set<number>()
        return contradictionsIn(session.work).flatMap((contradiction) => {
          const { seq } = contradiction.message
          if (reported.has(seq)) return []
          reported.add(seq)
          return [problemOf(contradiction, marks)]
        })
      },
    }
  },
})

const notRun: Readonly<Record<ClaimKind, string>> = {
  test: 'no tests were run',
  build: 'nothing was built',
  typecheck: 'no type check was run',
  lint: 'no linter was run',
  deploy: 'nothing was deployed',
}

function problemOf(contradiction: Contradiction, marks: Marks): Problem {
  const { message, claim, how, run, write, sure } = contradiction
  const severity: Severity = sure ? 'error' : 'warning'
  const thing = notRun[claim.kind]
  const instead =
    how === 'failed' && run !== null
      ? `the last run failed: ${labelOf(run)} (${placeOf(run)})`
      : how === 'outdated' && write !== null
        ? `${thing} since ${labelOf(write)} was written (${placeOf(write)})`
        : thing
  const text = `${quoted(claim.text)} is claimed in ${placeOf(message)}, but ${instead}.`
  const evidence = [message, ...(run === null ? [] : [run]), ...(write === null ? [] : [write])].map(
    ({ seq }) => seq,
  )
  const mark = marks.tickedWith(contradiction)
  if (mark !== null) return aboutCompletion(mark, severity, text, evidence)
  const { seq, turn, source } = message
  return {
    severity,
    item: marks.itemOf(contradiction),
    turn,
    seq,
    ...(source === null ? {} : { source }),
    message: text,
    evidence: [...new Set(evidence)].sort((a, b) => a - b),
  }
}

/** A completion, and the class of its item. */
interface Mark {
  readonly completion: Completion
  readonly itemClass: ItemClass
}

/** The completions of a session, in order, and what lies between them. */
class Marks {
  readonly #marks: Mark[] = []
  readonly #seqs: number[] = []
  readonly #calls: Places
  readonly #items: readonly ListedItem[]

  constructor({ work, items }: AuditedSession) {
    this.#calls = new Places(work, ({ kind }) => kind === 'call')
    this.#items = items
  }

  add(mark: Mark): void {
    this.#marks.push(mark)
    this.#seqs.push(mark.completion.at.seq)
  }

  /** The completion that the claim was made for: ticked right after it, with no call between. */
  tickedWith({ message }: Contradiction): Mark | null {
    const first = firstFrom(this.#seqs, message.seq + 1)
    const next = this.#marks[first]
    if (next === undefined) return null
    const { at } = next.completion
    if (this.#calls.isBetween(message.position, at.position)) return null
    const together = this.#marks.slice(first, firstFrom(this.#seqs, at.seq + 1))
    return together.find(({ itemClass }) => itemClass === 'verify') ?? next
  }

  /** The item that was in progress when it was said, or else the one completed last. */
  itemOf({ message }: Contradiction): string | null {
    const busy = this.#items.find(({ key }) => key === message.busy[0])
    const last = this.#marks[firstFrom(this.#seqs, message.seq) - 1]
    return busy?.id ?? last?.completion.item ?? null
  }
}

/** A claim and what the log shows instead. */
interface Contradiction {
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
function contradictionsIn(work: readonly Work[]): readonly Contradiction[] {
  const found: Contradiction[] = []
  const reported = new Set<string>()
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
      if (!reported.has(state)) found.push(contradiction)
      reported.add(state)
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
    if (!run.description.checks.includes(claim.kind)) return null
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
