import type { Completion } from '../completions/item-histories.js'
import { labelOf, placeOf } from '../describe-support.js'
import { unsupportedBelow } from '../evidence/support/limits.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type JudgedCompletion } from './audit-rule.js'

/** All that speaks for an item also speaks for another one. */
export const evidenceReused: AuditRule<{ readonly leastCredit: number }> = defineAuditRule({
  id: 'evidence-reused',
  meta: {
    severity: 'info',
    docs: 'Every piece of evidence for the item also counts for one item that was completed before it. Spared: an item and its parts, items of the same text, a completion that nothing supports.',
    options: {
      leastCredit: {
        default: 0.3,
        docs: 'From this credit on, 0 to 1, a piece of work is evidence for an item.',
      },
    },
    example: {
      session: [
        'todo [>] Test the cache  [ ] Test the store',
        'run npm test => 12 passed',
        'todo [x] Test the cache  [x] Test the store',
      ],
      says: 'All evidence for item 2 also serves item 1: npm test (event 7).',
    },
  },
  create: (_, { leastCredit }) => {
    const served = new Map<number, Served>()
    return {
      completion: (judged) => {
        const evidence = evidenceOf(judged, leastCredit)
        const before = evidence.map(({ position }) => served.get(position) ?? nobody)
        const other = firstServedByAll(before, judged.completion)
        for (const { position } of evidence) {
          const known = served.get(position) ?? new Served()
          served.set(position, known)
          known.add(judged.completion)
        }
        const [piece] = evidence
        if (other === undefined || piece === undefined) return []
        const more = evidence.length === 1 ? '' : ` and ${evidence.length - 1} more`
        return [
          aboutCompletion(
            judged,
            'info',
            `All evidence for item ${judged.completion.item} also serves item ${other.item}: ${labelOf(piece)} (${placeOf(piece)})${more}.`,
            evidence.map(({ seq }) => seq),
          ),
        ]
      },
    }
  },
})

/** As many earlier completions are compared with one: work that serves more than these is the work of a whole list. */
const mostCompared = 100

/** The completions that a piece of work counts for, in their order. */
class Served {
  readonly #all = new Set<Completion>()
  /** Those of one text stand together: they are all kin, or none of them is by its text. */
  readonly #byText = new Map<string, Completion[]>()

  get size(): number {
    return this.#all.size
  }

  add(completion: Completion): void {
    this.#all.add(completion)
    const text = completion.text.trim()
    const same = this.#byText.get(text)
    if (same === undefined) this.#byText.set(text, [completion])
    else same.push(completion)
  }

  has(completion: Completion): boolean {
    return this.#all.has(completion)
  }

  /** Those whose text is another. */
  *ofOtherText({ text }: Completion): Iterable<Completion> {
    for (const [other, completions] of this.#byText) if (other !== text.trim()) yield* completions
  }
}

const nobody = new Served()

/** The first completion that all the pieces of another's evidence count for, and that is no kin of it. */
function firstServedByAll(evidence: readonly Served[], completion: Completion): Completion | undefined {
  // It is found in the piece that serves the fewest.
  const fewest = evidence.reduce(
    (least, piece) => (piece.size < least.size ? piece : least),
    evidence[0] ?? nobody,
  )
  let compared = 0
  for (const other of fewest.ofOtherText(completion)) {
    if (evidence.every((piece) => piece.has(other)) && !isKin(other, completion)) return other
    compared += 1
    if (compared === mostCompared) break
  }
  return undefined
}

/** The pieces of work that count for a completion, strongest first. */
function evidenceOf({ support }: JudgedCompletion, leastCredit: number) {
  if (support.support < unsupportedBelow || support.verdict === 'unknown') return []
  const credits = support.parts.flatMap(({ credits }) => credits)
  const strong = credits.filter(({ credit }) => credit >= leastCredit).sort((a, b) => b.credit - a.credit)
  return [...new Set(strong.map(({ link }) => link.work))]
}

/** True for one item, and for an item and its part. */
function isKin(one: Completion, other: Completion): boolean {
  if (one.key === other.key) return true
  const parentOf = ({ key, list }: Completion) => list.item(key)?.parent
  return parentOf(one) === other.item || parentOf(other) === one.item
}
