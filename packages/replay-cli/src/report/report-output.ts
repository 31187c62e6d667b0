/** What `report --json` prints. */

import type { FindingCounts } from '@todo-ledger/audit'

/** What was written. */
export interface ReportOutput {
  /** The page's file, as it was named. */
  readonly out: string
  /** How many bytes it has. */
  readonly bytes: number
  /** How many sessions are in it. */
  readonly sessions: number
  /** How many turns they have together. */
  readonly turns: number
  /** How many completions. */
  readonly completions: number
  /** How many of them the log does not support. */
  readonly unsupported: number
  /** The findings that no baseline accepts. */
  readonly findings: FindingCounts
}
