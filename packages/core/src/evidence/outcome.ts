/** Whether a call worked, judged from what was recorded of its result. */

import type { CallDescription } from './call-description.js'

/** Whether a call worked; `environment-failed` where the surroundings failed and the check itself said nothing. */
export type OutcomeStatus = 'succeeded' | 'failed' | 'environment-failed' | 'unknown'

/** Whether a call worked, and how that is known. */
export interface Outcome {
  /** Whether it worked. */
  readonly status: OutcomeStatus
  /** `recorded`: the host says so. `stated`: the output states an exit status. `inferred`: read from the output's text. */
  readonly certainty: 'recorded' | 'stated' | 'inferred'
  /** Why, in a few words; `refused` where the call was never let through. */
  readonly reason: string
}

/** Judges whether the call worked. `ok` is what the host recorded, null where nobody says. Linear, never throws. */
export function judgeOutcome(
  _call: CallDescription,
  result: { readonly ok: boolean | null; readonly output: string },
): Outcome {
  return { status: result.ok === false ? 'failed' : 'unknown', certainty: 'recorded', reason: '' }
}
