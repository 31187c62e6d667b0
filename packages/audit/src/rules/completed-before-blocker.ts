import type { Completion, ItemMoment } from '../completions/item-histories.js'
import { firstFrom, Places } from '../completions/places.js'
import { quoted } from '../describe-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** An item was completed although something that had to come first was open. */
export const completedBeforeBlocker: AuditRule = defineAuditRule({
  id: 'completed-before-blocker',
  meta: {
    severity: 'warning',
    docs: 'An item that must be closed before this one, or a part of it, was open when it was completed. Spared: a blocker that was cancelled or removed, or that was completed before the next call.',
    options: {},
    example: {
      session: [
        'task Run the migration',
        'task Deploy the service after 1',
        'run ./deploy.sh => deployed',
        'task 2 completed',
      ],
      says: 'Item 2 was completed, but item 1 ("Run the migration"), which it waits for, was still pending.',
    },
  },
  create: ({ work, completions }) => {
    const calls = new Places(work, ({ kind }) => kind === 'call')
    const marks = marksOf(completions)
    return {
      completion: (judged) => {
        const { item, key, at } = judged.completion
        const { list } = judged.completion
        const waitsFor = new Set(list.item(key)?.dependencies)
        const first = list
          .related(item, waitsFor)
          .find(
            (other) =>
              other.key !== key &&
              other.status !== 'completed' &&
              other.status !== 'cancelled' &&
              !isClosedAtOnce(marks.get(other.key), at, calls),
          )
        if (first === undefined) return []
        const role = waitsFor.has(first.id) ? 'which it waits for' : 'a part of it'
        return [
          aboutCompletion(
            judged,
            'warning',
            `Item ${item} was completed, but item ${first.id} (${quoted(first.text)}), ${role}, was still ${first.status.replace('_', ' ')}.`,
          ),
        ]
      },
    }
  },
})

/** The moments at which an item was completed, in order. */
interface Marks {
  readonly seqs: number[]
  readonly positions: number[]
}

/** When each item was completed, by key. */
function marksOf(completions: readonly Completion[]): ReadonlyMap<string, Marks> {
  const marks = new Map<string, Marks>()
  for (const { key, at } of completions) {
    const known = marks.get(key) ?? { seqs: [], positions: [] }
    marks.set(key, known)
    known.seqs.push(at.seq)
    known.positions.push(at.position)
  }
  return marks
}

/** True where an item was completed after some moment and before the next call: only the order of the marks is odd. */
function isClosedAtOnce(marks: Marks | undefined, { position, seq }: ItemMoment, calls: Places): boolean {
  const next = marks?.positions[firstFrom(marks.seqs, seq + 1)]
  return next !== undefined && !calls.isBetween(position, next)
}
