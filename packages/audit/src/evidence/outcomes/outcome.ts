/** Whether a call worked. Types only. */

import type { ToolReport } from './tool-report.js'

/**
 * Whether a call worked. `failed`: the work failed. `environment-failed`: its surroundings failed, and the check itself
 * said nothing. `ran-nothing`: it ran, and nothing was checked. `partial`: it stopped before it was through, with
 * nothing bad so far. `unfinished`: it was started and its end is not in the log. `not-run`: it was refused, cancelled,
 * or its time was up. `inconclusive`: its exit status is hidden, and its output sums nothing up. `unknown`: the log does
 * not hold how it ended.
 */
export type OutcomeStatus =
  | 'succeeded'
  | 'failed'
  | 'environment-failed'
  | 'ran-nothing'
  | 'partial'
  | 'unfinished'
  | 'not-run'
  | 'inconclusive'
  | 'unknown'

/** Whether a call worked, and how that is known. */
export interface Outcome {
  /** Whether it worked. */
  readonly status: OutcomeStatus
  /** `recorded`: the host says so. `stated`: the output states an exit status. `inferred`: read from the output's text. */
  readonly certainty: 'recorded' | 'stated' | 'inferred'
  /** Why, in a few words; `refused` where a person, a permission or a hook did not let the call through. */
  readonly reason: string
  /** The line of the output that decided, quoted; null where none did. */
  readonly line: string | null
  /** What the tool says of its own run; null where nothing of the kind was read. */
  readonly report: ToolReport | null
}

const bad: ReadonlySet<OutcomeStatus> = new Set<OutcomeStatus>([
  'failed',
  'environment-failed',
  'ran-nothing',
  'not-run',
])

/** True where the log shows that the call did not do what it was to do; what is open is not bad. */
export function cameToNothing(outcome: Outcome | null): boolean {
  return outcome !== null && bad.has(outcome.status)
}
