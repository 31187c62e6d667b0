import { labelOf, placeOf } from '../describe-support.js'
import { creditFrom, relatedFrom } from '../evidence/support/fitted.js'
import { type CallWork, succeeded, type Work } from '../evidence/work/work.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type JudgedCompletion } from './audit-rule.js'

/** The item rests on a sub-agent alone, and that one has nothing to show. */
export const subagentClaimOnly: AuditRule<{ readonly shortestReport: number }> = defineAuditRule({
  id: 'subagent-claim-only',
  meta: {
    severity: 'warning',
    docs: 'All that speaks for the item is a sub-agent that failed, made no call that worked, or came back without a report. Spared: research, whose report is the work; any other work of the item; a sub-agent whose log is missing.',
    options: {
      shortestReport: {
        default: 1,
        docs: 'Characters from which on an answer of a sub-agent, whose log is not at hand, is a report.',
      },
    },
    example: {
      session: [
        'todo [>] Translate the labels',
        'agent Translate all labels => FAILED The agent was stopped.',
        'todo [x] Translate the labels',
      ],
      says: 'All that speaks for item 1 is a sub-agent that failed: Translate all labels (event 7).',
    },
  },
  create: ({ child }, { shortestReport }) => ({
    completion: (judged) => {
      const { completion, support } = judged
      if (support.itemClass === 'research') return []
      const delegates = delegatesOf(judged)
      // An answer that is in the log and says nothing is no gap; anything else that the log does not show is one.
      const { gap } = support
      if (typeof gap === 'string') return []
      if (gap !== null && !delegates.some(({ seq }) => seq === gap.seq)) return []
      const [last] = delegates.slice(-1)
      if (last === undefined || hasOtherWork(judged)) return []
      const faults = delegates.map((call) => faultOf(call, child, shortestReport))
      const [fault] = faults.slice(-1)
      if (fault == null || faults.includes(null)) return []
      return [
        aboutCompletion(
          judged,
          'warning',
          `All that speaks for item ${completion.item} is a sub-agent that ${fault}: ${labelOf(last)} (${placeOf(last)}).`,
          delegates.map(({ seq }) => seq),
        ),
      ]
    },
  }),
})

/** The sub-agents that were started for the item. */
function delegatesOf({ support }: JudgedCompletion): readonly CallWork[] {
  return support.links.flatMap(({ work, place, strength }) =>
    work.kind === 'call' &&
    work.description.effect === 'delegate' &&
    place === 'within' &&
    strength >= relatedFrom
      ? [work]
      : [],
  )
}

/** True where anything but a sub-agent counts for the item. */
function hasOtherWork({ support }: JudgedCompletion): boolean {
  return support.parts.some((part) =>
    part.credits.some(
      ({ link: { work }, credit }) =>
        credit >= creditFrom && !(work.kind === 'call' && work.description.effect === 'delegate'),
    ),
  )
}

/** What a sub-agent lacks, or null where it has something to show or its log is not at hand. */
function faultOf(
  call: CallWork,
  child: (session: string) => readonly Work[] | undefined,
  shortestReport: number,
): string | null {
  if (call.outcome === null) return null
  if (!succeeded(call)) return 'failed'
  const work = call.child === null ? undefined : child(call.child)
  if (work !== undefined) {
    return work.some((piece) => piece.kind === 'call' && succeeded(piece)) ? null : 'made no call that worked'
  }
  const isOver = call.child === null && call.outcome.status === 'succeeded'
  return isOver && call.outputLength < shortestReport ? 'came back without a report' : null
}
