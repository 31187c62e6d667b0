import { creditFrom, relatedFrom } from '../evidence/support/fitted.js'
import { type CallWork, succeeded } from '../evidence/work/work.js'
import {
  type AuditRule,
  aboutCompletion,
  callsBeforeMark,
  defineAuditRule,
  type JudgedCompletion,
} from './audit-rule.js'

/** An item was completed and nothing was done for it. */
export const completeWithoutActivity: AuditRule = defineAuditRule({
  id: 'complete-without-activity',
  meta: {
    severity: 'error',
    docs: 'No other call that worked stands in the span of the item or, linked to it, before it. Spared: a text that was the work itself, work right after the mark, a sub-agent, a gap in the log. A warning where it is not known what kind of work the item is.',
    options: {},
    example: {
      session: [
        'todo [>] Add the cache  [ ] Translate the labels',
        'edit src/cache.ts',
        'todo [x] Add the cache  [>] Translate the labels',
        'todo [x] Add the cache  [x] Translate the labels',
      ],
      says: 'Item 2 was completed, but no call that worked was made for it after it was started.',
    },
  },
  create: () => ({
    completion: (judged) => {
      const { support, completion } = judged
      if (support.verdict !== 'unsupported') return []
      if (hasActivity(judged)) return []
      // Where the item's language or verb is not known its evidence may not be known either.
      const severity = support.itemClass === 'unknown' ? 'warning' : 'error'
      const since = completion.started === null ? 'since the last update' : 'after it was started'
      return [
        aboutCompletion(
          judged,
          severity,
          `Item ${completion.item} was completed, but no call that worked was made for it ${since}.`,
        ),
      ]
    },
  }),
})

/** True where a call was made for a completion in its span, or one outside of it counts for it. */
export function hasActivity(judged: JudgedCompletion): boolean {
  return (
    callsBeforeMark(judged).some(
      ({ work, strength, place }) =>
        place === 'within' &&
        strength >= relatedFrom &&
        work.kind === 'call' &&
        (succeeded(work) || isRun(work)),
    ) ||
    judged.support.parts.some((part) =>
      part.credits.some(
        ({ link, credit }) => link.work.kind === 'call' && !link.others && credit >= creditFrom,
      ),
    )
  )
}

/** What ran and failed is activity; whether it was enough is another rule's matter. */
function isRun(call: CallWork): boolean {
  return call.description.effect === 'execute'
}
