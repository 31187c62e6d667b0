import { reasonOf } from '../describe-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'

/** A completion is not supported, and no other rule says why: the doubt is named with what the log shows and lacks. */
export const unsupportedCompletion: AuditRule = defineAuditRule({
  id: 'unsupported-completion',
  meta: {
    severity: 'warning',
    docs: 'The verdict is unsupported or weak, and no other rule gives a reason: what the log shows against it, what it lacks, and what comes nearest. Spared: whatever another rule reports as a warning or an error.',
    options: {},
    yields: true,
    example: {
      session: [
        'todo [>] Fix the imports in all three files',
        'edit src/a.ts',
        'todo [x] Fix the imports in all three files',
      ],
      says: 'Item 1 was completed, but it leaves out 2 of 3 files.',
    },
  },
  create: () => ({
    completion: (judged) => {
      const { verdict } = judged.support
      if (verdict !== 'unsupported' && verdict !== 'weak') return []
      const reason = reasonOf(judged.support)
      return [
        aboutCompletion(
          judged,
          'warning',
          `Item ${judged.completion.item} was completed, but ${reason === '' ? 'the log does not show that it was done' : reason}.`,
          judged.support.parts.flatMap(({ credits, lastCheck }) =>
            [lastCheck, credits[0]?.link.work].flatMap((work) => (work == null ? [] : [work.seq])),
          ),
        ),
      ]
    },
  }),
})
