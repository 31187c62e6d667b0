/** Why an issue of beads was closed. */

/** Closed for such a reason, an issue was given up, not done. */
const givenUp =
  /^\W*(?:won'?t[ -]?(?:fix|do)|duplicate|dup of|obsolete|superseded|invalid|cancel+ed|not (?:needed|a bug|planned|applicable)|no longer|out of scope|abandoned|stale\b)/i

/** True where an issue that was closed for this reason was given up, not done. */
export function saysGivenUp(reason: string): boolean {
  return givenUp.test(reason)
}
