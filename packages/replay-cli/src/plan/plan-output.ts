/** What `plan --json` prints. Scripts rely on its keys. */

import type { SessionPlan } from '@todo-ledger/core/plan'
import type { SessionHead } from '../items/item-text.js'

/** What `plan --json` prints of a session. */
export interface PlanOutput extends Omit<SessionPlan, 'at' | 'completion' | 'session'>, SessionHead {
  /** Its profile. */
  readonly profile: string
  /** When the last event up to the moment happened, as ISO 8601 in UTC. */
  readonly at: string
  /** When all that is open may be closed, were work to go on without pause; null where nothing says so. */
  readonly completion: {
    /** As early as this. */
    readonly low: string
    /** As likely sooner as later. */
    readonly median: string
    /** As late as this. */
    readonly high: string
  } | null
}

/** What is printed of a plan. */
export function planOutput(plan: SessionPlan, { file }: SessionHead, profile: string): PlanOutput {
  const { completion } = plan
  return {
    ...plan,
    file,
    profile,
    at: plan.at.toISOString(),
    completion:
      completion === null
        ? null
        : {
            low: completion.low.toISOString(),
            median: completion.median.toISOString(),
            high: completion.high.toISOString(),
          },
  }
}
