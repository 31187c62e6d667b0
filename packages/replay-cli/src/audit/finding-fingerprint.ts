/** What names a finding from one audit to the next: not where it stands, but what it is about. */

import { createHash } from 'node:crypto'
import type { Finding, SessionAudit } from '@todo-ledger/audit'
import { completionOf } from '../session-view/concerns.js'

/**
 * The fingerprints of a session's findings, in their order: 32 hexadecimal digits of rule, session and item text, and
 * of how many like it came before. Lines, turns, seqs and wordings of messages may change without changing them.
 */
export function fingerprintsOf(audit: SessionAudit): readonly string[] {
  const seen = new Map<string, number>()
  return audit.findings.map((finding) => {
    const about = JSON.stringify([finding.rule, audit.session, itemTextOf(finding, audit)])
    const before = seen.get(about) ?? 0
    seen.set(about, before + 1)
    return createHash('sha256').update(`${about} ${before}`).digest('hex').slice(0, 32)
  })
}

/** The text of the item that a finding is about; its id where nothing says its text, null for no item. */
function itemTextOf(finding: Finding, audit: SessionAudit): string | null {
  return completionOf(finding, audit)?.text ?? finding.text ?? finding.item
}
