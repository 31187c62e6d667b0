/** What an invariant is: one thing that holds in every session, whatever the model and the host do. */

import type { SessionRun } from '../run/session-run.js'

/** Where an invariant does not hold. */
export interface Breakage {
  /** The seq of the event at which it shows. */
  readonly seq: number
  /** What is wrong, in one sentence. */
  readonly message: string
}

/** One thing that holds in every session. */
export interface Invariant {
  /** Its name, such as `budgets-kept`; that of a rule for what the rule promises. */
  readonly name: string
  /** What holds, in one sentence. */
  readonly summary: string
  /** The first place where it does not hold, or null. */
  check(run: SessionRun): Breakage | null
}
