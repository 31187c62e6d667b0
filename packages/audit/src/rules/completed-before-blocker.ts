import type { Completion, ItemMoment } from '../completions/item-histories.js'
import type { ListedItem } from '../completions/listed-item.js'
import { Places } from '../completions/places.js'
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
        const { items } = judged.completion.list
        const own = items.find((listed) => listed.key === key)
        if (own === undefined) return []
        const waitsFor = (other: ListedItem) => own.dependencies.includes(other.id)
        const first = items.find(
          (other) =>
            other.key !== key &&
            (waitsFor(other) || other.parent === item) &&
            other.status !== 'completed' &&
            other.status !== 'cancelled' &&
            !isClosedAtOnce(marks.get(other.key) ?? [], at, calls),
        )
        if (first === undefined) return []
        const role = waitsFor(first) ? 'which it waits for' : 'a part of it'
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

/** When each item was completed, by key. */
function marksOf(completions: readonly Completion[]): ReadonlyMap<string, readonly ItemMoment[]> {
  const marks = new Map<string, ItemMoment[]>()
  for (const { key, at } of completions) {
    const known = marks.get(key)
    if (known === undefined) marks.set(key, [at])
    else known.push(at)
  }
  return marks
}

/** True where an item was completed after some moment and before the next call: only the order of the marks is odd. */
function isClosedAtOnce(marks: readonly ItemMoment[], { position, seq }: ItemMoment, calls: Places): boolean {
  return marks.some((at) => at.seq > seq && !calls.isBetween(position, at.position))
}
