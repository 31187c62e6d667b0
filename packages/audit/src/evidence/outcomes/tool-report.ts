/** What a tool says of its own run. Types only. */

import type { CheckKind } from '../calls/call-description.js'

/**
 * How a tool's run came out, in its own words. `ran-nothing`: it ran and found nothing to check. `partial`: it stopped
 * before all that it was to run was run. `unfinished`: it waits, watches, or was cut off before it summed up.
 */
export type ReportResult = 'passed' | 'failed' | 'ran-nothing' | 'partial' | 'unfinished'

/** What a tool printed of its own run. */
export interface ToolReport {
  /** The family of the tool, such as `vitest`; `unknown` where only the form of its summary is known. */
  readonly tool: string
  /** What it checks; null where packages are fetched or a step of version control is made. */
  readonly kind: CheckKind | null
  /** How it came out. */
  readonly result: ReportResult
  /** How many tests or files passed; null where it does not say. */
  readonly passed: number | null
  /** How many failed. */
  readonly failed: number | null
  /** How many were left out: skipped, pending, deselected, filtered out. */
  readonly skipped: number | null
  /** How many errors it counts. */
  readonly errors: number | null
  /** How many warnings it counts. */
  readonly warnings: number | null
  /** True where the tool itself sums up, false where only single lines of failures or successes were seen. */
  readonly summary: boolean
  /** The line that decided, quoted. */
  readonly line: string
}
