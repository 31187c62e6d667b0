/** What an audit fails for: verdicts and severities. The exit code and every format ask here, so that they say the same. */

import type { Finding, SessionAudit } from '@todo-ledger/audit'
import { completionOf, findingsAbout, readerRule } from '../session-view/concerns.js'

/** What each reason stands for, itself and what is graver: verdicts of the rules, `reader` for one that takes a reader, severities. */
const covered = {
  unsupported: ['unsupported'],
  weak: ['weak', 'unsupported'],
  reader: ['reader'],
  error: ['error'],
  warning: ['warning', 'error'],
  info: ['info', 'warning', 'error'],
} as const

export type ReasonToFail = keyof typeof covered

/** What an audit fails for where nobody says otherwise. */
export const usualReasons: readonly ReasonToFail[] = ['unsupported', 'error']

/** The reasons that a text names, separated by commas; none for `never`; null where one of them is none. */
export function reasonsNamed(given: string): readonly ReasonToFail[] | null {
  if (given === 'never') return []
  const words = given.split(',').map((word) => word.trim())
  const reasons = words.filter((word): word is ReasonToFail => Object.hasOwn(covered, word))
  return reasons.length === words.length ? reasons : null
}

export class FailOn {
  readonly #reasons: ReadonlySet<string>

  /** @param reasons what it fails for, and for what is graver; for nothing where they are none */
  constructor(reasons: readonly ReasonToFail[]) {
    this.#reasons = new Set(reasons.flatMap((reason) => covered[reason]))
  }

  /**
   * True where the finding fails: for its severity; or, as a fact that decides the verdict of a completion, for that
   * verdict, where nothing graver that is said of it fails already.
   */
  finding(finding: Finding, audit: SessionAudit): boolean {
    if (finding.known === true) return false
    if (finding.rule === readerRule) return this.#reasons.has('reader')
    if (this.#bySeverity(finding)) return true
    const completion = completionOf(finding, audit)
    const isFact = completion?.facts.some(
      ({ says, sentence }) => says !== 'for' && sentence === finding.message,
    )
    if (completion === undefined || isFact !== true) return false
    const isSaid = findingsAbout(completion, audit).some((other) => this.#bySeverity(other))
    return this.#reasons.has(completion.rules) && !isSaid
  }

  #bySeverity({ known, severity, rule }: Finding): boolean {
    return known !== true && rule !== readerRule && this.#reasons.has(severity)
  }
}
