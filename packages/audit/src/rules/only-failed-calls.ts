import { saying } from '../evidence/languages/index.js'
import { cameToNothing } from '../evidence/outcomes/outcome.js'
import { creditFrom, relatedFrom } from '../evidence/support/fitted.js'
import type { Credit } from '../evidence/support/part-support.js'
import type { CallWork } from '../evidence/work/work.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type JudgedCompletion } from './audit-rule.js'

/** Everything that was tried for an item failed. */
export const onlyFailedCalls: AuditRule = defineAuditRule({
  id: 'only-failed-calls',
  meta: {
    severity: 'error',
    docs: 'Every call that belongs to the item failed, and none succeeded later. Spared: reads, searches and probes, which may come back empty; a failed run that was all the item asked for, an item that says itself that it was skipped or failed.',
    options: {},
    example: {
      session: [
        'todo [>] Add the cache',
        'edit src/cache.ts => FAILED String to replace not found in file.',
        'todo [x] Add the cache',
      ],
      says: 'The one call made for item 1 failed, and none succeeded later.',
    },
  },
  create: () => ({
    completion: (judged) => {
      const { support, completion } = judged
      const tried = failedCallsOf(judged)
      if (tried.length === 0) return []
      const times = tried.length === 1 ? 'The one call' : `All ${tried.length} calls`
      return [
        aboutCompletion(
          judged,
          support.verdict === 'unsupported' && support.itemClass !== 'unknown' ? 'error' : 'warning',
          `${times} made for item ${completion.item} failed, and none succeeded later.`,
          tried.map((call) => call.seq),
        ),
      ]
    },
  }),
})

/** The calls that were made for a doubted completion, where every one failed; else none. */
export function failedCallsOf({ support, completion }: JudgedCompletion): readonly CallWork[] {
  if (support.verdict !== 'unsupported' && support.verdict !== 'weak') return []
  const related = support.links.flatMap(({ work, strength, place }) =>
    work.kind === 'call' && place !== 'before' && strength >= relatedFrom ? [work] : [],
  )
  const tried = related.filter(
    ({ description }) => description.effect === 'write' || description.effect === 'execute',
  )
  if (related.some((call) => !isRead(call) && !hasFailed(call)) || !tried.every(hasFailed)) return []
  if (support.parts.some((part) => part.checkState === 'failed' || part.credits.some(isGood))) return []
  return saysItself.test(completion.text) ? [] : tried
}

/** An item that says itself that it was not done hides nothing. */
const saysItself = saying('notDone')

function isGood({ link, credit }: Credit): boolean {
  return credit >= creditFrom && link.work.kind === 'call' && !hasFailed(link.work)
}

function isRead(call: CallWork): boolean {
  return call.description.effect === 'read'
}

function hasFailed(call: CallWork): boolean {
  return cameToNothing(call.outcome)
}
