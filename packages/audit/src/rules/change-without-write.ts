import { relatedFrom } from '../evidence/support/fitted.js'
import { succeeded } from '../evidence/work/work.js'
import { runsSomething, writesContent } from '../evidence/work/work-sort.js'
import {
  type AuditRule,
  aboutCompletion,
  callsBeforeMark,
  defineAuditRule,
  type JudgedCompletion,
} from './audit-rule.js'
import { hasActivity } from './complete-without-activity.js'

/** A change was ticked although nothing was written for it. */
export const changeWithoutWrite: AuditRule = defineAuditRule({
  id: 'change-without-write',
  meta: {
    severity: 'error',
    docs: 'The item promises a change; calls were made for it, but none that writes, or the new file that it names was never written. Spared: commands that may have written, "already there" after a read, work in the next step.',
    options: {},
    example: {
      session: ['todo [>] Add the cache', 'read src/store.ts', 'todo [x] Add the cache'],
      says: 'Item 1 promises a change, but nothing was written for it.',
    },
  },
  create: () => ({
    completion: (judged) => {
      const { completion, support } = judged
      if (support.itemClass !== 'change' || support.verdict !== 'unsupported' || !hasActivity(judged))
        return []
      const [file] = support.untouchedFiles
      if (file === undefined && mayHaveWritten(judged)) return []
      const what = file === undefined ? 'nothing was written for it' : `${file} was never written`
      return [aboutCompletion(judged, 'error', `Item ${completion.item} promises a change, but ${what}.`)]
    },
  }),
})

/** True where a call of the item wrote, or ran a program that may have; tests, builds and other checks write nothing. */
function mayHaveWritten(judged: JudgedCompletion): boolean {
  return callsBeforeMark(judged).some(
    ({ work, strength }) =>
      work.kind === 'call' &&
      strength >= relatedFrom &&
      succeeded(work) &&
      (writesContent(work) ||
        work.description.effect === 'unknown' ||
        work.description.effect === 'delegate' ||
        (runsSomething(work) && work.description.checks.every((kind) => kind === 'run'))),
  )
}
