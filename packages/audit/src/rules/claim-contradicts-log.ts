import type { Severity } from '../audit-result.js'
import { type Contradiction, contradictionsIn } from '../contradicted-claims.js'
import { labelOf, placeOf, quoted } from '../describe-support.js'
import type { ItemClass } from '../evidence/items/item-class.js'
import type { ClaimKind } from '../evidence/work/claims.js'
import type { Completion } from '../item-histories.js'
import type { ListedItem } from '../listed-item.js'
import { firstFrom, Places } from '../places.js'
import { type AroundCompletions, aboutCompletion, type Complaint, type SteppedRule } from './audit-rule.js'

/** A message claims a run that the log does not show. */
export const claimContradictsLog: SteppedRule = {
  id: 'claim-contradicts-log',
  severity: 'error',
  doc: 'A message says that tests pass, that it builds, that types or lint are clean, or that it was deployed, and no such call was made, or the last one failed. A warning where the run is only older than the last write, or where it is not beyond doubt. Spared: denials, plans, wishes, quotations, lists of what is asked for; commands and sub-agents that may have done it; a failure said openly.',
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
  begin: (session) => {
    const marks = new Marks(session)
    return {
      completion: ({ completion, support }) => {
        marks.add({ completion, itemClass: support.itemClass })
        return []
      },
      end: () => {
        const told = new Set<number>()
        return contradictionsIn(session.work).flatMap((contradiction) => {
          const { seq } = contradiction.message
          if (told.has(seq)) return []
          told.add(seq)
          return [complaintOf(contradiction, marks)]
        })
      },
    }
  },
}

const notRun: Readonly<Record<ClaimKind, string>> = {
  test: 'no tests were run',
  build: 'nothing was built',
  typecheck: 'no type check was run',
  lint: 'no linter was run',
  deploy: 'nothing was deployed',
}

function complaintOf(contradiction: Contradiction, marks: Marks): Complaint {
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

  constructor({ work, items }: AroundCompletions) {
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
