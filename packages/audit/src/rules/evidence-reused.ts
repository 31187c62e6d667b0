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
    const users = new Map<number, Set<Completion>>()
    return {
      completion: (judged) => {
        const evidence = evidenceOf(judged, leastCredit)
        const before = evidence.map(({ position }) => users.get(position) ?? nobody)
        for (const { position } of evidence) {
          const known = users.get(position)
          if (known === undefined) users.set(position, new Set([judged.completion]))
          else known.add(judged.completion)
        }
        // All are in the order of the completions: the first that is in all of them is found in the smallest.
        const smallest = before.reduce(
          (least, users) => (users.size < least.size ? users : least),
          before[0] ?? nobody,
        )
        const other = [...smallest].find(
          (user) => before.every((users) => users.has(user)) && !isKin(user, judged.completion),
        )
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

const nobody: ReadonlySet<Completion> = new Set()

/** The pieces of work that count for a completion, strongest first. */
function evidenceOf({ support }: JudgedCompletion, leastCredit: number) {
  if (support.support < unsupportedBelow || support.verdict === 'unknown') return []
  const credits = support.parts.flatMap(({ credits }) => credits)
  const strong = credits.filter(({ credit }) => credit >= leastCredit).sort((a, b) => b.credit - a.credit)
  return [...new Set(strong.map(({ link }) => link.work))]
}

/** True for one item, for an item and its part, for two parts of one item, and for items that say the same. */
function isKin(one: Completion, other: Completion): boolean {
  if (one.key === other.key || one.text.trim() === other.text.trim()) return true
  const parentOf = ({ key, list }: Completion) => list.items.find((item) => item.key === key)?.parent
  const [parent, otherParent] = [parentOf(one), parentOf(other)]
  return parent === other.item || otherParent === one.item
}
