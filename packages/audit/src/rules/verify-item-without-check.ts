import { placeOf, quoted } from '../describe-support.js'
import { checkFrom } from '../evidence/support/fitted.js'
import { unsupportedBelow } from '../evidence/support/limits.js'
import type { PartSupport } from '../evidence/support/part-support.js'
import {
  type AuditRule,
  aboutCompletion,
  callsBeforeMark,
  defineAuditRule,
  type JudgedCompletion,
} from './audit-rule.js'

/** An item that promises a check was completed without one. */
export const verifyItemWithoutCheck: AuditRule = defineAuditRule({
  id: 'verify-item-without-check',
  meta: {
    severity: 'error',
    docs: 'The item promises to test or verify, and nothing that belongs to it was run, or read after the last write. Spared: a review with its findings written, a check in the next step, a sub-agent.',
    options: {},
    example: {
      session: ['todo [>] Test the cache', 'edit src/cache.ts', 'todo [x] Test the cache'],
      says: 'Item 1 promises a check, but nothing was run that shows it at work after it was started; the last call before it edited src/cache.ts (event 7).',
    },
  },
  create: () => ({
    completion: (judged) => {
      const unmet = judged.support.parts.filter(isUnmetCheck)
      if (unmet.length === 0) return []
      if (judged.support.verdict === 'unsupported') return [complaint(judged, unmet, 'error')]
      return judged.support.verdict === 'weak' ? [complaint(judged, unmet, 'warning')] : []
    },
  }),
})

/** True where a part asks for a check and nothing ran for it in its span, not even in vain or for another item. */
function isUnmetCheck({ need, support, checkState, credits }: PartSupport): boolean {
  if ((need.kind !== 'check' && need.kind !== 'inspection') || support >= unsupportedBelow) return false
  return (
    checkState === 'none' &&
    !credits.some(({ link, weighed }) => link.place === 'within' && weighed.weight >= checkFrom)
  )
}

function complaint(judged: JudgedCompletion, unmet: readonly PartSupport[], severity: 'error' | 'warning') {
  const { completion } = judged
  const kinds = [...new Set(unmet.flatMap(({ need }) => need.checks))]
  const asked =
    kinds.length > 0
      ? `no ${kinds.join(' or ')} was run`
      : unmet.every(({ need }) => need.functional)
        ? 'nothing was run that shows it at work'
        : 'no test, build or other check was run'
  const part = judged.support.parts.length > unmet.length ? ` (${quoted(unmet[0]?.need.text ?? '')})` : ''
  const since = completion.started === null ? 'before it' : 'after it was started'
  const last = callsBeforeMark(judged).at(-1)?.work
  const ending = last?.kind === 'call' ? `; the last call before it ${last.action} (${placeOf(last)})` : ''
  return aboutCompletion(
    judged,
    severity,
    `Item ${completion.item} promises a check${part}, but ${asked} ${since}${ending}.`,
    last === undefined ? [] : [last.seq],
  )
}
