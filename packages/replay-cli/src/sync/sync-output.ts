/** What `sync --json` prints. Scripts rely on its keys. */

import type { SyncStep } from './sync-steps.js'

/** What was done between a list and a tracker, or would be. */
export interface SyncOutput {
  /** The session's id. */
  readonly session: string
  /** The tracker, as it was named. */
  readonly tracker: string
  /** True with `--apply`: false is a dry run, which writes nothing. */
  readonly applied: boolean
  /** What is done, one thing each; empty where both are equal. */
  readonly steps: readonly SyncStep[]
}
