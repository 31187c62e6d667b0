/** The steps of a session in their order, and what stands around one of them. */

import type { ReplayEvent, TurnReplay } from './session-replay.js'

/** One thing that happened, and when. */
export interface Step {
  /** The turn. */
  readonly turn: number
  /** What happened. */
  readonly event: ReplayEvent
}

/** All that happened in some turns, in order; that a session fell silent is no step. */
export function stepsOf(turns: readonly TurnReplay[]): readonly Step[] {
  const steps = turns.flatMap(({ turn, events }) =>
    events.flatMap((event) => (event.kind === 'yield' ? [] : [{ turn, event }])),
  )
  return steps.toSorted((one, other) => one.event.seq - other.event.seq)
}

/** The step at an event with the one before it and the one after it; where it is none itself, the last before it. */
export function stepsAround(steps: readonly Step[], seq: number): readonly Step[] {
  const at = Math.max(0, stepsUpTo(steps, seq) - 1)
  return steps.slice(Math.max(0, at - 1), at + 2)
}

function stepsUpTo(steps: readonly Step[], seq: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.event.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}
