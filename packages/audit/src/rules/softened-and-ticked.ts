import type { Severity } from '../audit-result.js'
import { quoted } from '../describe-support.js'
import { type AuditRule, aboutCompletion, defineAuditRule } from './audit-rule.js'
import { weakeningsOf } from './weakenings.js'

/** An item's action was weakened, and then it was ticked. */
export const softenedAndTicked: AuditRule = defineAuditRule({
  id: 'softened-and-ticked',
  meta: {
    severity: 'error',
    docs: 'What the item was to do was weakened (a test became a look, "all" became "some", "try to" came in), and then it was completed. A warning where the log supports the first text too, or where it was said openly that something failed. Spared: the user asked in between, another item carries it on.',
    options: {},
    example: {
      session: ['todo [>] Test the login page', 'edit src/login.ts', 'todo [x] Look over the login page'],
      says: 'Item 1 was weakened from "Test the login page" to "Look over the login page" and then completed: it lost the run that it promised.',
    },
  },
  create: ({ work, judge }) => ({
    completion: (judged) => {
      const { completion } = judged
      const weakening = weakeningsOf(completion, work).find(({ loss }) =>
        ['run', 'change', 'all', 'hedged'].includes(loss.kind),
      )
      if (weakening === undefined) return []
      const { former, loss } = weakening
      const first = judge(completion, former.text)
      const isOpen = first.parts.some((part) => part.failureAdmitted)
      // What was to be changed may have turned out to need a decision; a run that was promised is one that was left out.
      const isGrave = loss.kind !== 'change' && first.verdict === 'unsupported' && !isOpen
      const severity: Severity = isGrave ? 'error' : 'warning'
      const lost = loss.kind === 'run' || loss.kind === 'change' ? `it lost ${loss.words}` : loss.words
      return [
        aboutCompletion(
          judged,
          severity,
          `Item ${completion.item} was weakened from ${quoted(former.text)} to ${quoted(completion.text)} and then completed: ${lost}.`,
          [former.until.seq],
        ),
      ]
    },
  }),
})
