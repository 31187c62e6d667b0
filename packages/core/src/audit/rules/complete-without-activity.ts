import { type CallWork, succeeded } from '../../evidence/work/work.js'
import { type AuditRule, aboutCompletion, callsBeforeMark, type JudgedCompletion } from './audit-rule.js'

/** From this link on a call of the item's own span is activity, whatever it did. */
const relatedFrom = 0.3

/** From this credit on a call outside of it is. */
const creditFrom = 0.15

/** An item was completed and nothing was done for it. */
export const completeWithoutActivity: AuditRule = {
  id: 'complete-without-activity',
  severity: 'error',
  doc: 'No other call that worked stands in the span of the item or, linked to it, before it. Spared: a text that was the work itself, work right after the mark, a sub-agent, a gap in the log.',
  check: ({ completions }) =>
    completions.flatMap((judged) => {
      const { support, completion } = judged
      if (support.verdict !== 'unsupported') return []
      if (hasActivity(judged)) return []
      // Where the item's language or verb is not known its evidence may not be known either.
      const anything = support.links.some(({ work }) => work.kind === 'call')
      const severity = support.itemClass === 'unknown' && anything ? 'warning' : 'error'
      const since = completion.started === null ? 'since the last update' : 'after it was started'
      return [
        aboutCompletion(
          judged,
          severity,
          `Item ${completion.item} was completed, but no call that worked was made for it ${since}.`,
        ),
      ]
    }),
}

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
