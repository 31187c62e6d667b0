/** What an audit fails for: verdicts and severities. The exit code and every format ask here, so that they say the same. */

import type { Finding, SessionAudit } from '@todo-ledger/audit'
import { completionOf, findingsAbout, readerRule } from '../session-view/concerns.js'

/**
 * What can be named: verdicts of the rules, `reader` for a verdict of unsupported that takes a reader, and severities; the
 * gravest of each first.
 */
export const reasonsToFail: readonly ['unsupported', 'weak', 'reader', 'error', 'warning', 'info'] = [
  'unsupported',
  'weak',
  'reader',
  'error',
  'warning',
  'info',
]

/** A verdict or a severity that an audit fails for. */
export type ReasonToFail = (typeof reasonsToFail)[number]

/** What an audit fails for where nobody says otherwise. */
export const usualReasons: readonly ReasonToFail[] = ['unsupported', 'error']

/** What each reason stands for: itself and what is graver. */
const covered: { readonly [R in ReasonToFail]: readonly ReasonToFail[] } = {
  unsupported: ['unsupported'],
  weak: ['weak', 'unsupported'],
  reader: ['reader'],
  error: ['error'],
  warning: ['warning', 'error'],
  info: ['info', 'warning', 'error'],
}

/** Decides what fails an audit. */
export class FailOn {
  readonly #reasons: ReadonlySet<string>

  /** @param reasons what it fails for, and for what is graver; for nothing where they are none */
  constructor(reasons: readonly ReasonToFail[]) {
    this.#reasons = new Set(reasons.flatMap((reason) => covered[reason]))
  }

  /**
   * True where the finding fails: for its severity; or for the verdict of the completion that it is about, where nothing
   * graver that is said of it fails already.
   */
  finding(finding: Finding, audit: SessionAudit): boolean {
    if (finding.known === true) return false
    if (finding.rule === readerRule) return this.#reasons.has('reader')
    if (this.#bySeverity(finding)) return true
    if (finding.severity === 'info') return false
    const completion = completionOf(finding, audit)
    return (
      completion !== undefined &&
      this.#reasons.has(completion.rules) &&
      !findingsAbout(completion, audit).some((other) => this.#bySeverity(other))
    )
  }

  #bySeverity({ known, severity, rule }: Finding): boolean {
    return known !== true && rule !== readerRule && this.#reasons.has(severity)
  }

  /** True where anything in the session fails. Of what is not supported there is a finding. */
  session(audit: SessionAudit): boolean {
    return audit.findings.some((finding) => this.finding(finding, audit))
  }
}
