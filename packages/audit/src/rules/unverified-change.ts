import { remembered } from '../completions/item-features.js'
import { placeOf } from '../describe-support.js'
import { promiseOf } from '../evidence/items/item-class.js'
import type { CallWork, Work } from '../evidence/work/work.js'
import { reportsBack } from '../evidence/work/work-sort.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type JudgedCompletion } from './audit-rule.js'
import { ownChanges, ranCheck } from './product-changes.js'

/** A change was completed and never checked. */
export const unverifiedChange: AuditRule<{ readonly notEnough: readonly string[] }> = defineAuditRule({
  id: 'unverified-change',
  meta: {
    severity: 'info',
    docs: 'The item changed files, and to the end of the session no check ran after the last of its changes. Spared: documents, an item that is still open and asks for a check, a sub-agent after the change.',
    options: {
      notEnough: {
        default: ['format'],
        docs: 'The kinds of checks that do not count, of test, build, lint, typecheck, format, run, probe, browser and database.',
      },
    },
    example: {
      session: ['todo [>] Add the cache', 'edit src/cache.ts', 'todo [x] Add the cache'],
      says: 'Nothing was checked after the last change for item 1: edited src/cache.ts (event 7).',
    },
  },
  create: ({ work, child }, { notEnough }) => {
    const counts = (piece: Work): boolean =>
      ranCheck(piece) && piece.description.checks.some((kind) => !notEnough.includes(kind))
    const asksForCheck = remembered((text) => promiseOf(text).needs.some(({ kind }) => kind === 'check'))
    const lastCheck = work.findLast((piece) => counts(piece) || mayHaveChecked(piece, child, counts))
    return {
      completion: (judged) => {
        const { completion, support } = judged
        if (support.itemClass !== 'change' || support.verdict === 'unknown') return []
        if (support.parts.some(({ need }) => need.kind === 'check')) return []
        const last = ownChanges(judged).at(-1)
        if (last === undefined || (lastCheck !== undefined && lastCheck.position > last.position)) return []
        if (isCheckedLater(judged, asksForCheck)) return []
        return [
          aboutCompletion(
            judged,
            'info',
            `Nothing was checked after the last change for item ${completion.item}: ${last.action} (${placeOf(last)}).`,
            [last.seq],
          ),
        ]
      },
    }
  },
})

/** True where a sub-agent may have checked it: its log shows a check, or is not at hand. */
function mayHaveChecked(
  piece: Work,
  child: (session: string) => readonly Work[] | undefined,
  counts: (piece: Work) => boolean,
): boolean {
  if (piece.kind === 'input') return piece.report
  if (piece.kind !== 'call' || piece.description.effect !== 'delegate') return false
  return childOf(piece, child)?.some(counts) ?? (piece.outcome === null || reportsBack(piece))
}

function childOf(
  call: CallWork,
  child: (session: string) => readonly Work[] | undefined,
): readonly Work[] | undefined {
  return call.child === null ? undefined : child(call.child)
}

/** True where the list still holds an open item that asks for a check. */
function isCheckedLater({ completion }: JudgedCompletion, asksForCheck: (text: string) => boolean): boolean {
  return completion.list.items.some(
    ({ key, status, text }) =>
      key !== completion.key && status !== 'completed' && status !== 'cancelled' && asksForCheck(text),
  )
}
