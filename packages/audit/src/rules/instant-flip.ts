import { Places } from '../completions/places.js'
import type { Verdict } from '../evidence/support/item-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** An item was started and completed with nothing between. */
export const instantFlip: AuditRule = defineAuditRule({
  id: 'instant-flip',
  meta: {
    severity: 'warning',
    docs: 'The item was started and completed with no call between. Spared: linked work before it was started or right after the mark.',
    options: {},
    example: {
      session: ['todo [>] Test the cache', 'todo [x] Test the cache'],
      says: 'Item 1 was started in turn 1 and completed in turn 2 with no call between.',
    },
  },
  create: ({ work }) => {
    const calls = new Places(work, ({ kind }) => kind === 'call')
    return {
      completion: (judged) => {
        const { started, at, item } = judged.completion
        if (started === null || !isDoubtful(judged.support.verdict)) return []
        if (calls.isBetween(started.position, at.position)) return []
        return [
          aboutCompletion(
            judged,
            'warning',
            `Item ${item} was started in turn ${started.turn} and completed in turn ${at.turn} with no call between.`,
            [started.seq],
          ),
        ]
      },
    }
  },
})

/** What is supported was done before or right after; what may lie in a gap is no finding. */
function isDoubtful(verdict: Verdict): boolean {
  return verdict === 'weak' || verdict === 'unsupported'
}
