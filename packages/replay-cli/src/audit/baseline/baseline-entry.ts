/** The shapes of a baseline. Types only. */

/** What the file of a baseline holds. */
export interface BaselineContent {
  /** What the file is, with the version of its form. */
  readonly baseline: 'todo-ledger/1'
  /** The accepted findings. */
  readonly findings: readonly BaselineEntry[]
}

/** One accepted finding. The fingerprint is what counts; the rest is for people. */
export interface BaselineEntry {
  /** What names the finding from one audit to the next. */
  readonly fingerprint: string
  /** Its rule. */
  readonly rule: string
  /** Its session. */
  readonly session: string
  /** The start of the text of its item, or null where it is about none. */
  readonly item: string | null
}

/** What a baseline comes to in an audit. */
export interface BaselineUse {
  /** How many findings it accepts. */
  readonly known: number
  /** Its entries whose session was audited and whose finding is not there any more. */
  readonly gone: readonly BaselineEntry[]
  /** How many of its entries are of sessions that were not audited. */
  readonly notAudited: number
}
