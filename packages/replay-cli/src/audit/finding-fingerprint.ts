/** What names a finding from one audit to the next: not where it stands, but what it is about. */

import { createHash } from 'node:crypto'
import type { Finding, SessionAudit } from '@todo-ledger/audit'
import { createRedactor } from '@todo-ledger/core/redaction'
import { completionOf } from '../session-view/concerns.js'

const redactor = createRedactor()

/**
 * The fingerprints of a session's findings, in their order: 32 hexadecimal digits of rule, session and item text, and
 * of how many like it came before. Secrets in them have no say, so that a finding is the same with --no-redact. Lines, turns, seqs and wordings of messages may change without changing them.
 */
export function fingerprintsOf(audit: SessionAudit): readonly string[] {
  const session = redactor.id(audit.session)
  const seen = new Map<string, number>()
  return audit.findings.map((finding) => {
    const text = itemTextOf(finding, audit)
    const about = JSON.stringify([finding.rule, session, text === null ? null : redactor.text(text)])
    const before = seen.get(about) ?? 0
    seen.set(about, before + 1)
    return createHash('sha256').update(`${about} ${before}`).digest('hex').slice(0, 32)
  })
}

/** The text of the item that a finding is about; its id where nothing says its text, null for no item. */
function itemTextOf(finding: Finding, audit: SessionAudit): string | null {
  return completionOf(finding, audit)?.text ?? finding.text ?? finding.item
}
