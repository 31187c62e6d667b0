import { Places } from '../completions/places.js'
import { placeOf } from '../describe-support.js'
import { creditFrom } from '../evidence/support/fitted.js'
import { isRequest } from '../evidence/work/work.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type JudgedCompletion } from './audit-rule.js'

/** An item was completed right after the conversation was compacted, and nothing shows its work. */
export const compactionFlip: AuditRule<{ readonly mostCalls: number }> = defineAuditRule({
  id: 'compaction-flip',
  meta: {
    severity: 'warning',
    docs: 'The item was completed right after a compaction, and neither what came before it nor what came after supports it: the model may have taken a plan in the summary for work. Spared: a log that begins with the compaction, a new request of the user.',
    options: {
      mostCalls: {
        default: 2,
        docs: 'Calls between the compaction and the completion that are still "right after".',
      },
    },
    example: {
      session: [
        'todo [>] Add the cache  [ ] Translate the labels',
        'edit src/cache.ts',
        'compaction',
        'todo [x] Add the cache  [x] Translate the labels',
      ],
      says: 'Item 2 was completed right after a compaction (event 10), and nothing before or after it was done for the item.',
    },
  },
  create: ({ work }, { mostCalls }) => {
    const compactions = new Places(work, ({ kind }) => kind === 'compaction')
    const requests = new Places(work, isRequest)
    const calls = new Places(work, ({ kind }) => kind === 'call')
    return {
      completion: (judged) => {
        const { completion, support } = judged
        const { at, previousUpdate } = completion
        if (support.verdict === 'supported' || support.verdict === 'unknown' || hasWork(judged)) return []
        const since = previousUpdate?.position ?? 0
        const compaction = compactions.lastBetween(since, at.position)
        if (compaction === undefined) return []
        if (requests.isBetween(compaction.position + 1, at.position)) return []
        if (calls.between(compaction.position + 1, at.position) > mostCalls) return []
        return [
          aboutCompletion(
            judged,
            'warning',
            `Item ${completion.item} was completed right after a compaction (${placeOf(compaction)}), and nothing before or after it was done for the item.`,
            [compaction.seq],
          ),
        ]
      },
    }
  },
})

/** True where anything but another item's work counts for it. */
function hasWork({ support }: JudgedCompletion): boolean {
  return support.parts.some((part) =>
    part.credits.some(({ link, credit }) => credit >= creditFrom && !link.others),
  )
}
