import { quoted } from '../describe-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'
import { weakeningsOf } from './weakenings.js'

/** An item's text lost a part of what it promised, and then it was ticked. */
export const goalpostRewrite: AuditRule = defineAuditRule({
  id: 'goalpost-rewrite',
  meta: {
    severity: 'warning',
    docs: 'The text of the item lost its "all", a number, its check or one of its objects, and then it was completed. Spared: the user asked in between, another item carries the lost part on, a count in place of "all".',
    options: {},
    example: {
      session: [
        'todo [>] Fix all type errors',
        'edit src/cache.ts',
        'todo [>] Fix type errors',
        'todo [x] Fix type errors',
      ],
      says: 'Item 1 lost its "all" when it was reworded from "Fix all type errors" to "Fix type errors", and then it was completed.',
    },
  },
  create: ({ work }) => ({
    completion: (judged) => {
      const { completion } = judged
      const weakening = weakeningsOf(completion, work).find(({ loss }) =>
        ['whole', 'number', 'check', 'object'].includes(loss.kind),
      )
      if (weakening === undefined) return []
      const { former, loss } = weakening
      return [
        aboutCompletion(
          judged,
          'warning',
          `Item ${completion.item} lost ${loss.words} when it was reworded from ${quoted(former.text)} to ${quoted(completion.text)}, and then it was completed.`,
          [former.until.seq],
        ),
      ]
    },
  }),
})
