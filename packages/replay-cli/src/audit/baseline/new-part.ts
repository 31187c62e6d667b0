/** What of a session is new: what people read where a baseline accepts the rest. */

import type { CompletionAudit, Finding, SessionAudit } from '@todo-ledger/audit'
import { findingsAbout, verdictCounts } from '../../session-view/concerns.js'
import type { AuditedSession } from '../followed-session.js'

/** The session without the findings that the baseline accepts, and without the completions that are doubted for nothing else. */
export function newPart(session: AuditedSession): AuditedSession {
  const { audit } = session
  const findings = audit.findings.filter((finding) => !isAccepted(finding))
  if (findings.length === audit.findings.length) return session
  const completions = audit.completions.filter((completion) => !isAcceptedWhole(completion, audit))
  return {
    ...session,
    audit: {
      ...audit,
      completions,
      findings,
      summary: { ...audit.summary, verdicts: verdictCounts(completions) },
    },
    accepted: {
      completions: audit.completions.length - completions.length,
      findings: audit.findings.length - findings.length,
    },
  }
}

/** True where the baseline accepts a finding. */
export function isAccepted({ known }: Finding): boolean {
  return known === true
}

/** True where all that speaks against a completion is accepted; an info alone speaks against none. */
export function isAcceptedWhole(completion: CompletionAudit, audit: SessionAudit): boolean {
  const against = findingsAbout(completion, audit).filter(({ severity }) => severity !== 'info')
  return completion.verdict !== 'supported' && against.length > 0 && against.every(isAccepted)
}
