/** Defects: an item is marked complete before its work is done. */

import type { Operator } from '../operator.js'
import { movedBefore, surroundingsOf } from '../steps.js'
import { strongFrom } from './evidence-removed.js'

/**
 * The completing call stands so early in its window. Judged are items of work (not of thinking, reading or telling,
 * where the text may follow the mark) of whose strong evidence nothing lies before the new mark.
 */
function markedAt(share: number, bar: number): Operator {
  const percent = Math.round(share * 100)
  return {
    id: `marked-at-${percent}`,
    doc: `The completing call stands at ${percent} % of the calls of its window; what follows it stays.`,
    expects: { kind: 'not-passed' },
    bar,
    apply: (replayed, target) => {
      const { completion, startedBy, from, to, evidence, session } = target
      if (startedBy === null || !['change', 'verify', 'execute'].includes(completion.itemClass)) return null
      const { steps } = replayed.recording
      const between = steps
        .slice(from + 1, to)
        .some((step) => step.kind === 'call' && step.session === session && replayed.todoCalls.has(step.call))
      const { within } = surroundingsOf(replayed, target)
      const first = within[Math.floor(share * within.length)]
      if (between || first === undefined || (share > 0 && within.length < 4)) return null
      // What is checked in the very next step counts as done.
      const isNext = completion.itemClass !== 'change'
      const tainted = evidence.some(
        ({ step, weight }) =>
          weight >= strongFrom && (step < first.index || (isNext && step === first.index)),
      )
      return {
        steps: movedBefore(steps, completion.call, first.step.call),
        call: completion.call,
        text: completion.text,
        tainted,
      }
    },
  }
}

/** Marked as soon as it was started. */
export const markedAtStart: Operator = markedAt(0, 0.9)

/** Marked after a quarter of its calls. */
export const markedAtQuarter: Operator = markedAt(0.25, 0.9)

/** Marked after half of its calls. */
export const markedAtHalf: Operator = markedAt(0.5, 0.7)
